import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { lockFolder } from './folder-lock.ts'

async function place() {
  const dataDir = await temporaryFolder()
  return { dataDir, file: join(dataDir, 'postgres.lock') }
}

describe('the lock of a data folder', () => {
  it('is held by one at a time', async () => {
    const { dataDir, file } = await place()
    const lock = await lockFolder(file, dataDir)
    await expect(lockFolder(file, dataDir)).rejects.toThrow(`the data folder ${dataDir} is in use`)
    lock.release()
    ;(await lockFolder(file, dataDir)).release()
  })

  it('never follows a link, behind which may be any file', async () => {
    const { dataDir, file } = await place()
    const other = join(dataDir, 'other')
    await writeFile(other, 'precious')
    await symlink(other, file)
    await expect(lockFolder(file, dataDir)).rejects.toThrow(`the file ${file} cannot be used`)
    expect(await readFile(other, 'utf8')).toBe('precious')
  })

  it.runIf(process.platform === 'linux')(
    'is not done without: where flock is missing, nothing starts',
    async () => {
      const { dataDir, file } = await place()
      vi.stubEnv('PATH', dataDir)
      onTestFinished(() => void vi.unstubAllEnvs())
      await expect(lockFolder(file, dataDir)).rejects.toThrow(
        `the data folder ${dataDir} cannot be locked against other processes: install the program flock (Debian: util-linux), or set DATABASE_URL`,
      )
    },
  )
})
