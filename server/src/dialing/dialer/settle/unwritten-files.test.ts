import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { createUnwrittenFiles } from './unwritten-files.ts'

it('keeps what calls have said in files that only their owner can read, until they are removed', async () => {
  const folder = join(await temporaryFolder(), 'unwritten')
  const files = createUnwrittenFiles(folder)
  expect(await files.read()).toEqual(new Map())
  await files.save('words')
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const [name = ''] = await readdir(folder)
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  expect(await files.read()).toEqual(new Map([[name, 'words']]))
  await files.remove(name)
  expect(await readdir(folder)).toEqual([])
})

it('does not read a file that was not written to its end', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'a.json.part'), 'wor')
  expect(await createUnwrittenFiles(folder).read()).toEqual(new Map())
})
