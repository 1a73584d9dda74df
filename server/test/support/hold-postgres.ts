// The embedded PostgreSQL in another process, to be killed, refused or run as another user.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from 'pg'
import { onTestFinished } from 'vitest'
import type { EmbeddedPostgresOptions } from '../../src/platform/storage/embedded/embedded-postgres.ts'

interface Holder {
  pid: number
  /** What came of the start. */
  outcome: Promise<HoldOutcome>
  stop(): Promise<void>
  /** As the system would: without a chance to stop anything. */
  kill(): Promise<void>
}

type HoldOutcome =
  | { connection: ClientConfig; location: string; error?: undefined }
  | { error: { name: string; message: string } }

interface HoldOptions extends Omit<EmbeddedPostgresOptions, 'log'> {
  user?: { uid: number; gid: number }
}

export type HeldPostgres = Omit<Holder, 'outcome'> & { outcome: HoldOutcome }

const SCRIPT = fileURLToPath(new URL('./hold-postgres.script.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export async function holdPostgres(options: HoldOptions): Promise<HeldPostgres> {
  const holder = startHolder(options)
  return { ...holder, outcome: await holder.outcome }
}

export function startHolder({ user, ...options }: HoldOptions): Holder {
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, JSON.stringify(options)], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
    ...user,
  })
  const exited = once(child, 'exit')
  child.stdin.on('error', () => undefined) // it may have ended just now
  const stop = async () => {
    child.stdin.end('stop\n')
    await exited
  }
  onTestFinished(stop)
  const outcome = readLine(child.stdout).then((line): HoldOutcome => JSON.parse(line))
  outcome.catch(() => undefined) // for those who kill it before it says anything
  return {
    pid: child.pid ?? 0,
    outcome,
    stop,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function readLine(input: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input })) return line
  throw new Error('the process ended without a word')
}
