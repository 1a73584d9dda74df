// Servers in processes of their own, so that the load on one side of a comparison does not slow the other, and so
// that memory is one server's alone.

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

export const TOKEN = 'token-of-the-benchmarks-and-of-nothing-else'
export const AUTHORIZATION = { authorization: `Bearer ${TOKEN}` }

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export interface ChildServer {
  address: string
  /** Of the process, in bytes; 0 where the system does not tell. */
  memory(): number
  stop(): Promise<void>
}

export interface ServiceOptions {
  role?: 'api' | 'dialer' | 'all'
  /** Settings of the service beyond those that every benchmark needs. */
  env?: Record<string, string>
}

/** The service as `npm start` runs it, its log written to a file that goes with it. */
export function startService(
  connection: ClientConfig,
  { role = 'api', env = {} }: ServiceOptions = {},
): Promise<ChildServer> {
  return startServer(['server/bin/carillon.js', 'serve', '--role', role], connection, env)
}

/** Any program that takes DATABASE_URL and prints the address it listens on. */
export async function startServer(
  command: string[],
  connection: ClientConfig,
  env: Record<string, string> = {},
): Promise<ChildServer> {
  const logFile = join(tmpdir(), `carillon-bench-${randomUUID()}.log`)
  const log = openSync(logFile, 'a')
  // For a look inside: BENCH_NODE_OPTIONS=--cpu-prof
  const options = process.env.BENCH_NODE_OPTIONS?.split(' ') ?? []
  const child = spawn(process.execPath, [...options, ...command], {
    cwd: ROOT,
    env: { ...childEnvironment(connection), ...env },
    stdio: ['ignore', 'pipe', log],
  })
  closeSync(log)
  const exited = once(child, 'exit')
  const abandon = () => {
    child.kill('SIGKILL')
    rmSync(logFile, { force: true })
  }
  process.once('exit', abandon)
  try {
    return {
      address: await addressOf(child.stdout as Readable),
      memory: () => residentBytes(child.pid ?? 0),
      async stop() {
        process.off('exit', abandon)
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
  throw new Error('the server ended before it listened')
}

function databaseUrl({ host, user = '', password, database }: ClientConfig): string {
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : ''
  const account = `${encodeURIComponent(user)}${secret}`
  return `postgres://${account}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`
}

function residentBytes(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}
