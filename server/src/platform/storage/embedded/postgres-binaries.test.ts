import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { explainFailedRun, findPostgresBinaries } from './postgres-binaries.ts'

it('on a system without glibc it says that a server is needed', () => {
  expect(explainFailedRun(new Error('spawn postgres ENOENT'), false)).toBe(
    'the embedded PostgreSQL needs glibc, and this system has another C library (Alpine has musl); ' +
      'set DATABASE_URL to a PostgreSQL server, 14 or later',
  )
})

it('elsewhere it says why a program does not run: here one whose loader is missing, as on such a system', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'native', 'bin'), { recursive: true })
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), '[]')
  await writeFile(join(folder, 'native', 'bin', 'postgres'), '#!/nowhere/ld-linux.so\n', { mode: 0o755 })
  const account = {
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
    isOther: false,
    isShared: false,
  }
  await expect(
    findPostgresBinaries({ account, copyFolder: join(folder, 'copy'), packageFolder: folder }),
  ).rejects.toThrow(/^the embedded PostgreSQL does not run on this system: .*ENOENT; set DATABASE_URL/)
})
