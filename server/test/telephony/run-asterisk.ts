// Starts and ends the programs of a phone network, each with a folder and ports of its own.

import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Program } from '../../src/telephony/switches/asterisk/own/debian-packages.ts'
import type { Programs } from './install-programs.ts'

const READY_WITHIN_MS = 30_000

/** Copies the configuration from `source`, with changes, and makes the places that Asterisk writes to. */
export async function writeConfiguration(
  programs: Programs,
  folder: string,
  source: string,
  changes: Record<string, string>,
): Promise<void> {
  const etc = join(folder, 'etc')
  for (const name of ['run', 'log', 'spool', 'spool/recording', 'lib', 'cache'])
    await mkdir(join(folder, name), { recursive: true })
  await cp(source, etc, { recursive: true })
  for (const name of await readdir(etc)) {
    let text = await readFile(join(etc, name), 'utf8')
    for (const [from, to] of Object.entries(changes)) text = text.replaceAll(from, to)
    await writeFile(join(etc, name), text)
  }
  const places = {
    astetcdir: etc,
    astmoddir: programs.modules,
    astdatadir: programs.data,
    astvarlibdir: join(folder, 'lib'),
    astdbdir: join(folder, 'lib'),
    astkeydir: join(folder, 'lib'),
    astagidir: join(folder, 'lib'),
    astcachedir: join(folder, 'cache'),
    astspooldir: join(folder, 'spool'),
    astrundir: join(folder, 'run'),
    astlogdir: join(folder, 'log'),
  }
  const lines = Object.entries(places).map(([name, path]) => `${name} => ${path}`)
  const options = ['[options]', 'transmit_silence = yes']
  await writeFile(join(etc, 'asterisk.conf'), ['[directories]', ...lines, ...options, ''].join('\n'))
}

export function start(program: Program, args: string[], logFile: string, cwd: string): ChildProcess {
  const log = openSync(logFile, 'a')
  const child = spawn(program.command, [...program.args, ...args], { cwd, stdio: ['ignore', log, log] })
  closeSync(log)
  // The last resort, when the run is broken off before its cleaning up.
  const abandon = () => {
    child.kill('SIGKILL')
  }
  process.once('exit', abandon)
  child.once('close', () => process.off('exit', abandon))
  return child
}

export async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

/** Programs of others say by their state when they are ready, and in no other way. */
export async function until(isTrue: () => Promise<boolean>, otherwise: string): Promise<void> {
  const deadlineMs = performance.now() + READY_WITHIN_MS
  while (!(await isTrue())) {
    if (performance.now() > deadlineMs) throw new Error(otherwise)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}
