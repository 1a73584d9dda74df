// The stream of Asterisk's events: one socket, reopened whenever it is lost. A dead socket can look open (power failure,
// stopped process), so it has to answer pings.
import { type RawData, WebSocket } from 'ws'
import { guarded } from '../../../../platform/kernel/guarded-listener.ts'
import { codeOf } from '../../network-errors.ts'
import { type AriAccess, basicAuthorization, explainStatus } from './ari-client.ts'

interface EventSocketOptions {
  settings: AriAccess
  /** The applications to subscribe to, each time the socket is opened. */
  nameApps(): string[]
  /** Whether the events of all channels are wanted, and not only of those in the applications. */
  subscribesAll?: boolean
  onOpen(): void
  onMessage(text: string): void
  /** The socket was lost or could not be opened; it will be reopened. */
  onDown(reason: string): void
  /** One of the above has failed; the socket stays open. */
  onFault(error: unknown): void
  timing: EventSocketTiming
}

export interface EventSocketTiming {
  openWithinMs: number
  /** The first wait before the socket is reopened; it doubles up to the max. */
  reopenAfterMs: number
  maxReopenAfterMs: number
  pingEveryMs: number
}

export function openEventSocket(options: EventSocketOptions) {
  const { settings, timing } = options
  const place = `${settings.url.replace(/^http/, 'ws')}/events`
  let socket: WebSocket | undefined
  let timer: NodeJS.Timeout | undefined
  let waitMs = timing.reopenAfterMs
  let isClosed = false

  function open(): void {
    // All channels: a call continues in the dialplan outside our application, and we may take over another node's call.
    const query = `app=${options.nameApps().join(',')}&subscribeAll=${options.subscribesAll ?? true}`
    const opened = new WebSocket(`${place}?${query}`, {
      headers: { authorization: basicAuthorization(settings) },
      handshakeTimeout: timing.openWithinMs,
      perMessageDeflate: false,
    })
    socket = opened
    let isAlive = true
    let pinging: NodeJS.Timeout | undefined
    let reason = `Asterisk at ${settings.url} has closed the event socket`

    function start(): void {
      pinging = setInterval(() => {
        if (!isAlive) {
          reason = `Asterisk at ${settings.url} has fallen silent`
          opened.terminate()
          return
        }
        isAlive = false
        opened.ping()
      }, timing.pingEveryMs)
      options.onOpen()
    }
    opened.on('open', guarded(start, options.onFault))
    opened.on('pong', () => {
      isAlive = true
    })
    opened.on(
      'message',
      guarded((data: RawData) => {
        isAlive = true
        options.onMessage(String(data))
      }, options.onFault),
    )
    opened.on('error', (error) => {
      reason = explain(error, settings.url)
    })
    opened.on(
      'close',
      guarded(() => {
        clearInterval(pinging)
        if (socket === opened) lose(reason)
      }, options.onFault),
    )
  }

  function lose(reason: string): void {
    socket = undefined
    if (isClosed) return
    timer = setTimeout(open, waitMs)
    waitMs = Math.min(waitMs * 2, timing.maxReopenAfterMs)
    // Last, because the callback may close the socket for good.
    options.onDown(reason)
  }

  open()
  return {
    /** The socket works: if it is lost, it is reopened soon. */
    keep(): void {
      waitMs = timing.reopenAfterMs
    },

    /** The socket is open but unusable: closes it and tries again. */
    reopen(reason: string): void {
      const broken = socket
      if (!broken) return
      lose(reason)
      broken.terminate()
    },

    close(): void {
      isClosed = true
      clearTimeout(timer)
      socket?.terminate()
    },
  }
}

function explain(error: Error, url: string): string {
  const status = /Unexpected server response: (\d+)/.exec(error.message)?.[1]
  if (status !== undefined) return explainStatus(Number(status), undefined, url)
  const code = codeOf(error)
  return `Asterisk at ${url} cannot be reached (${code ?? error.message})`
}
