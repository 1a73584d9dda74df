import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DIAL_CAUSES } from '../src/campaigns/tasks/contacts/dial-causes.ts'
import { cause } from '../src/dialing/calls/calls.schema.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { complete, contactIdsOf, dial, dialRows, skip } from './support/task-fixtures.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

const NOW = '2026-03-02T02:00:00Z'
const clock = createManualClock(NOW)
let app: TestApp
let dataSourceId: string
let id: string
/** Answered, failed, failed too, waiting for a retry, being dialed, not dialed yet. */
let answered: string
let failed: string
let failedToo: string
let waiting: string
let inFlight: string
let undialed: string

beforeAll(async () => {
  app = await createTestApp({ clock })
})
beforeEach(async () => {
  clock.set(NOW)
  dataSourceId = await app.addDataSource(`customers ${Math.random()}`, [
    '101',
    '102',
    '103',
    '104',
    '105',
    '106',
  ])
  id = await app.addTask(`task ${Math.random()}`, dataSourceId)
  expectSuccess(await app.post('/api/task/publish', { id }))
  ;[answered, failed, failedToo, waiting, inFlight, undialed] = (await contactIdsOf(app, dataSourceId)) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  await dial(app, id, answered, 'success')
  await dial(app, id, failed, 'failed')
  await dial(app, id, failedToo, 'failed')
  await dial(app, id, waiting, 'waiting')
  await dial(app, id, inFlight, 'in flight')
  clock.advance(3_600_000)
})
afterAll(() => app.close())

interface Recalled {
  recallCount: number
  recallIds: string[]
}
const recall = (body?: object) => app.post<Recalled>(`/api/task/${id}/recall`, body)

async function taskRow() {
  const [row] = await app.rows<{ status: number; end_time: Date | null }>(
    'select status, end_time from task where id = $1',
    [id],
  )
  return row
}

async function contactStatus(contactId: string) {
  const [row] = await app.rows<{ status: number }>(
    'select coalesce(status, 3) as status from contact c cross join lateral contact_calls(c.data_source_id, c.position) where id = $1',
    [contactId],
  )
  return row?.status
}

describe('a recall without names', () => {
  it.each([undefined, {}, { contactIds: [] }])('redials all failed contacts: %j', async (body) => {
    expect(expectSuccess(await recall(body))).toEqual({ recallCount: 2, recallIds: [failed, failedToo] })
  })

  it('starts a new round with a fresh allowance, due at once, at the lowest priority', async () => {
    expectSuccess(await recall({}))
    const due = { outcome: null, attempts: 0, round: 2, priority: 5, due_at: clock.now() }
    expect(await dialRows(app, id)).toMatchObject([
      { contact_id: answered, outcome: 1, attempts: 2, round: 1, priority: 3, due_at: null },
      { contact_id: failed, ...due },
      { contact_id: failedToo, ...due },
      { contact_id: waiting, outcome: null, attempts: 2, round: 1, priority: 3 },
      { contact_id: inFlight, outcome: null, attempts: 2, round: 1, due_at: null },
    ])
    expect(await contactStatus(failed)).toBe(4)
    expect(await contactStatus(answered)).toBe(1)
  })

  it('finds nothing the second time', async () => {
    expectSuccess(await recall())
    expect(expectSuccess(await recall())).toEqual({ recallCount: 0, recallIds: [] })
  })

  it('passes over a failed contact that was deleted', async () => {
    expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, { contactId: failed }))
    expect(expectSuccess(await recall())).toEqual({ recallCount: 1, recallIds: [failedToo] })
  })
})

describe('a recall by name', () => {
  it('redials whatever the outcome was', async () => {
    const { recallCount, recallIds } = expectSuccess(await recall({ contactIds: [failedToo, answered] }))
    expect([recallCount, recallIds.toSorted()]).toEqual([2, [answered, failedToo].toSorted()])
    expect(await contactStatus(answered)).toBe(4)
    expect(await contactStatus(failed)).toBe(2)
  })

  it('leaves out who waits, is being dialed or has not been dialed yet', async () => {
    const contactIds = [waiting, failed, inFlight, undialed]
    expect(expectSuccess(await recall({ contactIds }))).toEqual({ recallCount: 1, recallIds: [failed] })
    expect(expectSuccess(await recall({ contactIds: [waiting] }))).toEqual({ recallCount: 0, recallIds: [] })
  })

  it('takes a name given twice for one', async () => {
    expect(expectSuccess(await recall({ contactIds: [failed, failed] }))).toEqual({
      recallCount: 1,
      recallIds: [failed],
    })
  })

  it.each([1, 3, 5])('dials with the priority %i asked for', async (priority) => {
    expectSuccess(await recall({ contactIds: [failed], priority }))
    const rows = await dialRows(app, id)
    expect(rows.find((row) => row.contact_id === failed)).toMatchObject({ priority })
    const [task] = await app.rows('select priority from task where id = $1', [id])
    expect(task).toEqual({ priority: 3 })
  })
})

describe('a recall by outcome and cause', () => {
  const causes = (ids: string[], cause: string) =>
    app.rows('update dial set cause = $3 where task_id = $1 and contact_id = any($2)', [id, ids, cause])

  it('redials those with one of the outcomes', async () => {
    const { recallIds } = expectSuccess(await recall({ outcomes: ['success', 'failed'] }))
    expect(recallIds).toEqual([answered, failed, failedToo])
  })

  it('redials those that were skipped', async () => {
    await skip(app, id, undialed, 'do_not_call')
    expect(expectSuccess(await recall({ outcomes: ['skipped'] })).recallIds).toEqual([undialed])
    expect(expectSuccess(await app.get<object>(`/api/task/${id}/stat`))).toMatchObject({ skippedCount: 0 })
  })

  it('redials those whose last call ended with one of the causes, whatever the outcome', async () => {
    await causes([answered, failed], 'busy')
    await causes([failedToo], 'no_answer')
    expect(expectSuccess(await recall({ causes: ['busy'] })).recallIds).toEqual([answered, failed])
    expect(expectSuccess(await recall({ causes: ['busy', 'no_answer'] })).recallIds).toEqual([failedToo])
  })

  it('takes both together', async () => {
    await causes([answered, failed], 'busy')
    expect(expectSuccess(await recall({ outcomes: ['failed'], causes: ['busy'] })).recallIds).toEqual([
      failed,
    ])
  })

  it('takes empty lists for no choice', async () => {
    const body = { outcomes: [], causes: [], contactIds: [] }
    expect(expectSuccess(await recall(body)).recallIds).toEqual([failed, failedToo])
  })

  it('is refused beside names', async () => {
    const contactIds = [failed]
    expectError(await recall({ contactIds, outcomes: ['failed'] }), 400, 'contactIds and outcomes cannot')
    expectError(await recall({ contactIds, causes: ['busy'] }), 400, 'contactIds and causes cannot')
  })

  it('knows every cause of a call', () => {
    expect(DIAL_CAUSES).toEqual(expect.arrayContaining((cause as unknown as { enum: string[] }).enum))
  })
})

describe('a recall of strangers', () => {
  it('is refused with 400 naming them, and recalls nobody', async () => {
    const elsewhere = await app.addDataSource(`others ${Math.random()}`, ['13900139000'])
    const [stranger] = await contactIdsOf(app, elsewhere)
    const before = await dialRows(app, id)
    const answer = await recall({ contactIds: [failed, stranger, 'no-id', UNKNOWN_ID] })
    expectError(answer, 400, /^Not contacts of this task: /)
    for (const named of [stranger, 'no-id', UNKNOWN_ID]) expect(answer.body.message).toContain(`"${named}"`)
    expect(answer.body.message).not.toContain(failed)
    expect(await dialRows(app, id)).toEqual(before)
  })

  it('names ten and counts the rest', async () => {
    const contactIds = Array.from({ length: 25 }, (_, index) => `stranger-${index}`)
    expectError(await recall({ contactIds }), 400, /"stranger-9" and 15 more$/)
  })

  it('includes contacts that joined the data source after a snapshot', async () => {
    const late = expectSuccess(
      await app.post<{ id: string }>(`/api/dataSource/${dataSourceId}/contact/add`, { phoneNumber: '107' }),
    )
    expectError(await recall({ contactIds: [late.id] }), 400, late.id)
  })

  it('includes deleted contacts', async () => {
    expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, { contactId: answered }))
    expectError(await recall({ contactIds: [answered] }), 400, answered)
  })
})

describe('the task of a recall', () => {
  it('runs again if it was COMPLETED, and has not ended', async () => {
    await complete(app, id)
    expect(await taskRow()).toEqual({ status: 4, end_time: expect.any(Date) })
    expectSuccess(await recall({ contactIds: [answered] }))
    expect(await taskRow()).toEqual({ status: 1, end_time: null })
  })

  it('stays COMPLETED if nobody is recalled', async () => {
    await app.rows('delete from dial where task_id = $1 and outcome = 2', [id])
    await complete(app, id)
    expect(expectSuccess(await recall())).toEqual({ recallCount: 0, recallIds: [] })
    expect(await taskRow()).toEqual({ status: 4, end_time: expect.any(Date) })
  })

  it('stays PAUSED', async () => {
    expectSuccess(await app.post('/api/task/pause', { id }))
    expect(expectSuccess(await recall())).toMatchObject({ recallCount: 2 })
    expect(await taskRow()).toEqual({ status: 2, end_time: null })
  })
})

describe('a recall with a malformed body', () => {
  it.each([
    [{ contactIds: 'x' }, 'contactIds must be an array'],
    [{ contactIds: ['x', 7] }, 'contactIds[1] must be a string'],
    [{ priority: 0 }, 'priority must be from 1 to 5'],
    [{ priority: 6 }, 'priority must be from 1 to 5'],
    [{ priority: '5' }, 'priority must be an integer'],
    [{ outcomes: ['lost'] }, 'outcomes[0] must be one of success, failed, skipped'],
    [{ outcomes: 'failed' }, 'outcomes must be an array'],
    [{ causes: [7] }, /^causes\[0\] must be /],
    [[], 'the request body must be a JSON object'],
  ])('%j is refused with 400', async (body, message) => {
    const answer = await recall(body)
    expectError(answer, 400)
    if (message instanceof RegExp) expect(answer.body.message).toMatch(message)
    else expect(answer.body.message).toBe(message)
  })

  it.each(['null', ' null ', '7', '"x"', 'true', '[]', ' ', '\n'])(
    '%j is no request: 400, and nobody is recalled',
    async (payload) => {
      const headers = { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' }
      const answer = await app.send({ method: 'POST', url: `/api/task/${id}/recall`, headers, payload })
      expectError(answer, 400, /^the request body must be a JSON object$/)
      const recalls = "select from audit where task_id = $1 and operation = 'recall'"
      expect(await app.rows(recalls, [id])).toEqual([])
    },
  )
})

it('is refused after the end of the task, also if there is nothing to recall', async () => {
  const ended = await app.addTask(`task ${Math.random()}`, dataSourceId, {
    scheduledEndTime: '2026-03-02 12:00:00',
  })
  expectSuccess(await app.post('/api/task/publish', { id: ended }))
  await app.rows('update task set status = 4, end_time = $2 where id = $1', [ended, clock.now()])
  clock.set('2026-03-02T04:00:00Z')
  for (const body of [undefined, {}, { contactIds: [] }, { contactIds: [failed] }])
    expectError(
      await app.post(`/api/task/${ended}/recall`, body),
      400,
      /^The scheduled end of the task has passed/,
    )
})
