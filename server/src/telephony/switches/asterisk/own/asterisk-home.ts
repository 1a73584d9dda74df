// The folder of the own Asterisk, DATA_DIR/asterisk: its configuration and everything it writes. If we are root, Asterisk runs as another account, as the
// embedded PostgreSQL does, provided that the account can reach the folder.
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../../../platform/kernel/log/log.ts'
import { type FolderLock, lockFolder } from '../../../../platform/storage/embedded/folder-lock.ts'
import {
  type Account,
  asAccount,
  canEnter,
  chooseAccount,
  handOver,
  takeOverFiles,
} from '../../../../platform/storage/embedded/postgres-account.ts'
import { isAlive } from '../../../../platform/storage/embedded/postmaster.ts'
import type { ManagerSettings } from '../manager-list.ts'
import { WRITTEN_FOLDERS } from './configuration.ts'

/** How the own Asterisk is reached. */
export interface AsteriskAccess {
  url: string
  username: string
  password: string
  manager: ManagerSettings
}

export interface AsteriskHome {
  folder: string
  /** The path of asterisk.conf. */
  configuration: string
  logFile: string
  /** For the process. */
  account: ReturnType<typeof asAccount>
  /** Into the folder of the configuration; a file is never seen half written. */
  write(name: string, text: string): Promise<void>
}

export function homeOf(dataDir: string): string {
  return join(resolve(dataDir), 'asterisk')
}

/** One process at a time runs the Asterisk of a data folder. */
export async function lockHome(dataDir: string): Promise<FolderLock> {
  const folder = homeOf(dataDir)
  await mkdir(folder, { recursive: true })
  return lockFolder(join(folder, 'lock'), folder)
}

/** `programs`: a folder that the account must be able to enter. */
export async function prepareHome(dataDir: string, programs: string, log: Log): Promise<AsteriskHome> {
  const folder = homeOf(dataDir)
  await mkdir(folder, { recursive: true })
  const account = await findAccount(folder, programs, log)
  for (const name of ['etc', ...WRITTEN_FOLDERS]) {
    const path = join(folder, name)
    await mkdir(path, { recursive: true, mode: 0o700 })
    await takeOverFiles(account, path)
  }
  // Passwords of carriers are in it.
  await chmod(join(folder, 'etc'), 0o700)
  return {
    folder,
    configuration: join(folder, 'etc/asterisk.conf'),
    logFile: join(folder, 'asterisk.log'),
    account: asAccount(account),
    write: (name, text) => replaceFile(join(folder, 'etc', name), text, account),
  }
}

async function findAccount(folder: string, programs: string, log: Log): Promise<Account> {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, isOther: false, isShared: false }
  if (own.uid !== 0) return own
  const account = await chooseAccount(folder).catch(() => own)
  if ((await canEnter(account, folder)) && (await canEnter(account, programs))) {
    if (account.isOther) return account
  }
  log.warn(
    { folder },
    'Asterisk runs as root, because no other account can reach its folder: start Carillon as an ordinary user, or with "carillon service install"',
  )
  return own
}

async function replaceFile(file: string, text: string, account?: Account): Promise<void> {
  const written = `${file}.new`
  await rm(written, { force: true })
  await writeFile(written, text, { mode: 0o600, flag: 'wx' })
  if (account) await handOver(account, written)
  await rename(written, file)
}

/** For commands beside the service, which reach the same Asterisk. */
export async function keepAccess(dataDir: string, access: AsteriskAccess): Promise<void> {
  await replaceFile(join(homeOf(dataDir), 'access.json'), `${JSON.stringify(access)}\n`)
}

/** How the Asterisk that a process has started for this data folder is reached; undefined if there was none yet. */
export async function readAccess(dataDir: string): Promise<AsteriskAccess | undefined> {
  const file = join(homeOf(dataDir), 'access.json')
  if (!existsSync(file)) return undefined
  return JSON.parse(await readFile(file, 'utf8')) as AsteriskAccess
}

/** The process id of the Asterisk that runs in this folder, whoever has started it. */
export async function findRunning(dataDir: string): Promise<number | undefined> {
  const folder = homeOf(dataDir)
  const pid = Number.parseInt(await readFile(join(folder, 'run/asterisk.pid'), 'utf8').catch(() => ''), 10)
  if (!(pid > 0) || !isAlive(pid)) return undefined
  // After a crash the id may belong to another program.
  if (process.platform !== 'linux') return pid
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes(join(folder, 'etc/asterisk.conf')) ? pid : undefined
}

/** Ends an Asterisk that a killed process has left behind. The caller must hold the folder's lock. */
export async function endLeftOver(dataDir: string, patienceMs: number, log: Log): Promise<void> {
  const pid = await findRunning(dataDir)
  if (pid === undefined) return
  log.warn({ pid }, 'ending the Asterisk that a killed process left behind')
  process.kill(pid, 'SIGTERM')
  const deadline = Date.now() + patienceMs
  while (isAlive(pid) && (await findRunning(dataDir)) === pid) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL')
    await delay(20)
  }
}
