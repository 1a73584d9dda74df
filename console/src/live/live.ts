// One event stream for the whole page, with task changes and progress. Events tell which API answers are stale; those on
// the screen are fetched again, at most once per second. Without a stream the page polls and says so.
import type { Client } from '@carillon/client'
import { ApiError } from '@carillon/client/errors'
import type { ServiceEvent } from '@carillon/client/events'
import type { QueryClient } from '@tanstack/react-query'
import { createStaleAnswers, type StaleAnswers } from './stale-answers.ts'

export type LiveState =
  | 'connecting'
  /** Events arrive. */
  | 'live'
  /** The service answers but sends no events; a proxy may block them. */
  | 'polling'
  /** Events are not for whoever is signed in: the page asks now and then. */
  | 'quiet'
  /** The service does not answer. */
  | 'lost'

export interface Live {
  read(): LiveState
  subscribe(onChange: () => void): () => void
  /** Follows events until the returned function is called. */
  start(): () => void
}

const POLL_MS = 5000
const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 8000

export function createLive({ client, queries }: { client: Client; queries: QueryClient }): Live {
  const listeners = new Set<() => void>()
  let state: LiveState = 'connecting'
  function change(next: LiveState): void {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  return {
    read: () => state,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    start() {
      const stopping = new AbortController()
      const stale = createStaleAnswers(queries)
      const poll = setInterval(() => {
        if (state !== 'live') stale.everything()
      }, POLL_MS)
      void follow({ client, stale, change, read: () => state, signal: stopping.signal })
      return () => {
        stopping.abort()
        clearInterval(poll)
        stale.close()
        change('connecting')
      }
    },
  }
}

interface Following {
  client: Client
  stale: StaleAnswers
  read: () => LiveState
  change: (state: LiveState) => void
  signal: AbortSignal
}

async function follow({ client, stale, read, change, signal }: Following): Promise<void> {
  let lastEventId: string | undefined
  let retryMs = FIRST_RETRY_MS
  while (!signal.aborted) {
    try {
      await client.followEvents(
        {
          onOpen() {
            if (read() !== 'live' && read() !== 'connecting') stale.everything()
            retryMs = FIRST_RETRY_MS
            change('live')
          },
          onEvent: (event: ServiceEvent) => stale.event(event),
          onPosition: (id) => {
            lastEventId = id
          },
        },
        { lastEventId, signal },
      )
    } catch (error) {
      if (signal.aborted) return
      // The service does not know this event id, for example after its database was replaced: fetch everything again.
      if (error instanceof ApiError && error.status === 400) {
        lastEventId = undefined
        stale.everything()
      }
      // The user has to sign in again, which restarts the stream.
      if (error instanceof ApiError && error.status === 401) return
      // Whoever sees no numbers, or only some data sources, has no events: asking again would not change that.
      if (error instanceof ApiError && error.status === 403) return change('quiet')
      change(await probeService(client, signal))
    }
    await pause(retryMs, signal)
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }
}

async function probeService(client: Client, signal: AbortSignal): Promise<LiveState> {
  try {
    await client.get('/healthz', { signal })
    return 'polling'
  } catch {
    return 'lost'
  }
}

/** Waits, but ends early when the network is back or the page becomes visible again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      document.removeEventListener('visibilitychange', done)
      resolve()
    }
    window.addEventListener('online', done)
    document.addEventListener('visibilitychange', done)
    signal.addEventListener('abort', done, { once: true })
  })
}
