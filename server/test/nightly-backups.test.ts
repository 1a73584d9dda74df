// Nightly backups: when they are written, by which node, which files are deleted, and who learns of a failure.

import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BackupSettings } from '../src/commands/backup/backup-settings.ts'
import { createNightlyBackups } from '../src/commands/backup/nightly-backups.ts'
import { createTimestamps } from '../src/platform/kernel/timestamps.ts'
import { DATABASE_ONLY } from './support/backups.ts'
import { untilHeldUp } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { silentLog } from './support/silent-log.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const HOUR = 3_600_000
const START = '2026-03-02T06:00:00Z'
/** 14:00 in Shanghai. */
let clock = createManualClock(START)
let app: TestApp

beforeAll(async () => {
  const { now, elapsedMs } = { now: () => clock.now(), elapsedMs: () => clock.elapsedMs() }
  app = await createTestApp({ clock: { now, elapsedMs } })
})
afterAll(() => app.close())
beforeEach(async () => {
  clock = createManualClock(START)
  await app.rows(`update service set backups = '{"series":"abcd1234"}'`)
})

function node(folder: string, settings: Partial<BackupSettings> = {}) {
  return createNightlyBackups({
    db: app.db,
    connection: app.database.connection,
    clock,
    log: silentLog,
    timestamps: createTimestamps('Asia/Shanghai'),
    settings: { folder, keep: 2, hasRecordings: true, hasSecrets: false, ...settings },
    content: DATABASE_ONLY,
  })
}

interface SystemBackup {
  backup: { lastTime: string | null; late: boolean; failTime: string | null; failure: string | null } | null
  problems: { code: string; message: string }[]
}
const system = async () => expectSuccess(await app.get<SystemBackup>('/api/system'))
/** Of another node: each remembers its figures for a second. */
async function metrics(): Promise<string> {
  const other = await createTestApp({ database: app.database, clock })
  try {
    return (await other.http.inject({ method: 'GET', url: '/metrics' })).body
  } finally {
    await other.close()
  }
}

it('are written at once, and then each night; the newest ones are kept, and no file of others is deleted', async () => {
  const folder = join(await temporaryFolder(), 'made', 'here')
  const backups = node(folder)
  await backups.look()
  const first = 'carillon-abcd1234-20260302T060000Z.tar.gz'
  expect(await readdir(folder)).toEqual([first])
  expect((await stat(join(folder, first))).mode & 0o077).toBe(0)
  const others = [
    'carillon-ffff0000-20200101T000000Z.tar.gz',
    'carillon-abcd1234-old.tar.gz',
    'notes.txt',
    'carillon-ffff0000-20200101T000000Z.tar.gz.part',
  ]
  for (const name of [...others, 'carillon-abcd1234-20260301T000000Z.tar.gz.part'])
    await writeFile(join(folder, name), '')

  for (let hour = 0; hour < 48; hour += 1) {
    clock.advance(HOUR)
    await backups.look()
  }
  expect((await readdir(folder)).sort()).toEqual(
    [
      ...others,
      'carillon-abcd1234-20260302T190000Z.tar.gz', // 3:00 in Shanghai
      'carillon-abcd1234-20260303T190000Z.tar.gz',
    ].sort(),
  )
  expect(
    await app.rows(
      `select backups ->> 'good_file' as good_file, backups ->> 'fail_time' as fail_time from service`,
    ),
  ).toEqual([{ good_file: 'carillon-abcd1234-20260303T190000Z.tar.gz', fail_time: null }])
})

it('are written by one node of several', async () => {
  const folder = await temporaryFolder()
  const nodes = [1, 2, 3].map((each) => node(join(folder, String(each))))
  await Promise.all(nodes.map((each) => each.look()))
  for (const each of nodes) await each.look()
  const found = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.gz'))
  expect(found).toHaveLength(1)
})

it('that fail are shown and retried every hour, until one succeeds', async () => {
  const folder = join(await temporaryFolder(), 'backups')
  await writeFile(folder, 'a file in its place')
  const backups = node(folder)
  await backups.look()
  const { backup, problems } = await system()
  expect(backup).toMatchObject({ lastTime: null, failTime: '2026-03-02 14:00:00' })
  expect(problems.at(-1)).toMatchObject({
    code: 'backup_failed',
    message: expect.stringMatching(/^The nightly backup failed at 14:00: EEXIST: file already exists/),
  })
  expect(await metrics()).toMatch(/^carillon_backup_failed 1$/m)

  await rm(folder)
  clock.advance(HOUR - 1)
  await backups.look()
  expect((await system()).backup?.failTime).not.toBeNull()
  clock.advance(1)
  await backups.look()
  const { backup: now, problems: rest } = await system()
  expect(now).toMatchObject({ lastTime: '2026-03-02 15:00:00', late: false, failTime: null, failure: null })
  expect(rest.map(({ code }) => code)).not.toContain('backup_failed')
})

it('that do not happen any more are noticed after a day and a half', async () => {
  await node(await temporaryFolder()).look()
  clock.advance(36 * HOUR)
  expect((await system()).problems.map(({ code }) => code)).not.toContain('backup_late')
  expect((await system()).backup?.late).toBe(false)
  clock.advance(1000)
  expect((await system()).backup?.late).toBe(true)
  expect((await system()).problems.at(-1)).toMatchObject({
    code: 'backup_late',
    message: 'The last nightly backup is from 2026-03-02 14:00.',
  })
})

it('of a node that stops are given up, and made again at its next start', async () => {
  const folder = await temporaryFolder()
  const backups = node(folder)
  await app.database.db.transaction(async (tx) => {
    await tx.query({ text: 'lock table contact' })
    backups.start()
    await untilHeldUp(app.database.db)
    await backups.stop()
  })
  expect(await readdir(folder)).toEqual([])
  expect(
    await app.rows(
      `select backups ->> 'try_time' as try_time, backups ->> 'fail_time' as fail_time from service`,
    ),
  ).toEqual([{ try_time: null, fail_time: null }])
  await node(folder).look()
  expect(await readdir(folder)).toHaveLength(1)
})

describe('a node without BACKUP_DIR', () => {
  it('makes none and says that there are none', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'x'))
    const idle = createNightlyBackups({
      ...{ db: app.db, connection: app.database.connection, clock, log: silentLog },
      ...{ timestamps: createTimestamps('UTC'), settings: undefined, content: DATABASE_ONLY },
    })
    await idle.look()
    expect(await idle.state()).toBeUndefined()
    expect((await system()).backup).toBeNull()
    expect(await metrics()).not.toMatch(/^carillon_backup_age_seconds/m)
    expect(await metrics()).toMatch(/^carillon_backup_failed 0$/m)
  })
})
