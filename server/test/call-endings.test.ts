// What came of calls in five words: the same in counters, charts, reports, lists and exports for people.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallCause } from '../src/platform/words/calls.ts'
import { readCells } from './corpus/tabular-files.ts'
import { endCall } from './support/call-fixtures.ts'
import { dialingWorlds } from './support/dialing-world.ts'
import { expectSuccess } from './support/expectations.ts'
import { createFilesApp, type FilesApp } from './support/files-app.ts'
import { createManualClock } from './support/manual-clock.ts'
import { contactIdsOf, moveTo, skip } from './support/task-fixtures.ts'

const START = '2026-03-02T05:00:00Z'
const ENDS: [cause: CallCause, outcome: 1 | 2 | 3][] = [
  ['answered', 1],
  ['callback', 3],
  ['not_confirmed', 2],
  ['machine', 3],
  ['no_answer', 3],
  ['busy', 2],
]
const ENDINGS = { successful: 1, unsuccessful: 2, machine: 1, notAnswered: 1, failed: 1 }

let app: FilesApp
let dataSourceId: string
let taskId: string
let contacts: string[]

beforeAll(async () => {
  app = await createFilesApp({ clock: createManualClock('2026-03-02T06:00:00Z') })
  dataSourceId = await app.addDataSource(
    'people',
    Array.from({ length: 7 }, (_, index) => `1380013800${index}`),
  )
  taskId = await app.addTask('Spring', dataSourceId, {
    flow: { steps: [{ id: 'ask', type: 'gather', text: 'Press 1.', keys: '1' }] },
    successWhen: 'digits.ask == "1"',
  })
  await moveTo(app, taskId, 'RUNNING')
  contacts = await contactIdsOf(app, dataSourceId)
  for (const [index, [cause, outcome]] of ENDS.entries()) {
    const phoneNumber = `1380013800${index}`
    const call = { taskId, dataSourceId, contactId: contacts[index] ?? '', phoneNumber, cause, outcome }
    const answer = index < 4 ? START : null
    await endCall(app, { ...call, start: START, answer, end: START, talkMs: index < 4 ? 1000 : 0 })
  }
  await skip(app, taskId, contacts[6] ?? '', 'do_not_call')
})
afterAll(() => app.close())

const read = async <Data>(path: string) => expectSuccess(await app.get<Data>(path))

describe('the five words', () => {
  it('are counted alike by the statistics, the explanation, the chart and the report', async () => {
    const stat = await read<{ endings: object }>(`/api/task/${taskId}/stat`)
    const explained = await read<{ calls: object }>(`/api/task/${taskId}/explain`)
    const { buckets } = await read<{ buckets: { callCount: number; endings: object }[] }>(
      `/api/task/${taskId}/history?from=2026-03-02 12:00:00&to=2026-03-02 14:00:00`,
    )
    const report = await read<{ totals: { endings: object; answered: number } }>(
      `/api/report?taskIds=${taskId}&from=2026-03-02 12:00:00&to=2026-03-02 14:00:00`,
    )
    expect(stat.endings).toEqual(ENDINGS)
    expect(explained.calls).toEqual({
      total: 6,
      endings: ENDINGS,
      successRate: 0.1667,
      averageTalkSeconds: 1,
    })
    expect(buckets.filter(({ callCount }) => callCount > 0).map(({ endings }) => endings)).toEqual([ENDINGS])
    expect(report.totals).toMatchObject({ endings: ENDINGS, answered: 3 })
  })

  it('find calls and contacts', async () => {
    type Page = { total: number; rows: { cause: string; ending: string }[] }
    const calls = await read<Page>(`/api/task/${taskId}/calls?ending=unsuccessful`)
    expect(calls.total).toBe(2)
    expect(calls.rows.map(({ cause, ending }) => [cause, ending]).sort()).toEqual([
      ['callback', 'unsuccessful'],
      ['not_confirmed', 'unsuccessful'],
    ])
    const people = await read<Page>(`/api/task/${taskId}/contacts?ending=machine&state=failed`)
    expect(people.rows.map(({ cause, ending }) => [cause, ending])).toEqual([['machine', 'machine']])
    expect((await read<Page>(`/api/task/${taskId}/contacts?ending=machine&cause=busy`)).total).toBe(0)
    expect((await read<Page>(`/api/task/${taskId}/calls?ending=machine&cause=busy`)).total).toBe(0)
  })

  it('are what people read in exports, and where a key decides it is a confirmation', async () => {
    const contactFile = await readCells(
      await app.exportBytes(`/api/task/${taskId}/export?format=csv&labels=en`),
    )
    const status = contactFile[0]?.indexOf('Status') ?? -1
    expect(contactFile.slice(1).map((cells) => cells[status])).toEqual([
      'Confirmed',
      'Answered, not confirmed',
      'Answered, not confirmed',
      'Machine',
      'Not answered',
      'Failed',
      'Skipped',
    ])
    const callFile = await readCells(
      await app.exportBytes(`/api/task/${taskId}/calls/export?format=csv&labels=zh`),
    )
    const outcome = callFile[0]?.indexOf('结果') ?? -1
    expect(
      callFile
        .slice(1)
        .map((cells) => cells[outcome])
        .sort(),
    ).toEqual(['已确认', '已接听，未确认', '已接听，未确认', '机器接听', '未接听', '失败'].sort())
    expect(await read(`/api/task/detail/${taskId}`)).toMatchObject({ isConfirmation: true })
  })

  it('leave the codes of the API as they are', async () => {
    expect(await read(`/api/task/${taskId}/stat`)).toMatchObject({
      successCount: 1,
      failCount: 2,
      noAnswerCount: 3,
    })
    const [titles, ...rows] = await readCells(
      await app.exportBytes(`/api/task/${taskId}/calls/export?format=csv`),
    )
    const outcome = titles?.indexOf('outcome') ?? -1
    expect(rows.map((cells) => cells[outcome]).sort()).toEqual(['1', '2', '2', '3', '3', '3'])
  })
})

const createWorld = dialingWorlds()

it('a settlement counts them for the task', async () => {
  const causes = ['answered', 'voicemail', 'no_answer', 'unreachable', 'invalid_number'] as const
  const world = await createWorld({ answer: (number) => causes[Number(number) - 100] ?? 'busy' })
  const { taskId: id } = await world.addRunningTask(['100', '101', '102', '103', '104'], {
    maxDialCount: 1,
    callInterval: 0,
  })
  world.startNode()
  await world.runOut()
  const [sums] = await world.look(
    `select sum(unsuccessful_count)::int as unsuccessful, sum(machine_count)::int as machine,
       sum(not_answered_count)::int as not_answered from task_counter where task_id = $1`,
    [id],
  )
  expect(sums).toEqual({ unsuccessful: 0, machine: 1, not_answered: 2 })
})
