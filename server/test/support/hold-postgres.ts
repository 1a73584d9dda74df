// The embedded PostgreSQL in another process, to be killed, refused or run as another user.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from 'pg'
import { onTestFinished } from 'vitest'
import type { EmbeddedPostgresOptions } from '../../src/storage/embedded-postgres.ts'

export interface HeldPostgres {
  pid: number
  outcome: { connection: ClientConfig; location: string; error?: undefined } | { error: HoldError }
  stop(): Promise<void>
  /** As the system would: without a chance to stop anything. */
  killHolder(): Promise<void>
}

interface HoldError {
  name: string
  message: string
}

export interface HoldOptions extends Omit<EmbeddedPostgresOptions, 'log'> {
  user?: { uid: number; gid: number }
}

const SCRIPT = fileURLToPath(new URL('./hold-postgres.script.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export async function holdPostgres({ user, ...options }: HoldOptions): Promise<HeldPostgres> {
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, JSON.stringify(options)], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
    ...user,
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.stdin.end('stop\n')
    await exited
  }
  onTestFinished(stop)
  for await (const line of createInterface(child.stdout)) {
    return {
      pid: child.pid ?? 0,
      outcome: JSON.parse(line),
      stop,
      async killHolder() {
        child.kill('SIGKILL')
        await exited
      },
    }
  }
  throw new Error('the process ended without a word')
}
