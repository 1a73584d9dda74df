// Connects an answered call with a program: an externalMedia channel whose audio we get over a WebSocket, in a bridge with
// the call. When it is closed, the call waits for commands again.
import type { CallMedia } from '../../../../conversations/answered-call.ts'
import { messageOf } from '../ari/ari-client.ts'
import { type ControlLine, channelIdOf } from '../ari/control-line.ts'
import { openMediaSocket } from '../ari/media-socket.ts'

const OPEN_WITHIN_MS = 5000

interface OpenMedia {
  id: string
  close(): void
}

export type CallMediaControl = ReturnType<typeof createCallMedia>

export function createCallMedia({ settings, ari, app, command, started, remove }: ControlLine) {
  const open = new Map<string, OpenMedia>()
  const closing = new Map<string, Promise<unknown>>()

  /** WebSockets for audio are on the web server of ARI. */
  const socketUrl = (connection: string) =>
    `${settings.url.replace(/^http/, 'ws').replace(/\/ari$/, '')}/media/${connection}`

  async function connect(id: string): Promise<ReturnType<typeof openMediaSocket>> {
    const { status, body } = await ari.send('POST', '/channels/externalMedia', {
      body: {
        channelId: id,
        app: app(),
        format: 'ulaw',
        transport: 'websocket',
        encapsulation: 'none',
        external_host: 'INCOMING',
        connection_type: 'server',
        transport_data: 'f(json)',
      },
    })
    const connection = status === 200 ? connectionIn(body) : undefined
    if (connection === undefined)
      throw new Error(
        `Asterisk opens no audio socket${messageOf(body)} (${status}): is chan_websocket.so loaded?`,
      )
    const socket = openMediaSocket({
      url: socketUrl(connection),
      openWithinMs: OPEN_WITHIN_MS,
      onClosed: () => remove('channels', id),
    })
    await socket.opened
    return socket
  }

  /** The call leaves the bridge; whatever is commanded next waits for that. */
  function dissolve(callId: string, id: string): void {
    open.delete(callId)
    const done = Promise.allSettled([
      command('DELETE', `/bridges/${id}`),
      command('DELETE', `/channels/${id}`),
    ])
    closing.set(callId, done)
    done.then(() => {
      if (closing.get(callId) === done) closing.delete(callId)
    })
  }

  return {
    connect,

    async open(callId: string): Promise<CallMedia> {
      const id = channelIdOf(callId, 'media')
      const hasStarted = started(id)
      const bridged = command('POST', '/bridges', { bridgeId: id, type: 'mixing' })
      try {
        const [{ media }] = await Promise.all([connect(id), bridged, hasStarted])
        // Only channels that are in our application can be bridged.
        const isThere = await command('POST', `/bridges/${id}/addChannel`, { channel: [callId, id] })
        if (!isThere) throw new Error('the call has ended')
        const close = () => {
          if (open.get(callId)?.id !== id) return
          media.close()
          dissolve(callId, id)
        }
        open.set(callId, { id, close })
        return { ...media, close }
      } catch (error) {
        await bridged.catch(() => undefined)
        dissolve(callId, id)
        throw error
      }
    },

    isOpen: (callId: string) => open.has(callId),

    /** The call goes to somebody else. */
    async leave(callId: string): Promise<void> {
      open.get(callId)?.close()
      await closing.get(callId)
    },

    /** Resolves when the call can be commanded again. */
    settled: async (callId: string) => {
      await closing.get(callId)
    },

    /** The call is over: so is its audio. */
    forget(callId: string): void {
      const media = open.get(callId)
      if (!media) return
      open.delete(callId)
      remove('channels', media.id)
      remove('bridges', media.id)
    },

    close(): void {
      for (const media of open.values()) media.close()
    },
  }
}

function connectionIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('channelvars' in body)) return undefined
  const { channelvars } = body
  if (typeof channelvars !== 'object' || channelvars === null) return undefined
  const id = 'MEDIA_WEBSOCKET_CONNECTION_ID' in channelvars && channelvars.MEDIA_WEBSOCKET_CONNECTION_ID
  return typeof id === 'string' ? id : undefined
}
