// Keys in files of the data folder, outside the database: 32 bytes as hex digits, a key a line. The first is in use; those below it open what was
// sealed before.
import { createHmac, randomBytes } from 'node:crypto'
import { chown, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

const KEY_BYTES = 32

/** Makes the file if there is none. Two processes may try at once: one of them makes it. */
export async function ensureKeyFile(file: string): Promise<Buffer[]> {
  const known = await readKeyFile(file)
  if (known) return known
  const draft = await writeDraft(file, [newKey()])
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return (await readKeyFile(file)) as Buffer[]
}

/** Undefined if there is no such file. */
export async function readKeyFile(file: string): Promise<Buffer[] | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : keysIn(text, file)
}

/** Puts another key in use, above those of before. */
export async function renewKeyFile(file: string): Promise<Buffer[]> {
  const keys = [newKey(), ...((await readKeyFile(file)) ?? [])]
  await rename(await writeDraft(file, keys), file)
  return keys
}

export function keysIn(text: string, file: string): Buffer[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const keys = lines.map((line) => Buffer.from(line.trim(), 'hex'))
  if (keys.length === 0 || keys.some((key) => key.length !== KEY_BYTES))
    throw new Error(`${file} is not a key: each line must have ${KEY_BYTES * 2} hex digits`)
  return keys
}

/** Tells keys apart without telling the key. */
export function keyIdOf(key: Buffer): string {
  return createHmac('sha256', key).update('the name of this key').digest('hex').slice(0, 16)
}

const newKey = () => randomBytes(KEY_BYTES)

async function writeDraft(file: string, keys: readonly Buffer[]): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  await writeFile(draft, keys.map((key) => `${key.toString('hex')}\n`).join(''), { mode: 0o600, flag: 'wx' })
  // A command that root runs makes it for the account of the service.
  const { uid, gid } = await stat(dirname(file))
  if (process.getuid?.() === 0) await chown(draft, uid, gid)
  return draft
}
