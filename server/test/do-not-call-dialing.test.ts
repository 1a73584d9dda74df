// Two nodes dial while numbers are put on do-not-call lists through either of them: no call to a number is claimed after the
// answer that it is on the list.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { addList } from './support/do-not-call.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { createFilesApp, numberedRows } from './support/files-app.ts'
import { importJobsOf } from './support/import-jobs.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const COUNT = 60
/** Others for each test. */
const numbersFrom = (first: number) => Array.from({ length: COUNT }, (_, index) => String(first + index))
const COMPLETED = 4
const nodes: TestApp[] = []
let app: TestApp

beforeAll(async () => {
  // Each number is busy and called again at once, until it may no longer be.
  const settings = parseSimulatorSettings('seed=1, busy=100, ring=0.1-0.1, talk=0-0, timeout=0')
  const dialing = () => ({ role: 'all', gateway: createSimulator({ settings, clock: systemClock }) }) as const
  app = await createTestApp(dialing())
  nodes.push(app, await createTestApp({ ...dialing(), database: app.database }))
  await app.limits.change({ lines: 10, callsPerSecond: 0 })
  for (const node of nodes) node.startDialing()
})
afterAll(async () => {
  for (const node of nodes.reverse()) await node.close()
})

interface CalledNumber {
  phone_key: string
  calls: number
  last: Date
}

/** How often each number was called by the task, and when it was claimed last. */
async function calledNumbers(taskId: string): Promise<Map<string, CalledNumber>> {
  const rows = await app.rows<CalledNumber>(
    `select phone_key, count(*)::int as calls, max(start_time) as last from call where task_id = $1 group by phone_key`,
    [taskId],
  )
  return new Map(rows.map((row) => [row.phone_key, row]))
}

async function startTask(name: string, numbers: string[], settings: object = {}): Promise<string> {
  const dataSourceId = await app.addDataSource(name, numbers)
  const id = await app.addTask(name, dataSourceId, { callInterval: 0, maxDialCount: 10, ...settings })
  expectSuccess(await app.post('/api/task/publish', { id }))
  return id
}

async function stoppedContacts(taskId: string): Promise<number> {
  const rows = await app.rows(`select from dial where task_id = $1 and cause = 'do_not_call'`, [taskId])
  return rows.length
}

async function untilCompleted(id: string): Promise<void> {
  await eventually(async () => {
    const { status } = expectSuccess(await app.get<{ status: number }>(`/api/task/detail/${id}`))
    expect(status).toBe(COMPLETED)
  })
}

it.each([
  ['a global list', true, 13_800_000_000],
  ['a list that the task names', false, 13_900_000_000],
])('a number is not called once it is on %s, whichever node was told', async (name, isGlobal, first) => {
  const numbers = numbersFrom(first)
  const listId = await addList(app, [], { isGlobal })
  const id = await startTask(name, numbers, isGlobal ? {} : { doNotCallListIds: [listId] })
  const answered = new Map<string, Date>()
  // So that there is something to stop.
  await eventually(async () => expect((await calledNumbers(id)).size).toBeGreaterThan(5))
  for (const [index, number] of numbers.entries()) {
    const [call] = await app.rows<{ id: string }>(
      'select id from call where task_id = $1 and phone_key = $2 order by start_time desc limit 1',
      [id, number],
    )
    const body = call && index % 3 === 0 ? { callId: call.id } : { phoneNumbers: [number] }
    const node = nodes[index % nodes.length] ?? app
    expectSuccess(await node.post(`/api/doNotCall/${listId}/entry/add`, body))
    answered.set(number, new Date())
  }
  await untilCompleted(id)

  const called = await calledNumbers(id)
  const rungAfterwards = numbers.filter((number) => {
    const [last, told] = [called.get(number)?.last, answered.get(number)]
    return last && told && last > told
  })
  expect(rungAfterwards).toEqual([])
  expect(await stoppedContacts(id)).toBeGreaterThan(0)
  expect(await app.rows('select distinct reason, detail from denial where task_id = $1', [id])).toEqual([
    { reason: 'do_not_call', detail: { listId } },
  ])
})

it('numbers of a file are not called once its import has ended', async () => {
  const files = await createFilesApp({ database: app.database })
  files.startImports()
  const listId = await addList(app, [], { isGlobal: true })
  const first = 13_700_000_000
  const id = await startTask('imported', numbersFrom(first))
  const jobs = importJobsOf(files, 'doNotCall')
  await eventually(async () => expect((await calledNumbers(id)).size).toBeGreaterThan(5))
  const job = await jobs.ended((await jobs.begin(listId, numberedRows(COUNT, first))).id)
  const ended = new Date()
  expect(job).toMatchObject({ status: 'completed', successCount: COUNT })
  await untilCompleted(id)
  const late = [...(await calledNumbers(id)).values()].filter(({ last }) => last > ended)
  expect(late).toEqual([])
  expect(await stoppedContacts(id)).toBeGreaterThan(0)
  await files.close()
})
