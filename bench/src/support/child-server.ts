// Starts servers in separate processes, so that the load on one side of a comparison does not slow the other, and so that
// the memory of one server can be measured.

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from 'pg'
import { processorSecondsOf } from './processor-time.ts'

export const TOKEN = 'token-used-only-by-the-benchmarks'
export const AUTHORIZATION = { authorization: `Bearer ${TOKEN}` }

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export interface ChildServer {
  address: string
  /** The resident memory of the process in bytes; 0 where /proc does not exist. */
  memory(): number
  /** The processor time that it has used so far. */
  processorSeconds(): number
  stop(): Promise<void>
}

export interface ServiceOptions {
  role?: 'api' | 'dialer' | 'all'
  /** Additional settings of the service. */
  env?: Record<string, string>
}

/** Starts the service like `npm start` does. Its log goes to a temporary file. */
export function startService(
  connection: ClientConfig,
  { role = 'api', env = {} }: ServiceOptions = {},
): Promise<ChildServer> {
  return startServer(['server/bin/carillon.js', 'serve', '--role', role], connection, env)
}

/** Starts any program that reads DATABASE_URL and prints the address it listens on. */
export async function startServer(
  command: string[],
  connection: ClientConfig,
  env: Record<string, string> = {},
): Promise<ChildServer> {
  const logFile = join(tmpdir(), `carillon-bench-${randomUUID()}.log`)
  const log = openSync(logFile, 'a')
  // For profiling: BENCH_NODE_OPTIONS=--cpu-prof
  const options = process.env.BENCH_NODE_OPTIONS?.split(' ') ?? []
  const child = spawn(process.execPath, [...options, ...command], {
    cwd: ROOT,
    env: { ...childEnvironment(connection), ...env },
    stdio: ['ignore', 'pipe', log],
  })
  closeSync(log)
  const exited = once(child, 'exit')
  const killNow = () => {
    child.kill('SIGKILL')
    rmSync(logFile, { force: true })
  }
  process.once('exit', killNow)
  try {
    return {
      address: await addressOf(child.stdout as Readable),
      memory: () => residentBytes(child.pid ?? 0),
      processorSeconds: () => processorSecondsOf(child.pid ?? 0),
      async stop() {
        process.off('exit', killNow)
        child.kill('SIGTERM')
        await exited
        rmSync(logFile)
      },
    }
  } catch (error) {
    console.error(readFileSync(logFile, 'utf8'))
    throw error
  }
}

export function childEnvironment(connection: ClientConfig): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl(connection),
    ACCESS_TOKEN: TOKEN,
    PORT: '0',
    TIME_ZONE: 'Asia/Shanghai',
  }
}

async function addressOf(output: Readable): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (address) {
      output.resume()
      return address
    }
  }
  throw new Error('the server exited before it printed an address')
}

function databaseUrl({ host, user = '', password, database }: ClientConfig): string {
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : ''
  const account = `${encodeURIComponent(user)}${secret}`
  return `postgres://${account}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`
}

export function residentBytes(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}
