// Somebody listens in on a call. A snoop channel hears both sides without touching the call; in a bridge of its own with an externalMedia
// channel, its audio comes to us over a WebSocket. The call itself is told nothing but the notice that its task wants.
import type { Overheard, Sound } from '../../../../conversations/answered-call.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import { type ControlLine, channelIdOf } from '../ari/control-line.ts'
import type { CallMediaControl } from './call-media.ts'

export function createCallEars(
  { app, command, started, remove }: ControlLine,
  connect: CallMediaControl['connect'],
) {
  /** By snoop channel, which ends with the call. */
  const open = new Map<string, { close(): void }>()

  /** After the sentence that is being said, if there is one: a whisper would not be heard in the silence between two of them. */
  async function announce(callId: string, sounds: readonly Sound[]): Promise<void> {
    const path = `/channels/${callId}/play/${channelIdOf(callId, 'ear')}`
    await command('POST', path, { media: sounds.map(({ url }) => `sound:${url}`) })
  }

  async function listen(callId: string): Promise<Overheard> {
    const snoopId = channelIdOf(callId, 'ear')
    const id = channelIdOf(callId, 'ear')
    const removeAll = () => {
      open.delete(snoopId)
      remove('channels', snoopId)
      remove('channels', id)
      remove('bridges', id)
    }
    try {
      const hasStarted = started(id)
      const hasSnooped = started(snoopId)
      const isThere = await command('POST', `/channels/${callId}/snoop/${snoopId}`, {
        ...{ spy: 'both', whisper: 'none', app: app() },
      })
      if (!isThere) throw new Error('the call is not on this switch')
      const [{ media }] = await Promise.all([
        connect(id),
        command('POST', '/bridges', { bridgeId: id, type: 'mixing' }),
        hasStarted,
        hasSnooped,
      ])
      let tellEnd = () => undefined as unknown
      const close = () => {
        if (!open.has(snoopId)) return
        removeAll()
        media.close()
        tellEnd()
      }
      open.set(snoopId, { close })
      media.onClose(close)
      const isBridged = await command('POST', `/bridges/${id}/addChannel`, { channel: [snoopId, id] })
      if (!isBridged) throw new Error('the call has ended')
      return {
        onAudio: media.onAudio,
        onClose(listener) {
          tellEnd = listener
          if (!open.has(snoopId)) listener()
        },
        close,
      }
    } catch (error) {
      removeAll()
      throw error
    }
  }

  return {
    async overhear(callId: string, notice: readonly Sound[]): Promise<Overheard> {
      if (notice.length > 0) await announce(callId, notice)
      return listen(callId)
    },

    /** A snoop channel ends with its call, also with one of another node. */
    applyEvent(event: AriEvent): void {
      if (event.type === 'destroyed') open.get(event.id)?.close()
    },

    close(): void {
      for (const ear of [...open.values()]) ear.close()
    },
  }
}
