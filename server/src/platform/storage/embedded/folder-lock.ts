// One process at a time may use a data folder. The lock is an operating system lock on an open file: it is released
// whenever the process ends, and it works between containers that share a volume, where process ids mean nothing. The
// file itself stays; its content only tells a refused process who holds the lock.
//
// Node has no API for such locks. On macOS a file can be locked when it is opened. On Linux the `flock` program locks a
// file that we opened and passed to it: the lock belongs to the open file, so we keep it when the program ends.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, ftruncateSync, openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { DataFolderInUse, EmbeddedPostgresFailed } from './embedded-postgres-errors.ts'
import { isAlive } from './postmaster.ts'

export interface FolderLock {
  release(): void
}

const MACOS_LOCK_WHEN_OPENING = 0x20 // O_EXLOCK
const LOCKED_BY_ANOTHER = 1
/** How long to wait for a holder that seems to be dead. */
const LINGER_MS = 2_000

export async function lockFolder(file: string, dataDir: string): Promise<FolderLock> {
  const deadline = Date.now() + LINGER_MS
  for (;;) {
    const descriptor = await tryLock(file, dataDir)
    if (descriptor !== undefined) {
      ftruncateSync(descriptor)
      writeSync(descriptor, `${process.pid} ${hostname()}\n`, 0)
      return createLock(descriptor)
    }
    const holder = await readHolder(file)
    const isGone = holder?.host === hostname() && !isAlive(holder.pid)
    if (!isGone || Date.now() > deadline) throw new DataFolderInUse(dataDir, holder?.pid, holder?.host)
    await delay(20)
  }
}

function createLock(descriptor: number): FolderLock {
  let isHeld = true
  return {
    release() {
      if (isHeld) closeSync(descriptor)
      isHeld = false
    },
  }
}

/** The open file that holds the lock, or undefined if another process has it. */
async function tryLock(file: string, dataDir: string): Promise<number | undefined> {
  // The folder may belong to another account than ours, which must not make root write to a file that it chooses.
  const { O_CREAT, O_RDWR, O_NONBLOCK, O_NOFOLLOW } = constants
  const isMac = process.platform === 'darwin'
  let descriptor: number
  try {
    const locking = isMac ? MACOS_LOCK_WHEN_OPENING | O_NONBLOCK : 0
    descriptor = openSync(file, O_CREAT | O_RDWR | O_NOFOLLOW | locking, 0o644)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw new EmbeddedPostgresFailed(`the file ${file} cannot be used: ${String(cause)}`, { cause })
  }
  if (isMac || (await runFlock(descriptor, dataDir))) return descriptor
  closeSync(descriptor)
  return undefined
}

/** Without a lock a second process, perhaps in another container, could write the same files: then nothing starts. */
async function runFlock(descriptor: number, dataDir: string): Promise<boolean> {
  const cannot = (why: string, cause?: unknown) =>
    new EmbeddedPostgresFailed(
      `the data folder ${dataDir} cannot be locked against other processes: ${why}, or set DATABASE_URL`,
      { cause },
    )
  const flock = spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] })
  const [code] = await once(flock, 'exit').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') throw cannot('install the program flock (Debian: util-linux)', cause)
    throw cannot(`the program flock could not be run (${cause.message})`, cause)
  })
  if (code === LOCKED_BY_ANOTHER) return false
  if (code !== 0)
    throw cannot(`flock ended with code ${code}: use a disk that supports locks, which network disks may not`)
  return true
}

async function readHolder(file: string): Promise<{ pid: number; host: string } | undefined> {
  const [, pid, host] = /^(\d+) (.+)\n$/.exec(await readFile(file, 'utf8')) ?? []
  return pid === undefined || host === undefined ? undefined : { pid: Number(pid), host }
}
