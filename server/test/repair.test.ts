// Every stored sum is compared with its records; what was broken by hand is found, corrected, and stays correct beside a dialer.

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { finish } from './support/carillon-process.ts'
import { databaseUrl } from './support/database-url.ts'
import { addList } from './support/do-not-call.ts'
import { eventually } from './support/eventually.ts'
import { differencesIn } from './support/sums.ts'
import { moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const NUMBERS = Array.from({ length: 30 }, (_, n) => String(13_800_000_000 + n))

async function startApp(): Promise<TestApp> {
  const settings = parseSimulatorSettings(
    'seed=7, answered=40, busy=30, no_answer=30, ring=0-0, talk=0-0, timeout=0',
  )
  const app = await createTestApp({
    role: 'all',
    gateway: createSimulator({ settings, clock: systemClock }),
  })
  await app.limits.change({ lines: 5, callsPerSecond: 0 })
  return app
}

it('contacts that are added and deleted meanwhile are no difference, and none is lost', async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const id = await app.addDataSource('customers', NUMBERS)
  const [first] = await app.rows<{ id: string }>('select id from contact order by position limit 1')
  const change = async () => {
    const contact = { phoneNumber: '13900000000' }
    expect((await app.post(`/api/dataSource/${id}/contact/add`, contact)).status).toBe(200)
    const deleted = { contactId: first?.id }
    expect((await app.post(`/api/dataSource/${id}/contact/delete`, deleted)).status).toBe(200)
  }
  const db: typeof app.db = {
    ...app.db,
    async query(statement) {
      const result = await app.db.query(statement)
      if (statement.name?.startsWith('list_sources')) await change()
      return result as never
    },
  }
  expect(await differencesIn({ ...app, db }, true)).toEqual([])
  expect(await differencesIn(app, false)).toEqual([])
  const found = await app.get<{ rows: object[] }>(`/api/dataSource/${id}/contacts?phoneNumber=1390000`)
  expect(found.body.data.rows).toHaveLength(1)
})

const callCountOf = async (app: TestApp, id: string) =>
  (await app.get<{ callCount: number }>(`/api/task/detail/${id}`)).body.data.callCount

describe('after some dialing', () => {
  let app: TestApp
  let dataSourceId: string
  let taskId: string
  let liveTaskId: string
  beforeAll(async () => {
    app = await startApp()
    dataSourceId = await app.addDataSource('customers', NUMBERS)
    await addList(app, ['100', '101', '102'], { name: 'opted out' })
    taskId = await app.addTask('spring', dataSourceId, { callInterval: 3600 })
    liveTaskId = await app.addTask('summer', dataSourceId, { listMode: 'live', callInterval: 3600 })
    app.startDialing()
    for (const id of [taskId, liveTaskId]) await moveTo(app, id, 'RUNNING')
    await eventually(async () => {
      for (const id of [taskId, liveTaskId])
        expect(await callCountOf(app, id)).toBeGreaterThanOrEqual(NUMBERS.length)
    })
    await app.stopDialing(5000)
    const [contact] = await app.rows<{ id: string }>('select id from contact where position = 3')
    const deleted = { contactId: contact?.id }
    expect((await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, deleted)).status).toBe(200)
  })
  afterAll(() => app.close())

  it('all sums agree', async () => {
    expect(await differencesIn(app, false)).toEqual([])
  })

  const ofTask = (sum: string, off: number) => ({ of: 'task', sum, off })
  it.each([
    [
      'calls of a task',
      'update task_counter set call_count = call_count + 2, success_count = success_count + 2 where task_id = $1 and slot = (select max(slot) from task_counter where task_id = $1)',
      [ofTask('callCount', 2), ofTask('successCount', 2), ofTask('liveCalls', -2)],
    ],
    [
      'talk time and contacts that are done',
      `update task_counter set talk_ms = talk_ms + 500, answered_count = answered_count - 1, success_contacts = success_contacts - 1,
         failed_contacts = failed_contacts + 3, skipped_contacts = skipped_contacts + 2 where task_id = $1 and slot = (select max(slot) from task_counter where task_id = $1)`,
      [
        ofTask('answeredCount', -1),
        ofTask('talkMs', 500),
        ofTask('successContacts', -1),
        ofTask('failedContacts', 3),
        ofTask('skippedContacts', 2),
      ],
    ],
    [
      'contacts of a task',
      'update task set contact_count = contact_count - 4 where id = $1',
      [ofTask('contactCount', -4)],
    ],
    [
      'contacts of a task in live mode',
      'update task set kept_count = kept_count + 4 where id = $2',
      [ofTask('contactCount', 4)],
    ],
    [
      'live calls of a task',
      'update task_progress set started_count = started_count + 1 where task_id = $1',
      [ofTask('liveCalls', 1)],
    ],
    [
      'lines in use',
      'update dialer set started_total = started_total + 3',
      [{ of: 'dialer', sum: 'linesInUse', off: 3 }],
    ],
    [
      'sums of a time',
      'update call_sum set talk_ms = talk_ms + 1, causes[1] = causes[1] + 2, talk_times[2] = talk_times[2] - 1 where task_id = $1',
      [{ of: 'task', sum: 'reports', rows: expect.any(Number) }],
    ],
    [
      'sums of a time without a row',
      'delete from call_sum where task_id = $1',
      [{ of: 'task', sum: 'reports', rows: expect.any(Number) }],
    ],
    [
      'contacts of a data source',
      'update data_source set contact_count = contact_count - 5 where id = $3',
      [{ of: 'dataSource', sum: 'contactCount', off: -5 }],
    ],
    [
      'entries of a do-not-call list',
      `update do_not_call_list set entry_count = entry_count - 2 where name = 'opted out'`,
      [{ of: 'doNotCallList', sum: 'entryCount', off: -2 }],
    ],
    [
      'numbers of a block',
      `update contact_block set numbers = replace(numbers, '13800000007', '13800000009') where data_source_id = $3`,
      [{ of: 'dataSource', sum: 'contactBlocks', rows: 1 }],
    ],
    [
      'count of a block',
      'update contact_block set contact_count = contact_count + 1 where data_source_id = $3',
      [{ of: 'dataSource', sum: 'contactBlocks', rows: 1 }],
    ],
    [
      'a block that is missing',
      'delete from contact_block where data_source_id = $3',
      [{ of: 'dataSource', sum: 'contactBlocks', rows: 1 }],
    ],
    [
      'names of contacts that are not in a block yet',
      `update data_source set name_field = 'city' where id = $3`,
      [{ of: 'dataSource', sum: 'nameBlocks', rows: 1 }],
    ],
    [
      'names of a block',
      `update name_block set names = 'anna' || names where data_source_id = $3`,
      [{ of: 'dataSource', sum: 'nameBlocks', rows: 1 }],
    ],
  ])('%s: found, corrected, and once only', async (_, statement, expected) => {
    const ids = [taskId, liveTaskId, dataSourceId]
    const used = ids.filter((_id, index) => statement.includes(`$${index + 1}`))
    const renumbered = statement.replace(/\$\d/g, '$1')
    await app.rows(renumbered, used)
    const found = (await differencesIn(app, false)).map((difference) =>
      'rows' in difference
        ? { of: difference.of, sum: difference.sum, rows: difference.rows }
        : { of: difference.of, sum: difference.sum, off: difference.counted - difference.actual },
    )
    expect(found).toEqual(expected)
    expect(await differencesIn(app, true)).toHaveLength(expected.length)
    expect(await differencesIn(app, false)).toEqual([])
    expect(await differencesIn(app, true)).toEqual([])
  })

  it('a page and a search find what they found before the blocks were broken', async () => {
    const listed = await app.get<{ total: number }>(
      `/api/dataSource/${dataSourceId}/contacts?phoneNumber=8000000&pageNum=1&pageSize=5`,
    )
    expect(listed.body.data.total).toBe(NUMBERS.length - 1)
  })
})

describe('beside a dialer at work', () => {
  it('sums that are broken again and again are correct in the end, and every call is counted once', async () => {
    const app = await startApp()
    onTestFinished(() => app.close())
    const dataSourceId = await app.addDataSource('customers', NUMBERS)
    const taskIds = await Promise.all(
      ['spring', 'summer', 'autumn'].map((name) => app.addTask(name, dataSourceId, { callInterval: 1 })),
    )
    app.startDialing()
    for (const id of taskIds) await moveTo(app, id, 'RUNNING')
    let corrections = 0
    await eventually(async () => {
      await app.rows(
        `update task set contact_count = contact_count + 1 where id = $1`,
        taskIds.slice(corrections % 3, (corrections % 3) + 1),
      )
      corrections += (await differencesIn(app, true)).length
      for (const id of taskIds)
        expect((await app.get<{ status: number }>(`/api/task/detail/${id}`)).body.data.status).toBe(4)
    })
    await app.stopDialing(5000)
    expect(corrections).toBeGreaterThan(0)
    await differencesIn(app, true)
    expect(await differencesIn(app, false)).toEqual([])
    const [calls] = await app.rows<{ counted: number; recorded: number; of_contacts: number }>(
      `select (select sum(call_count)::int from task_counter) as counted, count(*)::int as recorded,
         (select sum(call_count)::int from contact c cross join lateral contact_calls(c.data_source_id, c.position)) as of_contacts
       from call`,
    )
    expect(calls?.counted).toBe(calls?.recorded)
    expect(calls?.of_contacts).toBe(calls?.recorded)
  })
})

describe('carillon check and carillon repair', () => {
  it('say what differs and what was corrected', async () => {
    const app = await createTestApp()
    onTestFinished(() => app.close())
    const id = await app.addDataSource('the list', NUMBERS.slice(0, 2))
    const run = (...args: string[]) =>
      finish(args, { env: { DATABASE_URL: databaseUrl(app.database.connection) } })
    await app.rows('update data_source set contact_count = 1')
    await app.rows(`update contact_block set numbers = ','`)

    const sums = `data source ${id} (the list): contactCount is 1, but 2 by the records`
    const blocks = `data source ${id} (the list): blocks of contacts: 1`
    expect(await run('check')).toEqual({
      code: 1,
      stdout: `${sums}\n${blocks}\nRun carillon repair to correct them.\n`,
      said: '',
    })
    const found = await run('check', '--json')
    expect([found.code, JSON.parse(found.stdout)]).toEqual([
      1,
      {
        differences: [
          { of: 'dataSource', id, name: 'the list', sum: 'contactCount', counted: 1, actual: 2 },
          { of: 'dataSource', id, name: 'the list', sum: 'contactBlocks', rows: 1 },
        ],
      },
    ])
    expect(await run('repair')).toEqual({
      code: 0,
      stdout: `corrected ${sums}\ncorrected ${blocks}\n`,
      said: '',
    })
    expect(await run('check')).toEqual({ code: 0, stdout: 'All sums agree with their records.\n', said: '' })
    expect(await run('repair', '--json')).toEqual({ code: 0, stdout: '{\n  "corrected": []\n}\n', said: '' })
  })
})
