// `carillon import` as its user runs it: a process of its own beside a running service.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { importCommand } from '../src/commands/remote/import.ts'
import { addDataSource, finish, runCarillon, type Service, startService } from './support/carillon-process.ts'
import { databaseUrl } from './support/database-url.ts'
import { holdCommits } from './support/held-commits.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

const TOKEN = 'token-of-the-import-command-of-this-test'
const ROWS = 30_000
const STOP_AFTER = 10_000
let database: TestDatabase
let service: Service
const atEnd: (() => Promise<void>)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  service = await startService({
    args: ['--role', 'api'],
    dataDir: inject('scratchFolder'),
    env: { DATABASE_URL: databaseUrl(database.connection), ACCESS_TOKEN: TOKEN },
    atEnd: (clean) => atEnd.push(clean),
  })
})
afterAll(async () => {
  for (const clean of atEnd) await clean()
  await database.drop()
})

async function save(name: string, content: string): Promise<string> {
  const file = join(await temporaryFolder(), name)
  await writeFile(file, content)
  return file
}

const numbered = (rows: number) =>
  `mobile\n${Array.from({ length: rows }, (_, i) => 13_800_000_000 + i).join('\n')}\n`

const run = (file: string, ...args: string[]) => ['import', file, '--url', service.address, ...args] as const
const options = { env: { ACCESS_TOKEN: TOKEN } }
const importFile = (file: string, ...args: string[]) => finish([...run(file, ...args)], options)

async function jobsOf(dataSourceId: string): Promise<Record<string, unknown>[]> {
  const text =
    'select id, status, read_rows, added_count, fail_count from import_job where data_source_id = $1'
  const { rows } = await database.db.query<Record<string, unknown>>({ text, values: [dataSourceId] })
  return rows
}

async function contactsOf(dataSourceId: string): Promise<unknown> {
  const text = `select count(*) as contacts, count(distinct phone_key) as numbers, max(position) as last
    from contact where data_source_id = $1`
  return (await database.db.query<Record<string, unknown>>({ text, values: [dataSourceId] })).rows[0]
}

describe('carillon import', () => {
  it('creates the data source, imports the file and says where the failed rows are', async () => {
    const file = await save('客户.csv', '姓名,手机号\nAnn,13800138000\nBob,13800138001\nCid,nobody\n')
    const { code, stdout, said } = await importFile(file, '--data-source', 'Spring', '--create')
    expect(stdout).toBe('3 of 3 rows read into Spring: 2 added, 0 updated, 1 failed.\n')
    expect(said).toMatch(/^Uploading 客户\.csv\n/)
    expect(said).toContain('3 of 3 rows, 1 failed\n')
    const url = /http:\S+\/failures/.exec(said)?.[0] ?? ''
    const failures = await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } })
    expect(await failures.text()).toContain('4,手机号,nobody,phone_invalid,')
    expect(code).toBe(2)
  })

  it('says so if it added nothing', async () => {
    const file = await save('nobody.csv', 'phone\nnobody\nno one\n')
    const { code, stdout } = await importFile(file, '--data-source', 'Nobody', '--create')
    expect(stdout).toBe('Nothing was imported. 2 of 2 rows read into Nobody: 0 added, 0 updated, 2 failed.\n')
    expect(code).toBe(2)
  })

  it('imports into a do-not-call list, which is found again by its name', async () => {
    const first = await save('out.csv', 'tel,note,city\n13800138000,asked,Bonn\nnobody,,\n')
    const created = await importFile(first, '--do-not-call', 'Opted out', '--create')
    expect(created.stdout).toBe('2 of 2 rows read into Opted out: 1 added, 0 updated, 1 failed.\n')
    const second = await save('more.csv', 'phone,b\n1390000,13800138000\n1390001,13800138001\n')
    const args = ['--do-not-call', 'Opted out', '--phone-column', 'b', '--on-duplicate', 'update']
    const { code, stdout } = await importFile(second, ...args)
    expect([code, stdout]).toEqual([0, '2 of 2 rows read into Opted out: 1 added, 1 updated, 0 failed.\n'])
    const text = `select phone_number, note from do_not_call_entry where remove_time is null order by position`
    expect((await database.db.query({ text })).rows).toEqual([
      { phone_number: '13800138000', note: '' },
      { phone_number: '13800138001', note: '' },
    ])
    const missing = await importFile(second, '--do-not-call', 'Others')
    expect([missing.code, missing.said]).toEqual([
      1,
      expect.stringContaining('no do-not-call list has the name or id "Others": --create creates it'),
    ])
  })

  it('prints the import as JSON for programs, and exits with 0 if every row was imported', async () => {
    const id = await addDataSource(service, 'programs')
    const file = await save('a.csv', 'a;b\n13800138000;1390000\n13800138000;1390001\n')
    const args = ['--data-source', id, '--phone-column', 'a', '--on-duplicate', 'update', '--json']
    const { code, stdout } = await importFile(file, ...args)
    expect(stdout.split('\n').length).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'completed',
      successCount: 2,
      updatedCount: 1,
      onDuplicate: 'update',
      columns: [
        { column: 0, field: 'phoneNumber' },
        { column: 1, field: 'b' },
      ],
      failuresUrl: null,
    })
    expect(code).toBe(0)
  })

  it('killed in the middle and run again, loses no row and imports none twice', async () => {
    const id = await addDataSource(service, 'killed')
    const file = await save('large.csv', numbered(ROWS))
    const held = await holdCommits(database.db, id, STOP_AFTER)
    const first = runCarillon([...run(file, '--data-source', 'killed')], options)
    await held.reached()
    expect(await first.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })
    expect(await jobsOf(id)).toMatchObject([{ status: 'running', read_rows: STOP_AFTER }])
    await held.release()

    const second = await importFile(file, '--data-source', 'killed')
    expect(second.stdout).toBe('30,000 of 30,000 rows read into killed: 30,000 added, 0 updated, 0 failed.\n')
    expect(second.said).toMatch(/^Continuing with import \S+ of this file\.\n/)
    expect(second.code).toBe(0)
    expect(await jobsOf(id)).toMatchObject([{ status: 'completed', added_count: ROWS }])
    expect(await contactsOf(id)).toEqual({ contacts: ROWS, numbers: ROWS, last: ROWS })
  })

  it('waits for a service that is killed in the middle and started again', async () => {
    const start = (port: string) =>
      startService({
        args: ['--role', 'api'],
        dataDir: inject('scratchFolder'),
        env: { DATABASE_URL: databaseUrl(database.connection), ACCESS_TOKEN: TOKEN, PORT: port },
      })
    const killed = await start('0')
    const id = await addDataSource(killed, 'restarted')
    const file = await save('large.csv', numbered(ROWS))
    const held = await holdCommits(database.db, id, STOP_AFTER)
    // Another node could go on with the import at once, but the command talks to this one.
    const args = ['import', file, '--url', killed.address, '--data-source', 'restarted']
    const command = runCarillon(args, options)
    await held.reached()
    await killed.end('SIGKILL')
    await held.release()
    await start(new URL(killed.address).port)
    expect(await command.exited).toMatchObject({ code: 0 })
    expect(await contactsOf(id)).toEqual({ contacts: ROWS, numbers: ROWS, last: ROWS })
  })

  it('stopped by Ctrl-C leaves the import running, and says so', async () => {
    const id = await addDataSource(service, 'interrupted')
    const file = await save('large.csv', numbered(ROWS))
    const held = await holdCommits(database.db, id, STOP_AFTER)
    const command = runCarillon([...run(file, '--data-source', id)], options)
    await held.reached()
    expect(await command.end('SIGINT')).toMatchObject({ code: 130 })
    expect(command.stderr()).toContain('The import continues in the service.')
    await held.release()
    await expect.poll(async () => (await jobsOf(id))[0]?.['status']).toBe('completed')
    expect(await contactsOf(id)).toMatchObject({ contacts: ROWS, numbers: ROWS })
  })

  it('without a recognised phone column asks for one, and then starts what was uploaded', async () => {
    const id = await addDataSource(service, 'asked')
    const file = await save('b.csv', 'who,reach\nAnn,138\nBob,139\n')
    const asked = await importFile(file, '--data-source', 'asked')
    expect([asked.code, asked.stdout]).toEqual([1, ''])
    expect(asked.said).toContain('choose one with --phone-column ("who", "reach")')
    expect((await importFile(file, '--data-source', 'asked', '--phone-column', 'reach')).code).toBe(0)
    expect(await jobsOf(id)).toMatchObject([{ status: 'completed', added_count: 2 }])
  })

  it('exits with 1 and a sentence if the file cannot be imported', async () => {
    await addDataSource(service, 'broken')
    const file = await save('c.csv', `phone\n${'13800138000\n'.repeat(3000)}"left open\n`)
    const { code, said } = await importFile(file, '--data-source', 'broken')
    expect(said).toMatch(/carillon: import \S+ failed: The quote that opens in line 3002 is not closed/)
    expect(code).toBe(1)
  })
})

describe('carillon import is refused', () => {
  it.each<[string[], object, string]>([
    [[], {}, 'import needs one file'],
    [['a.csv', 'b.csv'], {}, 'import needs one file'],
    [['a.csv'], {}, 'import needs --data-source'],
    [['a.csv'], { 'data-source': 'x', 'on-duplicate': 'fail' }, '--on-duplicate must be skip or update'],
    [['/nowhere.csv'], { 'data-source': 'x' }, '/nowhere.csv cannot be read: ENOENT'],
  ])('%j %j', async (args, flags, sentence) => {
    await expect(importCommand(args, flags)).rejects.toThrow(sentence)
  })

  it.each<[string, string[], Record<string, string>, RegExp]>([
    [
      'an unknown data source',
      [],
      {},
      /no data source has the name or id "nobody's": --create creates it\n$/,
    ],
    ['a wrong token', [], { ACCESS_TOKEN: 'x'.repeat(40) }, /token/],
    ['no service', ['--url', 'http://127.0.0.1:9'], {}, /no service answers at http:\/\/127\.0\.0\.1:9/],
    ['a wrong address', ['--url', 'localhost'], {}, /--url must look like http:\/\/127\.0\.0\.1:3000/],
  ])('with %s', async (_, args, env, sentence) => {
    const file = await save('d.csv', numbered(1))
    const command = [...run(file, '--data-source', "nobody's"), ...args]
    const { code, stdout, said } = await finish(command, { env: { ...options.env, ...env } })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(said).toMatch(sentence)
  })
})
