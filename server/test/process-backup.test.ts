// The commands of docs/backup.md, as they are written there, beside a service that calls; and what a killed restore leaves behind.

import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  addDataSource,
  CARILLON,
  finish,
  jsonBody,
  postgresPid,
  runCarillon,
  runProgram,
  type Service,
  startService,
  words,
} from './support/carillon-process.ts'
import { databaseUrl } from './support/database-url.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { createTestDatabase } from './support/test-database.ts'

const PAGE = new URL('../../docs/backup.md', import.meta.url)
const NUMBERS = Array.from({ length: 50 }, (_, n) => String(13_800_000_000 + n))

/** With a task that is calling. */
async function startCalling(): Promise<Service> {
  const service = await startService({ env: { LINES: '5', SIMULATOR: 'ring=0-1, talk=0-1' } })
  const source = await addDataSource(service, 'customers')
  for (const phoneNumber of NUMBERS)
    await service.call(`/api/dataSource/${source}/contact/add`, jsonBody({ phoneNumber }))
  const body = { taskName: 'spring', dataSourceId: source, maxDialCount: 1 }
  const task = await service.call<{ id: string }>('/api/task/add', jsonBody(body))
  await service.call('/api/task/publish', jsonBody({ id: task?.data.id }))
  await expect.poll(() => callsOf(service)).toBeGreaterThan(0)
  return service
}

async function callsOf(service: Service): Promise<number> {
  const tasks = await service.call<{ rows: { callCount: number }[] }>('/api/task/list')
  return tasks?.data.rows[0]?.callCount ?? 0
}

/** The commands of the page in order, without those that start a service, and with this checkout's `carillon` in place of npx. */
async function readCommands(): Promise<string[]> {
  const blocks = (await readFile(PAGE, 'utf8')).matchAll(/^```sh\n([\s\S]*?)^```$/gm)
  const commands = [...blocks].map(([, text = '']) => text).filter((text) => !text.includes('npm start'))
  return commands.map((text) => text.replaceAll('npx carillon', `"${process.execPath}" "${CARILLON}"`))
}

it('does what the page says, beside a service that calls', async () => {
  const service = await startCalling()
  const cwd = await temporaryFolder()
  const output: string[] = []
  for (const text of await readCommands()) {
    const shell = runProgram('sh', ['-ec', text], {
      cwd,
      env: { DATA_DIR: service.dataDir, TIME_ZONE: 'UTC' },
    })
    expect(await shell.exited, words(shell.stderr())).toEqual({ code: 0, signal: null })
    output.push(shell.stdout())
  }
  const [backedUp, streamed, , restored] = output
  expect(backedUp).toMatch(
    /^Backed up \d+ tables with \d+ rows and 0 recordings in .* s: .*carillon.tar.gz \(\d+ KiB\)\n/,
  )
  expect(streamed).toBe('')
  expect(restored).toMatch(
    /^Restored \d+ rows and 0 files to .*: the state of \d{4}-.*\.\nAll sums agree with their records\.\n/,
  )
  expect(restored).toContain('Running tasks: 1. They dial as soon as the service starts')
  expect((await stat(join(cwd, 'carillon.tar.gz'))).mode & 0o077).toBe(0)
  expect(await callsOf(service)).toBeGreaterThan(0)

  // The restored service has a token of its own, all contacts, and the calls that the backup had; with LINES=0 it does not dial.
  const other = await startService({ dataDir: join(cwd, 'restored'), env: { LINES: '0' } })
  expect(other.token).not.toBe(service.token)
  const sources = await other.call<{ rows: { contactCount: number }[] }>('/api/dataSource/list')
  expect(sources?.data.rows).toMatchObject([{ contactCount: NUMBERS.length }])
  expect(await callsOf(other)).toBeGreaterThan(0)
  expect(await callsOf(other)).toBeLessThanOrEqual(await callsOf(service))
})

it('makes nightly backups in BACKUP_DIR, the first one at once', async () => {
  const folder = join(await temporaryFolder(), 'backups')
  const service = await startService({ env: { BACKUP_DIR: folder, BACKUP_SECRETS: 'yes' } })
  const state = async () =>
    (await service.call<{ backup: { lastFile: string | null } }>('/api/system'))?.data.backup
  await expect
    .poll(async () => (await state())?.lastFile ?? '')
    .toMatch(/^carillon-[0-9a-f]{8}-\d{8}T\d{6}Z\.tar\.gz$/)
  const file = join(folder, (await state())?.lastFile ?? '')
  const settings = execFileSync('tar', ['-xzOf', file, 'settings.env'], { encoding: 'utf8' })
  expect(settings).toContain(`BACKUP_DIR=${folder}\n`)
  expect(execFileSync('tar', ['-xzOf', file, 'access-token'], { encoding: 'utf8' }).trim()).toBe(
    service.token,
  )
})

it('a restore that is killed leaves an empty database, into which the next one restores', async () => {
  const [from, cwd] = [await temporaryFolder(), await temporaryFolder()]
  const file = join(cwd, 'all.tar.gz')
  await finish(['token', 'create', 'crm'], { env: { DATA_DIR: from } })
  await finish(['backup', file, '--with-secrets'], { env: { DATA_DIR: from } })
  const archive = await readFile(file)
  const [pipe, dataDir] = [join(cwd, 'pipe'), join(cwd, 'data')]
  execFileSync('mkfifo', [pipe])
  const killed = runCarillon(['restore', pipe], { env: { DATA_DIR: dataDir } })
  const writer = createWriteStream(pipe)
  writer.on('error', () => undefined) // the reader is killed
  // All but the end, which has the checksums: every table is loaded.
  writer.write(archive.subarray(0, -100))
  await expect.poll(() => postgresPid(dataDir)).toBeDefined()
  await killed.end('SIGKILL')
  writer.destroy()

  const again = await finish(['restore', file], { env: { DATA_DIR: dataDir } })
  expect([again.code, again.said]).toEqual([0, ''])
  const tokens = await finish(['token', 'list'], { env: { DATA_DIR: dataDir } })
  expect(tokens.stdout).toContain('crm')
  const third = await finish(['restore', file], { env: { DATA_DIR: dataDir } })
  expect(third).toMatchObject({
    code: 1,
    said: expect.stringContaining('is not empty: restore into another DATA_DIR'),
  })
})

it('restores into the database that DATABASE_URL names', async () => {
  const [from, cwd] = [await temporaryFolder(), await temporaryFolder()]
  await finish(['token', 'create', 'crm'], { env: { DATA_DIR: from } })
  await finish(['backup', join(cwd, 'all.tar.gz')], { env: { DATA_DIR: from } })
  const target = await createTestDatabase({ isEmpty: true })
  try {
    const env = { DATABASE_URL: databaseUrl(target.connection), DATA_DIR: join(cwd, 'data') }
    const restored = await finish(['restore', join(cwd, 'all.tar.gz')], { env })
    expect([restored.code, restored.said]).toEqual([0, ''])
    expect((await target.db.query({ text: 'select from dialer' })).rows).toHaveLength(1)
  } finally {
    await target.drop()
  }
})

it.each([
  [['backup'], 'backup needs the name of a file, such as carillon.tar.gz, or - for standard output'],
  [['backup', 'a', 'b'], 'too many arguments: b'],
  [['backup', '/no/such/folder/x.tar.gz'], 'the backup cannot be written: ENOENT'],
  [['restore'], 'restore needs the file of a backup, or - for standard input'],
  [['restore', '/no/such/file'], 'the backup cannot be read: ENOENT'],
  [['restore', CARILLON], 'this is not a backup of Carillon'],
])('says in one sentence what is wrong: %j', async (args, sentence) => {
  const dataDir = await temporaryFolder()
  if (args.length === 2 && args[0] === 'backup') await finish(['migrate'], { env: { DATA_DIR: dataDir } })
  const { code, said } = await finish(args, { env: { DATA_DIR: dataDir } })
  expect([code, said]).toEqual([1, expect.stringContaining(`carillon: ${sentence}`)])
})

it('says in one sentence that the database cannot be reached', async () => {
  const [from, cwd] = [await temporaryFolder(), await temporaryFolder()]
  const file = join(cwd, 'all.tar.gz')
  await finish(['migrate'], { env: { DATA_DIR: from } })
  await finish(['backup', file], { env: { DATA_DIR: from } })
  const env = { DATABASE_URL: 'postgres://x@127.0.0.1:1/x', DATA_DIR: join(cwd, 'data') }
  for (const args of [['backup', join(cwd, 'other.tar.gz')], ['restore', file]]) // biome-ignore format: one line
    expect(await finish(args, { env })).toMatchObject({
      code: 1,
      said: expect.stringMatching(
        /^carillon: the database at 127.0.0.1:1\/x cannot be used: .*ECONNREFUSED 127.0.0.1:1\n$/,
      ),
    })
})

it('makes no database where there is none', async () => {
  const dataDir = join(await temporaryFolder(), 'wrong')
  const { code, said } = await finish(['backup', 'x.tar.gz'], { env: { DATA_DIR: dataDir } })
  expect([code, said]).toEqual([
    1,
    `carillon: there is no database in ${dataDir}: set DATA_DIR or DATABASE_URL to that of the service\n`,
  ])
  await expect(stat(dataDir)).rejects.toThrow('ENOENT')
})
