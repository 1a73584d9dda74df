// Recordings in a folder. A file in it has the name of the store, so that processes that share the folder know that they do, and
// machines that have different folders at the same path know that too.
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '../../platform/kernel/ids.ts'
import type { RecordingStore } from './recording-store.ts'

/** The name of the store that is kept in the folder. */
export const NAME_FILE = 'store-name'
const OWNER_ONLY = { mode: 0o600, flag: 'wx' } as const

/** Undefined: the folder does not exist and is not to be created. */
export async function openFolderStore(
  folder: string,
  mustCreate: boolean,
): Promise<RecordingStore | undefined> {
  const name = (await readStoreName(folder)) ?? (mustCreate ? await createName(folder) : undefined)
  return name === undefined ? undefined : createFolderStore(folder, name)
}

export async function readStoreName(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, NAME_FILE), 'utf8')).trim()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Two processes may try at once: one of them gives the name. */
async function createName(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${NAME_FILE}.${newId()}`)
  await writeFile(draft, `folder:${newId()}\n`, OWNER_ONLY)
  try {
    await link(draft, join(folder, NAME_FILE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return (await readStoreName(folder)) as string
}

function createFolderStore(folder: string, name: string): RecordingStore {
  return {
    name,

    async write(file, content) {
      const path = join(folder, file)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Never half a recording, also after a power failure.
      const draft = `${path}.part`
      await rm(draft, { force: true })
      const handle = await open(draft, 'wx', 0o600)
      try {
        await handle.writeFile(content)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, path)
    },

    async read(file, { start, end }) {
      const path = join(folder, file)
      try {
        await stat(path)
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
      return createReadStream(path, { start, end })
    },

    async remove(file) {
      await rm(join(folder, file), { force: true })
      await rm(join(folder, `${file}.part`), { force: true })
    },
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
