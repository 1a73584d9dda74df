// The connection to Asterisk's events, and the applications under which they come.
//
//   down ──the socket opens──▶ catching up ──the calls were compared──▶ up
//    ▲                              │                                   │
//    └──────the socket is lost──────┴───────────────────────────────────┘
//
// Each of them may become closed.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../../platform/kernel/clock.ts'
import type { Log } from '../../../../platform/kernel/log/log.ts'
import type { AsteriskSwitchSettings } from '../asterisk-settings.ts'
import { type EventSocketTiming, openEventSocket } from './event-socket.ts'

/** One opening of the socket: code that waited for something can tell whether the socket was lost meanwhile. */
export interface LinkSession {
  /** The ARI application under which calls are placed and events received. */
  readonly app: string
  /** Whether the socket is still the same. */
  isCurrent(): boolean
}

type LinkState =
  | { is: 'down'; reason: string; sinceMs: number }
  | { is: 'catching up'; reason: string; sinceMs: number; session: LinkSession }
  | { is: 'up'; session: LinkSession }
  | { is: 'closed' }

interface LinkOptions {
  settings: AsteriskSwitchSettings
  timing: EventSocketTiming & { adoptedForMs: number }
  clock: Clock
  log: Log
  /** Whether calls that were placed are to wait in our application when they are answered. */
  hasAwaitedCalls(): boolean
  /** `isApp`: whether the application is one of ours besides that of the session. */
  onMessage(text: string, isApp: (name: string) => boolean): void
  /** The socket is open: brings the calls up to date. `lostMs`: since when events were missed. Returns what is to be done when up. */
  catchUp(session: LinkSession, lostMs: number): Promise<() => Promise<void>>
}

export function openAsteriskLink(options: LinkOptions) {
  const { settings, timing, clock, log } = options
  let state: LinkState = {
    is: 'down',
    reason: `Asterisk at ${settings.url} has not answered yet`,
    sinceMs: clock.elapsedMs(),
  }
  /** The application under which calls were placed last, also while the link is down. */
  let app = ''
  /** Those of the socket that was opened last: its own, and the one under which calls were placed before. */
  let newestApp = ''
  let oldApp = ''
  /** Sockets of applications of other nodes. */
  const adopted = new Map<string, ReturnType<typeof openEventSocket>>()
  const isApp = (name: string) => name === oldApp || adopted.has(name)
  /** To be called when it is up, or closed. */
  const waiting = new Set<() => void>()
  const onMessage = (text: string) => options.onMessage(text, isApp)
  /** Like an event that was lost: what waits for it asks. */
  const onFault = (error: unknown) =>
    log.error({ err: error }, 'an event of Asterisk was not handled; going on with the next')

  const socket = openEventSocket({
    settings,
    nameApps,
    timing,
    onOpen() {
      if (state.is !== 'down') return
      const { reason, sinceMs } = state
      const session: LinkSession = {
        app: newestApp,
        isCurrent: () => (state.is === 'catching up' || state.is === 'up') && state.session === session,
      }
      state = { is: 'catching up', reason, sinceMs, session }
      connect(session, sinceMs).catch((error) => {
        if (session.isCurrent()) socket.reopen(error instanceof Error ? error.message : String(error))
      })
    },
    onMessage,
    onFault,
    onDown(reason) {
      if (state.is === 'closed') return
      if (state.is === 'up' || state.reason !== reason)
        log.warn({ reason }, 'Asterisk cannot be reached; no calls are placed until it is back')
      state = { is: 'down', reason, sinceMs: state.is === 'up' ? clock.elapsedMs() : state.sinceMs }
    },
  })

  async function connect(session: LinkSession, lostMs: number): Promise<void> {
    const onUp = await options.catchUp(session, lostMs)
    if (!session.isCurrent()) return
    app = session.app
    state = { is: 'up', session }
    socket.keep()
    for (const go of waiting) go()
    await onUp()
  }

  /**
   * A new application name for each socket. If two sockets used one name, Asterisk would remove the name when it notices that
   * the first socket is gone, and the second would stay open without receiving events. If calls are to wait for us, the old
   * name is subscribed to as well: a call that was placed under it and is answered now waits there.
   */
  function nameApps(): string[] {
    newestApp = `${settings.app}-${randomBytes(4).toString('hex')}`
    oldApp = options.hasAwaitedCalls() ? app : ''
    return oldApp === '' ? [newestApp] : [newestApp, oldApp]
  }

  function fault(): string | undefined {
    if (state.is === 'up') return undefined
    return state.is === 'closed' ? `the connection to ${settings.url} was closed` : state.reason
  }

  return {
    app: () => app,
    /** Undefined: the link is not up. */
    session: () => (state.is === 'up' ? state.session : undefined),
    fault,

    /** Resolves with the application when it is up. Rejects with the fault if that takes longer. */
    whenUp(withinMs: number): Promise<string> {
      if (fault() === undefined) return Promise.resolve(app)
      return new Promise((resolve, reject) => {
        const settle = () => {
          clearTimeout(timer)
          waiting.delete(settle)
          const reason = fault()
          if (reason === undefined) resolve(app)
          else reject(new Error(reason))
        }
        const timer = setTimeout(settle, withinMs)
        waiting.add(settle)
      })
    },

    /** A node that died had calls ringing. On their answer they come to its application, which is ours until none can ring any more. */
    adopt(name: string): void {
      if (isApp(name) || state.is === 'closed') return
      const opened = openEventSocket({
        settings,
        nameApps: () => [name],
        subscribesAll: false,
        timing,
        onOpen: () => opened.keep(),
        onMessage,
        onFault,
        onDown: () => undefined,
      })
      adopted.set(name, opened)
      const giveUp = () => {
        adopted.delete(name)
        opened.close()
      }
      setTimeout(giveUp, settings.ringTimeoutSeconds * 1000 + timing.adoptedForMs).unref()
    },

    close(): void {
      state = { is: 'closed' }
      for (const go of waiting) go()
      socket.close()
      for (const each of adopted.values()) each.close()
    },
  }
}
