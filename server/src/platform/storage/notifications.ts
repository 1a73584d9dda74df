// One connection that only LISTENs. When it breaks it reconnects, with growing pauses, and `onGap` reports that
// notifications may have been missed, so the listener must read the data itself. A notification is only a wake-up:
// every listener also polls, slowly.

import pg from 'pg'
import { guarded } from '../kernel/guarded-listener.ts'
import type { Log } from '../kernel/log/log.ts'
import { createClient, type DatabaseAddress } from './connection.ts'

export interface Notifications {
  /** Begins. Nothing arrives before. */
  listen(heard: Heard): this
  /** Whether a notification sent now would arrive. */
  readonly connected: boolean
  /** Resolves when the first connection is listening. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

export interface Heard {
  channels: readonly string[]
  onNotify: (channel: string, payload: string) => void
  onGap: () => void
}

export interface NotificationOptions {
  connection: DatabaseAddress
  log: Log
  /** How often a silent connection is checked. */
  heartbeatMs?: number
  /** How long the server may take to answer. */
  answerMs?: number
}

const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 5_000

export function createNotifications(options: NotificationOptions): Notifications {
  const { log, heartbeatMs = 15_000, answerMs = 10_000 } = options
  const closing = new AbortController()
  let client: pg.Client | undefined
  let connected = false
  let announceReady: () => void
  const ready = new Promise<void>((resolve) => {
    announceReady = resolve
  })

  /** Resolves when the connection has ended, for whatever reason. */
  async function listenOnce({ channels, onNotify }: Heard, onListening: () => void): Promise<void> {
    client = createClient(options.connection, {
      application_name: 'carillon notifications',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
    })
    const current = client
    const ended = new Promise<void>((resolve) => current.once('end', resolve))
    current.on('error', (error) => {
      if (!closing.signal.aborted) log.warn({ err: error }, 'the notification connection was lost')
    })
    current.on(
      'notification',
      guarded(
        ({ channel, payload }: pg.Notification) => onNotify(channel, payload ?? ''),
        (error, { channel }) => log.error({ err: error, channel }, 'a notification was not handled'),
      ),
    )
    let heartbeat: NodeJS.Timeout | undefined
    try {
      await current.connect()
      await current.query(channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join(';'))
      connected = true
      onListening()
      // Only a query detects a peer that vanished without closing the connection.
      heartbeat = setInterval(() => current.query('select 1').catch(() => hangUp(current)), heartbeatMs)
      await ended
    } finally {
      clearInterval(heartbeat)
      connected = false
      hangUp(current)
    }
  }

  async function keepListening(heard: Heard): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    let isFirst = true
    while (!closing.signal.aborted) {
      try {
        await listenOnce(heard, () => {
          pauseMs = FIRST_PAUSE_MS
          if (isFirst) announceReady()
          else heard.onGap()
          isFirst = false
        })
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: error }, 'listening for notifications failed; retrying')
      }
      await pause(pauseMs * (0.5 + Math.random() / 2), closing.signal)
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
    }
  }

  let listening = Promise.resolve()
  return {
    listen(heard) {
      listening = keepListening(heard)
      return this
    },
    get connected() {
      return connected
    },
    ready,
    async close() {
      closing.abort()
      if (client) hangUp(client)
      await listening
    },
  }
}

/** Ends the connection without the closing handshake, which could wait forever for a dead peer; nothing is in flight. */
function hangUp(client: pg.Client): void {
  client.connection.stream.destroy()
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
