// The password with which the service logs in to the embedded PostgreSQL. It is in a file in the data folder that only
// the service's own account can read: not the account that PostgreSQL runs as, which other programs may share.

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedPostgresFailed } from './embedded-postgres-errors.ts'

const FILE = 'postgres-password'
/** More would slow down guessing, and nobody guesses 256 random bits: 4096 take 3 ms of processor time for each connection. */
const SCRAM_ITERATIONS = 1

export function createPassword(): string {
  return randomBytes(32).toString('base64url')
}

/** Undefined if there is no password, or if others may have read it: then a new one is needed. */
export async function readPassword(dataDir: string): Promise<string | undefined> {
  const known = await readPasswordFile(dataDir).catch(() => undefined)
  return known?.isPrivate ? known.password : undefined
}

/** For a command beside a running service, which must not change it. */
export async function findPassword(dataDir: string): Promise<string> {
  try {
    return (await readPasswordFile(dataDir)).password
  } catch (cause) {
    throw new EmbeddedPostgresFailed(
      `the password of the running database in ${join(dataDir, FILE)} cannot be read ` +
        `(${cause instanceof Error ? cause.message : cause}): run this command as the user that runs the service`,
      { cause },
    )
  }
}

async function readPasswordFile(dataDir: string): Promise<{ password: string; isPrivate: boolean }> {
  const file = await open(join(dataDir, FILE), constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { uid, mode } = await file.stat()
    const password = (await file.readFile('utf8')).trim()
    if (password === '') throw new Error('the file is empty')
    return { password, isPrivate: uid === process.getuid?.() && (mode & 0o077) === 0 }
  } finally {
    await file.close()
  }
}

/** The file gets its name when it is complete, so an interrupted start leaves no partial file. */
export async function writePassword(dataDir: string, password: string): Promise<void> {
  const unfinished = join(dataDir, `${FILE}.tmp`)
  try {
    await rm(unfinished, { force: true })
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(`${password}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, join(dataDir, FILE))
  } catch (cause) {
    throw new EmbeddedPostgresFailed(
      `the password of the database cannot be kept in ${dataDir}: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
  }
}

/** The verifier that PostgreSQL stores (RFC 5803): enough to check a password, not enough to log in with. */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  const serverKey = hmac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
