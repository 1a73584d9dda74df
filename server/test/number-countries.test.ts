// One number in several spellings: with the country of a data source, when that changes, and in what is stored already.

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '../src/platform/kernel/ids.ts'
import { endCall, startCall } from './support/call-fixtures.ts'
import { addList, entryCounts, numbersOn } from './support/do-not-call.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createFilesApp, type FilesApp } from './support/files-app.ts'
import { importJobsOf } from './support/import-jobs.ts'
import { createInstantGateway } from './support/instant-gateway.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const COMPLETED = 4
const dialed: string[] = []
let app: FilesApp

beforeAll(async () => {
  const gateway = createInstantGateway(({ phoneNumber }) => {
    dialed.push(phoneNumber)
    return 'answered'
  })
  app = await createFilesApp({ role: 'all', gateway })
  app.startDialing()
})
afterAll(() => app.close())

async function addSource(phoneNumbers: string[], country?: string, node: TestApp = app): Promise<string> {
  const given = { dataSourceName: newId(), ...(country && { country }) }
  const { id } = expectSuccess(await node.post<{ id: string }>('/api/dataSource/add', given))
  for (const phoneNumber of phoneNumbers)
    expectSuccess(await node.post(`/api/dataSource/${id}/contact/add`, { phoneNumber }))
  return id
}

const keysOf = async (dataSourceId: string) =>
  (
    await app.rows<{ phone_key: string }>(
      'select phone_key from contact where data_source_id = $1 order by position',
      [dataSourceId],
    )
  ).map(({ phone_key }) => phone_key)

async function run(dataSourceId: string, settings = {}): Promise<string> {
  const id = await app.addTask(newId(), dataSourceId, { callInterval: 0, ...settings })
  expectSuccess(await app.post('/api/task/publish', { id }))
  await eventually(async () => {
    const { status } = expectSuccess(await app.get<{ status: number }>(`/api/task/detail/${id}`))
    expect(status).toBe(COMPLETED)
  })
  return id
}

describe('without any country', () => {
  it('00 is +: the second spelling is a duplicate, and a do-not-call entry holds for both', async () => {
    const id = await addSource(['+49 151 23456001', '0049 151 23456002'])
    for (const phoneNumber of ['0049 (0)151/23456001', 'tel:+4915123456002'])
      expectError(
        await app.post(`/api/dataSource/${id}/contact/add`, { phoneNumber }),
        409,
        /already belongs to/,
      )
    const listId = await addList(app, ['0049 151 23456001', 'tel:+49-151-23456002'])
    const taskId = await run(id, { doNotCallListIds: [listId] })
    expect(await app.rows('select from call where task_id = $1', [taskId])).toEqual([])
  })

  it('an import says which numbers it could not place, and imports them', async () => {
    const id = await addSource([])
    const file = 'phoneNumber\n0151 / 23 45 60 00\n+4915123456001\nabc\n0151 23456000\n1202 555 0123\n'
    const answer = expectSuccess(await app.upload(id, file))
    expect(answer).toMatchObject({
      ...{ successCount: 3, failCount: 2, unplacedCount: 2 },
      unplaced: [
        { row: 2, phoneNumber: '0151 / 23 45 60 00' },
        { row: 6, phoneNumber: '1202 555 0123' },
      ],
    })
  })

  it('so does a job, in a list of its own', async () => {
    const jobs = importJobsOf(app)
    const id = await addSource([])
    const job = await jobs.ended((await jobs.begin(id, 'phoneNumber\n030 901820\n+4930901821\nx\n')).id)
    expect(job).toMatchObject({ successCount: 2, failCount: 1, unplacedCount: 1 })
    expect((await jobs.failures(job.id)).map(({ row }) => row)).toEqual([4])
    const listed = await app.get(`/api/import/${job.id}/failure/list?code=country_unknown`)
    expect(expectSuccess(listed)).toMatchObject({
      total: 1,
      rows: [{ row: 2, value: '030 901820', code: 'country_unknown' }],
    })
  })
})

describe('the country of a data source', () => {
  it('keeps a number of a spreadsheet from being called that is on a do-not-call list with its country', async () => {
    const listId = await addList(app, ['+1 202 555 0123'])
    const id = await addSource(['1202 555 0123', '202-555-0124'], 'US')
    const taskId = await run(id, { doNotCallListIds: [listId] })
    const calls = await app.rows('select phone_number, phone_key from call where task_id = $1', [taskId])
    expect(calls).toEqual([{ phone_number: '202-555-0124', phone_key: '+12025550124' }])
    // The trunk cannot know which country the local form is of.
    expect(dialed.at(-1)).toBe('+12025550124')
  })

  it('is read, changed and removed', async () => {
    const id = await addSource([], 'DE')
    expect(expectSuccess(await app.get(`/api/dataSource/detail/${id}`))).toMatchObject({ country: 'DE' })
    expect(expectSuccess(await app.post('/api/dataSource/update', { id, country: 'CN' }))).toMatchObject({
      country: 'CN',
      duplicateCount: 0,
    })
    expect(expectSuccess(await app.post('/api/dataSource/update', { id, country: null }))).not.toHaveProperty(
      'country',
    )
    for (const country of ['ZZ', 'de', 'Germany'])
      expectError(
        await app.post('/api/dataSource/update', { id, country }),
        400,
        'country must be a two-letter country code such as CN or GB',
      )
  })

  it('gives stored contacts and their calls other keys when it changes, and says what is twice then', async () => {
    const id = await addSource(['0151 23456000', '+49 151 23456000', '030 901820', '110'])
    const [contact] = await app.rows<{ id: string }>(
      'select id from contact where data_source_id = $1 and position = 1',
      [id],
    )
    const contactId = contact?.id ?? ''
    const taskId = await app.addTask(newId(), id)
    await endCall(app, { taskId, contactId, dataSourceId: id, phoneNumber: '015123456000' })
    const change = (country: string | null) => app.post('/api/dataSource/update', { id, country })
    expect(expectSuccess(await change('DE'))).toMatchObject({ duplicateCount: 1 })
    expect(await keysOf(id)).toEqual(['+4915123456000', '+4915123456000', '+4930901820', '110'])
    const keyOfCall = async () =>
      (await app.rows<{ phone_key: string }>('select phone_key from call where task_id = $1', [taskId]))[0]
        ?.phone_key
    expect(await keyOfCall()).toBe('+4915123456000')
    expectSuccess(await change(null))
    expect(await keysOf(id)).toEqual(['015123456000', '+4915123456000', '030901820', '110'])
    expect(await keyOfCall()).toBe('015123456000')

    await startCall(app, taskId, contactId, new Date())
    onTestFinished(async () => void (await app.rows('delete from live_call where task_id = $1', [taskId])))
    expectError(await change('DE'), 409, /while its contacts are called \(1 live calls\)/)
    expect(await keysOf(id)).toContain('030901820')
  })

  it('is the one of an opt-out of its calls', async () => {
    const id = await addSource(['0151 23456009'], 'DE')
    const listId = await addList(app)
    const taskId = await run(id)
    const [call] = await app.rows<{ id: string }>('select id from call where task_id = $1', [taskId])
    expectSuccess(await app.post(`/api/doNotCall/${listId}/entry/add`, { callId: call?.id }))
    expect(await numbersOn(app, listId)).toEqual(['+4915123456009'])
  })

  it('decides how many numbers of an upload are valid', async () => {
    const jobs = importJobsOf(app)
    const id = await addSource([])
    const rows = ['0151 23456000', '0151/23456001', '+49 12', 'abc', '+1 202 555 0123']
    const { id: jobId } = expectSuccess(
      await jobs.upload(id, `name,phone\n${rows.map((row) => `x,${row}\n`).join('')}`),
    )
    const check = async (query: string) =>
      expectSuccess(await app.get(`/api/import/${jobId}/numbers?${query}`))
    expect(await check('column=1&country=DE')).toEqual({
      ...{ checkedCount: 5, validCount: 3, invalidCount: 1, unplacedCount: 0, unlikelyCount: 1 },
      examples: [
        { row: 4, phoneNumber: '+49 12', problem: 'unlikely' },
        { row: 5, phoneNumber: 'abc', problem: 'invalid' },
      ],
    })
    expect(await check('column=1')).toMatchObject({ validCount: 1, unplacedCount: 2 })
    // A frequent problem leaves room for the examples of others.
    expect(await check('column=0')).toMatchObject({ validCount: 0, invalidCount: 5 })
    const examples = [2, 3, 4].map((row) => ({ row, phoneNumber: 'x', problem: 'invalid' }))
    expect(await check('column=0')).toMatchObject({ examples })
    expectError(await app.get(`/api/import/${jobId}/numbers?column=1&country=XX`), 400, /two-letter/)
    await app.post(`/api/import/${jobId}/cancel`)
    expectError(await app.get(`/api/import/${jobId}/numbers?column=1`), 405, /check is not allowed/)
  })
})

describe('what is stored already', () => {
  it('is compared anew when a node starts with another country, or after an upgrade', async () => {
    const before = await createTestApp()
    onTestFinished(() => before.close())
    const id = await addSource(['030 901820', '0049 30 901821'], undefined, before)
    const own = await addSource(['202 555 0123'], 'US', before)
    const listId = await addList(before, ['030 901820', '+49 30 901820', '030 901822'])
    expectSuccess(await before.post('/api/permission/settings', { deniedPrefixes: ['0900'] }))
    // As versions before this one stored it.
    await before.rows(`update contact set phone_key = '004930901821' where phone_number = '0049 30 901821'`)

    const german = await createTestApp({ database: before.database, defaultCountry: 'DE' })
    onTestFinished(() => german.close())
    await german.renewNumberKeys()
    const keys = await german.rows('select phone_key from contact order by data_source_id, position')
    expect(keys).toEqual(['+4930901820', '+4930901821', '+12025550123'].map((phone_key) => ({ phone_key })))
    expect(
      await german.rows('select phone_key from do_not_call_entry where remove_time is null order by 1'),
    ).toEqual([{ phone_key: '+4930901820' }, { phone_key: '+4930901822' }])
    expect(await entryCounts(german, listId)).toEqual([2, 2])
    expect(expectSuccess(await german.get('/api/permission/settings'))).toMatchObject({
      deniedPrefixes: ['0900', '+49900'],
    })
    expect([id, own]).toHaveLength(2)
  })
})
