// Whether the service answers: asked over HTTP, as a load balancer would.
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { CommandFailed } from '../failure.ts'
import { run, UNIT } from './machine.ts'

interface Place {
  host: string
  port: number
}

const PAUSE_MS = 250
/** The first start makes a database; on a slow disk that takes its time. */
const PATIENCE_MS = 120_000
const LAST_LINES = '15'

/** A service that listens on all addresses is asked on this machine. */
export function addressOf({ host, port }: Place): string {
  const here = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${here.includes(':') ? `[${here}]` : here}:${port}`
}

export async function isListening(place: Place): Promise<boolean> {
  const { hostname, port } = new URL(addressOf(place))
  if (place.port === 0) return false
  return new Promise((done) => {
    // A URL leaves out the port 80.
    const socket = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''))
    socket.once('connect', () => done(true)).once('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Undefined if it is ready, otherwise why not. */
export async function whyNotReady(place: Place): Promise<string | undefined> {
  try {
    const answer = await fetch(`${addressOf(place)}/readyz`, { signal: AbortSignal.timeout(10_000) })
    if (answer.ok) return undefined
    return `it answers ${answer.status}: ${(await answer.text()).slice(0, 500)}`
  } catch (error) {
    const { cause } = error as { cause?: Error }
    return `it does not answer at ${addressOf(place)} (${cause?.message ?? (error as Error).message})`
  }
}

/** Fails with the last lines of the log as soon as the service has ended. */
export async function waitUntilReady(place: Place, patienceMs = PATIENCE_MS): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const state = (await run('systemctl', 'is-active', UNIT)).text
    const why = state === 'active' ? await whyNotReady(place) : `its state is "${state}"`
    if (why === undefined) return
    if (state !== 'active' || performance.now() > deadline) {
      const { text } = await run(
        'journalctl',
        '--unit',
        UNIT,
        '--lines',
        LAST_LINES,
        '--output',
        'cat',
        '--no-pager',
      )
      throw new CommandFailed(`the service is installed but does not run, ${why}. Its last lines:\n${text}`)
    }
    await delay(PAUSE_MS)
  }
}
