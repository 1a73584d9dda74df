// Which server runs on a cluster now. PostgreSQL writes its process id to `postmaster.pid`, but after a crash or a reboot
// that id may belong to another program, so the process itself is inspected. The arguments of our servers contain the id
// of the process that started them. That process is their parent as long as it lives, so a postmaster with another
// parent is an orphan.

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, readlink, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

interface Postmaster {
  pid: number
  /** The process that started it; undefined if it was not started by Carillon. */
  ownerPid: number | undefined
  isOrphan: boolean
}

export interface ClusterAddress {
  folder: string
  socketFolder: string
}

interface ProcessFacts {
  parentPid: number
  /** The arguments, joined by spaces: the only form that every system provides. */
  command: string
  program: string
  workingFolder: string | undefined
}

const OWNER_TAG = /cluster_name=carillon-(\d+)-/

export function clusterName(): string {
  return `carillon-${process.pid}-${randomBytes(4).toString('hex')}`
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * The running postmaster of this cluster. The lock files of a dead one are removed, because PostgreSQL does not start
 * if their process id is in use again. The caller must hold the folder's lock.
 */
export async function findPostmaster(address: ClusterAddress): Promise<Postmaster | undefined> {
  for (const file of [
    join(address.folder, 'postmaster.pid'),
    join(address.socketFolder, '.s.PGSQL.5432.lock'),
  ]) {
    const content = await readFile(file, 'utf8').catch(() => undefined)
    if (content === undefined) continue
    const postmaster = await inspectPostmaster(Number.parseInt(content, 10), address)
    if (postmaster) return postmaster
    await rm(file, { force: true })
  }
  return undefined
}

export async function inspectPostmaster(
  pid: number,
  { folder, socketFolder }: ClusterAddress,
): Promise<Postmaster | undefined> {
  if (!(pid > 0) || !isAlive(pid)) return undefined
  const facts = process.platform === 'linux' ? await readProc(pid) : await askPs(pid)
  if (facts?.program !== 'postgres') return undefined
  const isOfCluster =
    facts.workingFolder === folder || facts.command.includes(socketFolder) || facts.command.includes(folder)
  if (!isOfCluster) return undefined
  const owner = OWNER_TAG.exec(facts.command)?.[1]
  const ownerPid = owner === undefined ? undefined : Number(owner)
  return { pid, ownerPid, isOrphan: ownerPid !== undefined && facts.parentPid !== ownerPid }
}

async function readProc(pid: number): Promise<ProcessFacts | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in parentheses and may contain anything.
    const [state, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    return {
      parentPid: Number(parent),
      command: args.join(' '),
      program: basename(args[0] ?? ''),
      workingFolder: await readlink(`/proc/${pid}/cwd`).catch(() => undefined),
    }
  } catch {
    return undefined
  }
}

async function askPs(pid: number): Promise<ProcessFacts | undefined> {
  try {
    const { stdout } = await run('ps', ['-ww', '-o', 'stat=,ppid=,command=', '-p', String(pid)])
    const [, state, parent, command = ''] = /^\s*(\S+)\s+(\d+)\s+(.*)$/s.exec(stdout) ?? []
    if (state === undefined || state.startsWith('Z')) return undefined
    const program = /\/postgres( |$)/.test(command) ? 'postgres' : ''
    return { parentPid: Number(parent), command, program, workingFolder: undefined }
  } catch {
    return undefined
  }
}
