// Somebody listens in on a call. A snoop channel hears both sides without touching the call; in a bridge of its own with an externalMedia
// channel, its audio comes to us over a WebSocket. The call itself is told nothing, so nothing can hold it up.
import type { Overheard, Sound } from '../../../dialer/gateway.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import { type ControlLine, channelIdOf } from '../ari/control-line.ts'
import type { CallMediaControl } from './call-media.ts'

/** A notice is whispered by a channel of its own, which is removed this long after its end. */
const NOTICE_GRACE_MS = 2000

export function createCallEars(
  { app, command, started, remove }: ControlLine,
  connect: CallMediaControl['connect'],
) {
  /** By snoop channel, which ends with the call. */
  const open = new Map<string, { close(): void }>()

  /** False: there is no such call here. */
  async function snoop(callId: string, id: string, how: { spy: string; whisper: string }): Promise<boolean> {
    const hasStarted = started(id)
    const isThere = await command('POST', `/channels/${callId}/snoop/${id}`, { ...how, app: app() })
    if (isThere) await hasStarted
    return isThere
  }

  /** Over whatever the callee hears now. */
  async function announce(callId: string, sounds: readonly Sound[]): Promise<void> {
    const id = channelIdOf(callId, 'ear')
    if (!(await snoop(callId, id, { spy: 'none', whisper: 'out' }))) return
    const lengthMs = sounds.reduce((sum, { durationMs }) => sum + durationMs, 0)
    setTimeout(() => remove('channels', id), lengthMs + NOTICE_GRACE_MS)
    await command('POST', `/channels/${id}/play`, { media: sounds.map(({ url }) => `sound:${url}`) })
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
      if (!(await snoop(callId, snoopId, { spy: 'both', whisper: 'none' })))
        throw new Error('the call is not on this switch')
      const [{ media }] = await Promise.all([
        connect(id),
        command('POST', '/bridges', { bridgeId: id, type: 'mixing' }),
        hasStarted,
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
