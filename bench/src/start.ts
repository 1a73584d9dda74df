// How long a restart takes until the first request is answered, and how much processor time of Node.js; then what the idle service takes.
// Compared with a plain Fastify that asks the same PostgreSQL one question. The embedded PostgreSQL is started as well: that is a user's restart.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment, ROOT, residentBytes, TOKEN } from './support/child-server.ts'
import { doing, median, report } from './support/measure.ts'
import type { BenchServer } from './support/postgres.ts'
import { processorSecondsOf } from './support/processor-time.ts'

const ROUNDS = 7
const IDLE_SECONDS = 20
/** The middle one counts: in one or two of them Node.js collects what the start has left behind, which takes 0.1 to 0.2 s of processor time once. */
const IDLE_ROUNDS = 5
/** Of a restart. */
const MAX_SECONDS = 1
const MAX_PROCESSOR_SECONDS = 0.6
const SERVICE = 'server/bin/installed.js'
const BARE = 'bench/src/support/bare-start.mjs'

interface Start {
  ms: number
  processorMs: number
}

export async function benchStart(postgres: BenchServer): Promise<void> {
  const connection = childEnvironment(await postgres.createDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-bench-start-'))
  const embedded = { ...process.env, DATA_DIR: dataDir, ACCESS_TOKEN: TOKEN }
  try {
    // The first start creates the schema and compiles.
    for (const env of [connection, embedded]) await startOnce(SERVICE, env)
    const sides = { service: [] as Start[], bare: [] as Start[], embedded: [] as Start[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      doing(`start: restart ${round + 1} of ${ROUNDS}`)
      sides.service.push(await startOnce(SERVICE, connection))
      sides.bare.push(await startOnce(BARE, connection))
      sides.embedded.push(await startOnce(SERVICE, embedded))
    }
    const middle = (starts: Start[], key: keyof Start) => median(starts.map((start) => start[key]))
    for (const [key, what] of [
      ['ms', 'time to the first answer'],
      ['processorMs', 'processor time of Node.js'],
    ] as const) {
      const [ours, theirs, own] = [sides.service, sides.bare, sides.embedded].map((side) => middle(side, key))
      report(`start: ${what} / bare Fastify`, {
        ratio: (ours ?? Number.NaN) / (theirs ?? Number.NaN),
        goal: { max: 3 },
        details: `${ours?.toFixed(0)} ms, ${theirs?.toFixed(0)} ms; with the embedded PostgreSQL ${own?.toFixed(0)} ms`,
      })
    }
    // What a user waits for: with the embedded PostgreSQL.
    for (const [key, what, max] of [
      ['ms', 'seconds to the first answer', MAX_SECONDS],
      ['processorMs', 'processor seconds of Node.js', MAX_PROCESSOR_SECONDS],
    ] as const)
      report(`start: ${what}`, {
        ratio: middle(sides.embedded, key) / 1000,
        goal: { max },
        details: `${ROUNDS} restarts with the embedded PostgreSQL, ${Math.round(Math.min(...sides.embedded.map((start) => start[key])))} ms the fastest`,
      })
    doing(`start: idle, ${IDLE_ROUNDS} times ${IDLE_SECONDS} s`)
    await startOnce(SERVICE, embedded, reportIdle)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function reportIdle(pid: number): Promise<void> {
  // What is loaded after the start, such as the files of the console, is done by then.
  await sleep(10_000)
  const shares: number[] = []
  for (let round = 0; round < IDLE_ROUNDS; round += 1) {
    const before = processorSecondsOf(pid)
    await sleep(IDLE_SECONDS * 1000)
    shares.push(((processorSecondsOf(pid) - before) / IDLE_SECONDS) * 100)
  }
  report('start: idle, percent of a core', {
    ratio: median(shares),
    goal: { max: 0.5 },
    details: `${shares.map((share) => share.toFixed(2)).join(', ')} in ${IDLE_SECONDS} s each`,
  })
  report('start: idle, MB of memory', {
    ratio: residentBytes(pid) / 2 ** 20,
    goal: { max: 150 },
    details: 'resident',
  })
}

async function startOnce(
  file: string,
  env: NodeJS.ProcessEnv,
  look?: (pid: number) => Promise<void>,
): Promise<Start> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [file], {
    cwd: ROOT,
    env: { ...env, PORT: String(port) },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  const pid = child.pid ?? 0
  try {
    while (!(await isAnswered(`http://127.0.0.1:${port}/healthz`))) {
      if (child.exitCode !== null) throw new Error(`${file} did not start`)
      await sleep(2)
    }
    const start = { ms: performance.now() - began, processorMs: processorSecondsOf(pid) * 1000 }
    await look?.(pid)
    return start
  } finally {
    child.kill('SIGTERM')
    await exited
  }
}

function isAnswered(url: string): Promise<boolean> {
  return fetch(url).then(
    async (answer) => (await answer.text()) !== '' && answer.ok,
    () => false,
  )
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
