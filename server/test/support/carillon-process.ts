// The service as its operator runs it: the command in a process of its own, with a clean environment.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest'
import { accessTo, type ServiceAccess } from './service-access.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const CARILLON = fileURLToPath(new URL('../../bin/carillon.js', import.meta.url))

interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface RunOptions {
  env?: Record<string, string>
  cwd?: string
  user?: { uid: number; gid: number }
  /** Who sees to it that nothing is left running: the test, unless told otherwise. */
  atEnd?: (clean: () => Promise<void>) => void
}

export interface RunningCommand {
  pid: number
  child: ChildProcess
  stdout(): string
  stderr(): string
  exited: Promise<Exit>
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Exit>
}

export function runCarillon(args: string[], options: RunOptions = {}): RunningCommand {
  return runProgram(process.execPath, [CARILLON, ...args], options)
}

export function runProgram(program: string, args: string[], options: RunOptions = {}): RunningCommand {
  const { env, cwd, user, atEnd = onTestFinished } = options
  const child = spawn(program, args, {
    cwd: cwd ?? tmpdir(),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, as a terminal gives it.
    detached: true,
    ...user,
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const exited = new Promise<Exit>((done, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => done({ code, signal }))
  })
  const command: RunningCommand = {
    pid: child.pid ?? 0,
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    exited,
    end(signal) {
      child.kill(signal)
      return exited
    },
  }
  // The last resort, when the run is broken off before its cleaning up.
  const abandon = () => {
    child.kill('SIGTERM')
  }
  process.once('exit', abandon)
  child.once('close', () => process.off('exit', abandon))
  atEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) await command.end('SIGTERM')
  })
  return command
}

/** Runs a command to its end. */
export async function finish(args: string[], options: RunOptions = {}) {
  const command = runCarillon(args, options)
  const { code } = await command.exited
  return { code, stdout: command.stdout(), said: words(command.stderr()) }
}

export interface Service extends RunningCommand, ServiceAccess {
  dataDir: string
  banner: string
}

export interface ServiceOptions extends RunOptions {
  dataDir?: string
  /** After `serve`. */
  args?: string[]
}

/** Starts the service on a free port and waits until it has said where it is. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const given = options.dataDir ?? (await temporaryFolder())
  const dataDir = resolve(options.cwd ?? '', given)
  const env: Record<string, string> = { PORT: '0', DATA_DIR: given, ...options.env }
  const command = runCarillon(['serve', ...(options.args ?? [])], { ...options, env })
  const announced = new Promise<void>((done) => {
    command.child.stdout?.on('data', () => {
      if (command.stdout().includes('/api/task/list')) done()
    })
  })
  const failed = command.exited.then(() => {
    throw new Error(`the service did not start: ${command.stderr()}`)
  })
  failed.catch(() => undefined) // of no interest once it has started
  await Promise.race([announced, failed])

  const banner = command.stdout()
  const address = /Console +(\S+)/.exec(banner)?.[1]
  if (!address) throw new Error(`the service does not say where it is: ${banner}`)
  const tokenFile = join(dataDir, 'access-token')
  const token = env['ACCESS_TOKEN'] ?? (existsSync(tokenFile) ? readFileSync(tokenFile, 'utf8').trim() : '')
  return { ...command, ...accessTo(address, token), dataDir, banner }
}

/** One service for all tests of a file, which must not stop it. */
export function serviceOfFile(): () => Service {
  let service: Service | undefined
  let folder = ''
  const atEnd: (() => Promise<void>)[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(inject('scratchFolder'), 'service-'))
    await chmod(folder, 0o711)
    service = await startService({ dataDir: folder, atEnd: (clean) => atEnd.push(clean) })
  })
  afterAll(async () => {
    for (const clean of atEnd) await clean()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return () => {
    if (!service) throw new Error('the service has not been started')
    return service
  }
}

/** What a command wrote for people, without the lines of its log. */
export function words(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => !line.startsWith('{') && !line.startsWith('Building '))
    .join('\n')
}

/** The process id of the embedded database that belongs to a data folder, if one is alive. */
export function postgresPid(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
  return isAlive(pid) ? pid : undefined
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export async function expectPostgresGone(dataDir: string): Promise<void> {
  await expect.poll(() => postgresPid(dataDir)).toBeUndefined()
}

export function jsonBody(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

export async function addDataSource(service: ServiceAccess, name: string): Promise<string> {
  const answer = await service.call<{ id: string }>('/api/dataSource/add', jsonBody({ dataSourceName: name }))
  if (answer?.status !== 200) throw new Error(`no data source was added: ${JSON.stringify(answer)}`)
  return answer.data.id
}
