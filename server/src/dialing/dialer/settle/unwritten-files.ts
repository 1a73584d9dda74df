// Files for opt-outs and ends of calls that are not in the database yet. They contain phone numbers, so only the owner of the
// folder can read it.
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../../../platform/kernel/ids.ts'

/** Where words are kept while no node runs. */
export interface UnwrittenFiles {
  save(text: string): Promise<void>
  /** The texts by the names of their files. */
  read(): Promise<Map<string, string>>
  remove(file: string): Promise<void>
}

export function createUnwrittenFiles(folder: string): UnwrittenFiles {
  return {
    async save(text) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${newId()}.json`)
      const part = `${file}.part`
      const handle = await open(part, 'wx', 0o600)
      try {
        await handle.writeFile(text)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(part, file)
    },

    async read() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      const found = new Map<string, string>()
      for (const name of names.filter((each) => each.endsWith('.json')).sort())
        found.set(name, await readFile(join(folder, name), 'utf8'))
      return found
    },

    remove: (file) => rm(join(folder, file), { force: true }),
  }
}
