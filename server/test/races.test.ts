// Many callers at the same moment: of those who want the same, one gets it; what is counted stays right.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDialer } from '../src/dialing/dialer/dialer.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { createZoneOffsets } from '../src/platform/kernel/timestamps.ts'
import { eventually, untilHeldUp } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createInstantGateway } from './support/instant-gateway.ts'
import { createSeededRandom } from './support/seeded-random.ts'
import { silentLog } from './support/silent-log.ts'
import { contactIdsOf, dial, dialRows, moveTo, type StateName } from './support/task-fixtures.ts'
import { type Answer, createTestApp, type TestApp } from './support/test-app.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

const CALLERS = 100
const random = createSeededRandom(42)

let database: TestDatabase
/** Two nodes, so that nothing is decided inside one process. */
let nodes: [TestApp, TestApp]
let app: TestApp
let dataSourceId: string

beforeAll(async () => {
  database = await createTestDatabase()
  nodes = [
    await createTestApp({ database, maxConnections: 20 }),
    await createTestApp({ database, maxConnections: 20 }),
  ]
  app = nodes[0]
})
beforeEach(async () => {
  dataSourceId = await app.addDataSource(`customers ${Math.random()}`)
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await database.drop()
})

function atOnce<Result>(
  count: number,
  call: (node: TestApp, index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(nodes[index % 2] as TestApp, index)))
}

function countStatuses(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const add = (node: TestApp, phoneNumber: string) =>
  node.post<{ id: string }>(`/api/dataSource/${dataSourceId}/contact/add`, { phoneNumber })
const remove = (node: TestApp, contactId: string | undefined) =>
  node.post(`/api/dataSource/${dataSourceId}/contact/delete`, { contactId })

async function storedSource() {
  const [row] = await app.rows<{ contact_count: number; last_position: number; positions: number[] }>(
    `select contact_count, last_position,
       array(select position from contact where data_source_id = d.id order by position) as positions
     from data_source d where id = $1`,
    [dataSourceId],
  )
  return row
}

describe('one name wanted by many', () => {
  it('is taken by one task', async () => {
    const answers = await atOnce(CALLERS, (node) =>
      node.post('/api/task/add', { taskName: 'one', dataSourceId }),
    )
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: CALLERS - 1 })
  })

  it('is taken by one data source', async () => {
    const answers = await atOnce(CALLERS, (node) =>
      node.post('/api/dataSource/add', { dataSourceName: 'one' }),
    )
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: CALLERS - 1 })
  })

  it('is taken by one of many drafts that are renamed', async () => {
    const ids = await atOnce(20, (node, index) =>
      node.addTask(`draft ${index} ${Math.random()}`, dataSourceId),
    )
    const answers = await atOnce(20, (node, index) =>
      node.post('/api/task/update', { id: ids[index], taskName: 'renamed' }),
    )
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 19 })
  })
})

describe('one task moved by many', () => {
  it.each<[operation: string, from: StateName, to: StateName]>([
    ['publish', 'DRAFT', 'RUNNING'],
    ['pause', 'RUNNING', 'PAUSED'],
    ['resume', 'PAUSED', 'RUNNING'],
    ['stop', 'RUNNING', 'STOPPED'],
    ['close', 'STOPPED', 'CLOSED'],
  ])('%s in %s succeeds once', async (operation, from, to) => {
    const id = await app.addTask(`task ${Math.random()}`, dataSourceId)
    await moveTo(app, id, from)
    const [before] = await app.rows<{ count: number }>('select count(*) from audit where task_id = $1', [id])
    const answers = await atOnce(CALLERS, (node) => node.post(`/api/task/${operation}`, { id }))
    expect(countStatuses(answers)).toEqual({ 200: 1, 405: CALLERS - 1 })
    for (const refused of answers.filter(({ status }) => status === 405))
      expectError(refused, 405, `^${operation} is not allowed while the task is ${to}`)
    const [after] = await app.rows<{ count: number }>('select count(*) from audit where task_id = $1', [id])
    expect(after?.count).toBe((before?.count ?? 0) + 1)
  })

  it('each operation that succeeds finds the state that the one before it left', async () => {
    const id = await app.addTask(`task ${Math.random()}`, dataSourceId)
    await moveTo(app, id, 'RUNNING')
    const operations = ['pause', 'resume', 'pause', 'resume', 'stop', 'close']
    const answers = await atOnce(60, (node, index) => node.post(`/api/task/${operations[index % 6]}`, { id }))
    expect(Object.keys(countStatuses(answers)).sort()).toEqual(['200', '405'])
    const trail = await app.rows<{ operation: string }>(
      'select operation from audit where task_id = $1 order by id',
      [id],
    )
    const story = trail.map((row) => row.operation).join(' ')
    expect(story).toMatch(/^add publish( pause resume)*( pause)?( stop( close)?)?$/)
    expect(trail).toHaveLength(2 + answers.filter(({ status }) => status === 200).length)
  })
})

describe('contacts added by many', () => {
  it('one number becomes one contact', async () => {
    const answers = await atOnce(CALLERS, (node, index) =>
      add(node, index % 2 ? '13800138000' : '138-0013-8000'),
    )
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: CALLERS - 1 })
    expect(await storedSource()).toEqual({ contact_count: 1, last_position: 1, positions: [1] })
  })

  it('different numbers are numbered without a gap', async () => {
    const answers = await atOnce(CALLERS, (node, index) => add(node, `1380013${1000 + index}`))
    expect(countStatuses(answers)).toEqual({ 200: CALLERS })
    const positions = Array.from({ length: CALLERS }, (_, index) => index + 1)
    expect(await storedSource()).toEqual({ contact_count: CALLERS, last_position: CALLERS, positions })
  })

  it('one number is taken by one of many contacts that are changed', async () => {
    for (let index = 0; index < 10; index += 1) expectSuccess(await add(app, `10${index}`))
    const ids = await contactIdsOf(app, dataSourceId)
    const answers = await atOnce(10, (node, index) =>
      node.post(`/api/dataSource/${dataSourceId}/contact/update`, {
        contactId: ids[index],
        phoneNumber: '999',
      }),
    )
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 9 })
  })

  it('join a live list one by one', async () => {
    const id = await app.addTask(`live ${Math.random()}`, dataSourceId, { listMode: 'live' })
    const [published] = await Promise.all([
      app.post('/api/task/publish', { id }),
      ...Array.from({ length: 50 }, (_, index) => add(nodes[index % 2] as TestApp, `1380013${1000 + index}`)),
    ])
    expectSuccess(published)
    expect(expectSuccess(await app.get(`/api/task/detail/${id}`))).toMatchObject({ contactCount: 50 })
  })
})

/** Until the task is done; everybody answers. */
async function dialAlone(taskId: string): Promise<void> {
  await app.rows('update task set status = 2 where status = 1 and id <> $1', [taskId])
  const dialer = createDialer({
    ...{ db: app.db, clock: systemClock, gateway: createInstantGateway(), log: silentLog, name: 'node' },
    offsetAt: createZoneOffsets('UTC'),
  })
  await eventually(async () => {
    await dialer.step()
    await dialer.settle()
    expect(expectSuccess(await app.get(`/api/task/detail/${taskId}`))).toMatchObject({ status: 4 })
  })
}

describe('contacts deleted by many', () => {
  let ids: string[]
  beforeEach(async () => {
    await atOnce(40, (node, index) => add(node, `1380013${1000 + index}`))
    ids = await contactIdsOf(app, dataSourceId)
  })

  it('one contact is deleted once', async () => {
    const answers = await atOnce(CALLERS, (node) => remove(node, ids[7]))
    expect(countStatuses(answers)).toEqual({ 200: 1, 404: CALLERS - 1 })
    expect(await storedSource()).toMatchObject({ contact_count: 39, last_position: 40 })
  })

  it.each(['snapshot', 'live'])('while a task is published (%s), it counts who is left', async (listMode) => {
    for (let round = 0; round < 5; round += 1) {
      const id = await app.addTask(`task ${Math.random()}`, dataSourceId, { listMode })
      const leaving = random.sample(await contactIdsOf(app, dataSourceId), 6)
      const calls = [
        ...leaving.slice(0, 3).map((contactId) => remove(nodes[0], contactId)),
        nodes[1].post('/api/task/publish', { id }),
        ...leaving.slice(3).map((contactId) => remove(nodes[1], contactId)),
      ]
      for (const answer of await Promise.all(calls)) expectSuccess(answer)
      const left = (await contactIdsOf(app, dataSourceId)).length
      expect(expectSuccess(await app.get(`/api/task/detail/${id}`))).toMatchObject({ contactCount: left })
    }
  })

  it('while they are recalled, nobody who is gone is called', async () => {
    const id = await app.addTask(`task ${Math.random()}`, dataSourceId, { callInterval: 0 })
    await moveTo(app, id, 'RUNNING')
    for (const contactId of ids) await dial(app, id, contactId, 'failed')
    await app.rows('insert into task_progress (task_id, cursor, started_count) values ($1, $2, 0)', [
      id,
      ids.length,
    ])
    const calls = [
      ...ids.slice(0, 15).map((contactId) => remove(nodes[0], contactId)),
      ...Array.from({ length: 5 }, () => nodes[1].post(`/api/task/${id}/recall`)),
      nodes[1].post(`/api/task/${id}/recall`, { contactIds: ids.slice(20) }),
      ...ids.slice(15, 20).map((contactId) => remove(nodes[1], contactId)),
    ]
    for (const answer of await Promise.all(calls)) expectSuccess(answer)
    const left = new Set(await contactIdsOf(app, dataSourceId))
    // A deletion that a step of the recall did not see is found by the claim.
    await dialAlone(id)
    const dials = await dialRows(app, id)
    expect(dials).toHaveLength(ids.length)
    expect(dials.filter(({ due_at, outcome }) => due_at !== null || outcome === null)).toEqual([])
    expect(new Set(dials.filter(({ outcome }) => outcome === 1).map((row) => row.contact_id))).toEqual(left)
  })
})

describe('everything at once', () => {
  it('leaves counts that add up, and no deadlock', async () => {
    await atOnce(30, (node, index) => add(node, `1380013${1000 + index}`))
    const ids = await contactIdsOf(app, dataSourceId)
    const tasks = await atOnce(4, (node, index) =>
      node.addTask(`task ${Math.random()}`, dataSourceId, { listMode: index % 2 ? 'live' : 'snapshot' }),
    )
    const answers = await atOnce<Answer>(200, (node, index) => {
      const taskId = random.pick(tasks)
      switch (index % 5) {
        case 0:
          return add(node, `1390013${1000 + random.below(60)}`)
        case 1:
          return remove(node, random.pick(ids))
        case 2:
          return node.post(`/api/task/${random.pick(['publish', 'pause', 'resume'])}`, { id: taskId })
        case 3:
          return node.post(`/api/task/${taskId}/recall`)
        default:
          return node.post(`/api/dataSource/${dataSourceId}/contact/update`, {
            contactId: random.pick(ids),
            phoneNumber: `1370013${1000 + random.below(60)}`,
          })
      }
    })
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const source = await storedSource()
    expect(source?.contact_count).toBe(source?.positions.length)
    // Nobody was dialed, so a list is who is left of it.
    const wrong = await app.rows(
      `select id from task t where data_source_id = $1 and contact_count <> (
         select count(*) from contact c where c.data_source_id = $1 and (t.list_end is null or c.position <= t.list_end))`,
      [dataSourceId],
    )
    expect(wrong).toEqual([])
  })
})

describe('a deadlock with somebody else', () => {
  /** Holds the contact, waits until the request waits for it, and then wants the task, which the request holds. */
  async function deadlockWith(
    ids: { taskId: string; contactId: string },
    request: () => Promise<Answer>,
  ): Promise<Answer> {
    let answer: Promise<Answer> | undefined
    await database.db.transaction(async (tx) => {
      // So that it is the request that has to give way.
      await tx.query({ text: `set local deadlock_timeout = '1min'` })
      await tx.query({ text: 'select from contact where id = $1 for update', values: [ids.contactId] })
      answer = request()
      await untilHeldUp(database.db)
      await tx.query({
        text: `update task set settings = settings || '{"priority": 2}' where id = $1`,
        values: [ids.taskId],
      })
    })
    if (!answer) throw new Error('nothing was asked')
    return answer
  }

  async function dialedTask(): Promise<{ taskId: string; contactId: string }> {
    expectSuccess(await add(app, '101'))
    const [contactId = ''] = await contactIdsOf(app, dataSourceId)
    const taskId = await app.addTask(`task ${Math.random()}`, dataSourceId)
    await moveTo(app, taskId, 'RUNNING')
    await dial(app, taskId, contactId, 'failed')
    return { taskId, contactId }
  }

  it('does not keep a contact from being deleted', async () => {
    const ids = await dialedTask()
    expectSuccess(await deadlockWith(ids, () => remove(app, ids.contactId)))
    expect(await storedSource()).toMatchObject({ contact_count: 0, positions: [] })
  })
})
