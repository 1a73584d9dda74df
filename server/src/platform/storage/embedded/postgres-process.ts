// A PostgreSQL server as a child process. It has its own process group, so that Ctrl-C in a terminal reaches us and not
// the server (we stop it last), and writes its output to a file of limited size.

import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { limitOutput, readLastLines } from '../../kernel/files/output-file.ts'
import { type Account, asAccount, handOver } from './postgres-account.ts'

export interface PostgresExit {
  code: number | null
  signal: NodeJS.Signals | null
  /** Set if the program could not be run at all. */
  error?: Error
}

export interface PostgresProcess {
  exited: Promise<PostgresExit>
  /** Asks for a fast shutdown first, then for an immediate one, then kills. */
  stop(): Promise<PostgresExit>
  /** Asks for a fast shutdown without waiting for it. */
  beginStop(): void
  /** Whether it reports that it accepts connections. */
  isReady(): Promise<boolean>
  /** The last lines it wrote since it was started. */
  readOutput(): Promise<string>
}

interface SpawnOptions {
  postgres: string
  folder: string
  account: Account
  settings: Record<string, string>
}

const LOG_FILE = 'postgres.log'
/** A fast shutdown writes a checkpoint, which can take long on a slow disk. */
const STOP_STEPS = [
  { signal: 'SIGINT', patienceMs: 60_000 },
  { signal: 'SIGQUIT', patienceMs: 10_000 },
  { signal: 'SIGKILL', patienceMs: 10_000 },
] as const

export async function spawnPostgres(options: SpawnOptions): Promise<PostgresProcess> {
  const { postgres, folder, account, settings } = options
  const logFile = join(folder, LOG_FILE)
  const log = await open(logFile, 'a', 0o600)
  let child: ChildProcess
  let exited: Promise<PostgresExit>
  let logStart: number
  try {
    await handOver(account, logFile)
    logStart = (await log.stat()).size
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    child = spawn(postgres, ['-D', folder, ...args], {
      ...asAccount(account),
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    // Before anything is awaited: a server that fails at once would otherwise end unnoticed.
    exited = new Promise((resolve) => {
      child.once('error', (error) => resolve({ code: null, signal: null, error }))
      child.once('exit', (code, signal) => resolve({ code, signal }))
    })
  } finally {
    await log.close()
  }

  limitOutput(logFile, exited)

  return {
    exited,
    async stop() {
      for (const { signal, patienceMs } of STOP_STEPS) {
        child.kill(signal)
        const exit = await within(patienceMs, exited)
        if (exit) return exit
      }
      return exited
    },
    beginStop() {
      child.kill('SIGINT')
    },
    async isReady() {
      const status = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
      return status.trimEnd().endsWith('ready')
    },
    async readOutput() {
      const output = await readLastLines(logFile, logStart).catch(() => '')
      return output || describeFullDisk(folder).catch(() => '')
    },
  }
}

export function describeExit({ code, signal, error }: PostgresExit): string {
  if (error) return `could not be run (${error.message})`
  return signal ? `was ended by ${signal}` : `ended with code ${code}`
}

async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** On a full disk PostgreSQL cannot write why it stops, so the free space is checked here. */
async function describeFullDisk(folder: string): Promise<string> {
  const { bavail, bsize } = await statfs(folder)
  const freeMiB = Math.floor((bavail * bsize) / 1_048_576)
  return freeMiB < 1 ? `the disk with ${folder} is full` : ''
}
