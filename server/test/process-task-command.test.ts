// `carillon task` as people and cron run it: a process of its own beside a running service.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  addDataSource,
  finish,
  jsonBody,
  runCarillon,
  type Service,
  startService,
} from './support/carillon-process.ts'
import { databaseUrl } from './support/database-url.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

const TOKEN = 'token-of-the-task-command-of-this-test'
let database: TestDatabase
let service: Service
const atEnd: (() => Promise<void>)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  service = await startService({
    dataDir: inject('scratchFolder'),
    env: {
      DATABASE_URL: databaseUrl(database.connection),
      ACCESS_TOKEN: TOKEN,
      SIMULATOR: 'answered=100, ring=0-0, talk=0-0',
      STOP_WAIT: '1',
    },
    atEnd: (clean) => atEnd.push(clean),
  })
})
afterAll(async () => {
  for (const clean of atEnd) await clean()
  await database.drop()
})

async function addList(name: string, numbers: string[]): Promise<void> {
  const id = await addDataSource(service, name)
  for (const phoneNumber of numbers)
    await service.call(`/api/dataSource/${id}/contact/add`, jsonBody({ phoneNumber }))
}

const args = (...words: string[]) => ['task', ...words, '--url', service.address]
const options = { env: { ACCESS_TOKEN: TOKEN } }
const task = (...words: string[]) => finish(args(...words), options)
const flow = { steps: [{ id: 'hello', type: 'say', text: 'Hello {{name|there}}' }] }

describe('carillon task', () => {
  it('tells the life of a task, from a flow in a file to an export', async () => {
    await addList('Spring', ['13800138000', '13800138001'])
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'flow.json'), JSON.stringify(flow))
    await writeFile(join(folder, 'settings.json'), JSON.stringify({ maxDialCount: 1, priority: 2 }))
    const files = ['--flow', join(folder, 'flow.json'), '--settings', join(folder, 'settings.json')]
    const made = await task('create', 'Spring call', '--data-source', 'Spring', ...files)
    expect(made).toMatchObject({ code: 0, said: '' })
    expect(made.stdout).toMatch(/^[0-9a-f-]{36} {2}Spring call: DRAFT\n$/)

    const early = await task('pause', 'Spring call')
    expect(early.code).toBe(2)
    expect(early.said).toContain('pause is not allowed while the task is DRAFT')

    expect(await task('publish', 'Spring call')).toMatchObject({ code: 0, stdout: 'Spring call: RUNNING\n' })
    const watched = await task('watch', 'Spring call')
    expect(watched).toMatchObject({
      code: 0,
      stdout: 'Spring call: COMPLETED, 2 of 2 contacts done, 2 successful\n',
    })

    const stat = await task('stat', 'Spring call', '--json')
    expect(JSON.parse(stat.stdout)).toMatchObject({ totalContacts: 2, successCount: 2, status: 4 })
    expect((await task('stat', 'Spring call')).stdout).toMatch(/^Spring call\nstatus +COMPLETED\n/)

    const csv = join(folder, 'out.csv')
    expect((await task('export', 'Spring call', '--output', csv)).code).toBe(0)
    expect(await readFile(csv, 'utf8')).toContain('13800138001')
    expect((await task('export', 'Spring call', '--calls')).stdout).toContain('13800138000')

    const recalled = await task('recall', 'Spring call', '--outcomes', 'success', '--json')
    expect(JSON.parse(recalled.stdout)).toMatchObject({ recallCount: 2 })
  })

  it('stops a task with a reason; who watches it then gets exit code 2', async () => {
    await addList('Later', ['13800138002'])
    const settings = join(await temporaryFolder(), 'settings.json')
    await writeFile(settings, JSON.stringify({ scheduledStartTime: '2099-01-01 00:00:00' }))
    const create = ['create', 'Later call', '--data-source', 'Later', '--settings', settings]
    expect((await task(...create, '--publish')).stdout).toContain('Later call: RUNNING')
    const watching = runCarillon(args('watch', 'Later call', '--json'), options)
    expect((await task('pause', 'Later call')).stdout).toBe('Later call: PAUSED\n')
    expect((await task('resume', 'Later call')).stdout).toBe('Later call: RUNNING\n')
    expect((await task('stop', 'Later call', '--reason', 'too late')).code).toBe(0)
    expect((await watching.exited).code).toBe(2)
    expect(JSON.parse(watching.stdout())).toMatchObject({ status: 3, states: { notDialed: 1 } })
    expect(watching.stderr()).toContain('the task is STOPPED: too late')
  })

  it('calls one number, waits for what comes of it, or leaves it to the service', async () => {
    const file = join(await temporaryFolder(), 'flow.json')
    await writeFile(file, JSON.stringify(flow))
    const call = (...words: string[]) => finish(['call', ...words, '--url', service.address], options)
    const made = await call('13800138009', '--flow', file)
    expect(made).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Successful: answered, \d+ s\.\n$/),
    })
    const later = await call('13800138009', '--flow', file, '--at', '2099-01-01 00:00:00', '--detach')
    expect(later).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/) })
    expect((await call('13800138009')).said).toContain('call needs a phone number, and --flow or --task')
    expect((await call('110', '--flow', file)).code).not.toBe(0)
  })

  it('says in a sentence what is wrong, with exit code 1', async () => {
    expect(await task('publish', 'nobody')).toMatchObject({
      code: 1,
      said: 'carillon: no task has the name or id "nobody"\n',
    })
    expect((await task('create', 'x')).said).toContain('task create needs a name and --data-source')
    const unread = await task('create', 'x', '--data-source', 'Spring', '--flow', '/nowhere.json')
    expect(unread.said).toContain('--flow: /nowhere.json cannot be read')
    const wrong = await finish(['task', 'stat', 'x', '--url', 'http://127.0.0.1:9'], options)
    expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining('no service answers at') })
  })
})
