// The folder of nightly backups. Only files of the own series are ever deleted: other services may use the folder, and people put
// files into it.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { partOf } from './backup-file.ts'

const TIME = /^\d{8}T\d{6}Z\.tar\.gz$/

export function createBackupFolder(folder: string, series: string) {
  const prefix = `carillon-${series}-`
  const isOwn = (name: string) => name.startsWith(prefix) && TIME.test(name.slice(prefix.length))

  return {
    /** The path of a new backup. */
    async prepare(time: Date): Promise<string> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // What killed nodes left behind: one node at a time writes here.
      for (const name of await readdir(folder))
        if (name.endsWith(partOf('')) && isOwn(name.slice(0, -partOf('').length)))
          await rm(join(folder, name), { force: true })
      return join(folder, `${prefix}${time.toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`)
    },

    /** Deletes all but the newest ones, and returns the names of those that were deleted. */
    async keepNewest(count: number): Promise<string[]> {
      const old = (await readdir(folder)).filter(isOwn).sort().slice(0, -count)
      for (const name of old) await rm(join(folder, name), { force: true })
      return old
    },
  }
}
