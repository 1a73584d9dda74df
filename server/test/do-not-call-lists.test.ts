// Do-not-call lists: add, change, delete, list.

import { describe, expect, it } from 'vitest'
import { addList, type List } from './support/do-not-call.ts'
import { untilHeldUp } from './support/eventually.ts'
import { expectError, expectSuccess, ID, UNKNOWN_ID } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { openForFile } from './support/open-for-file.ts'
import { moveTo, STATES } from './support/task-fixtures.ts'
import { createTestApp } from './support/test-app.ts'

const clock = createManualClock('2026-03-02T01:30:00Z')
const app = await openForFile(createTestApp({ clock }))

const add = (body: object) => app.post<List>('/api/doNotCall/add', body)
const change = (body: object) => app.post<List>('/api/doNotCall/update', body)
const remove = (id: string) => app.post('/api/doNotCall/delete', { id })
const detail = (id: string) => app.get<List>(`/api/doNotCall/detail/${id}`)

describe('a list', () => {
  it('is added for the tasks that name it, unless it is global', async () => {
    const added = expectSuccess(await add({ name: '  Opted out ', description: 'asked', isGlobal: null }))
    expect(added).toEqual({
      id: expect.stringMatching(ID),
      name: 'Opted out',
      description: 'asked',
      isGlobal: false,
      entryCount: 0,
      createTime: '2026-03-02 09:30:00',
      updateTime: '2026-03-02 09:30:00',
    })
    expect(expectSuccess(await detail(added.id))).toEqual(added)
    expect(expectSuccess(await add({ name: 'Regulator', isGlobal: true }))).toMatchObject({
      description: '',
      isGlobal: true,
    })
  })

  it('is changed field by field', async () => {
    const { id } = expectSuccess(await add({ name: 'before', description: 'as it was' }))
    clock.advance(60_000)
    const changed = expectSuccess(await change({ id, isGlobal: true }))
    expect(changed).toMatchObject({ name: 'before', description: 'as it was', isGlobal: true })
    expect(changed.updateTime > changed.createTime).toBe(true)
    expect(expectSuccess(await change({ id, name: 'after', description: '' }))).toMatchObject({
      name: 'after',
      description: '',
      isGlobal: true,
    })
  })

  it('has a name of its own', async () => {
    await addList(app, [], { name: 'taken' })
    const other = await addList(app)
    expectError(await add({ name: ' taken ' }), 409, 'name "taken" already exists')
    expectError(await change({ id: other, name: 'taken' }), 409, 'name "taken" already exists')
  })

  it.each([
    [{}, 'name is required'],
    [{ name: ' ' }, 'name must have from 1 to 100 characters'],
    [{ name: 'n'.repeat(101) }, 'name must have from 1 to 100 characters'],
    [{ name: 'x', isGlobal: 'yes' }, 'isGlobal must be true or false'],
    [{ name: 'x', description: 7 }, 'description must be a string'],
  ])('is refused with the field at fault: %j', async (body, message) => {
    expectError(await add(body), 400, message)
  })

  it('that does not exist is answered with 404', async () => {
    for (const id of [UNKNOWN_ID, 'x']) {
      const answers = [detail(id), change({ id, name: 'y' }), remove(id)]
      for (const answer of await Promise.all(answers))
        expectError(answer, 404, `do-not-call list "${id}" does not exist`)
    }
  })

  it('is listed newest first, by part of its name, and read on after a row', async () => {
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) {
      clock.advance(1000)
      ids.unshift(await addList(app, [], { name: `Listed ${index}%` }))
    }
    const list = async (query: string) =>
      expectSuccess(await app.get<{ total: number; rows: List[] }>(`/api/doNotCall/list?${query}`))
    const { total, rows } = await list('name=LISTED&pageSize=2&pageNum=2')
    expect([total, rows.map(({ id }) => id)]).toEqual([5, ids.slice(2, 4)])
    const after = await list(`name=listed&pageSize=3&afterId=${ids[1]}`)
    expect([after.total, after.rows.map(({ id }) => id)]).toEqual([5, ids.slice(2)])
    expect((await list('name=%25&pageSize=1')).total).toBe(5)
    expectError(await app.get(`/api/doNotCall/list?afterId=${UNKNOWN_ID}`), 400, /^afterId must be the id/)
  })
})

describe('a list is deleted', () => {
  it('if it has no entries', async () => {
    const id = await addList(app, ['101', '102'])
    expectError(await remove(id), 409, 'The list still has 2 numbers: remove them first')
    expectSuccess(await app.post(`/api/doNotCall/${id}/entry/remove`, { phoneNumbers: ['101', '102'] }))
    expect(expectSuccess(await remove(id))).toBeNull()
    expectError(await detail(id), 404)
  })

  it('unless a task names it that can still dial', async () => {
    const source = await app.addDataSource('for deletion', ['101'])
    for (const state of STATES) {
      const id = await addList(app)
      const task = await app.addTask(`names it ${state}`, source, { doNotCallListIds: [id] })
      await moveTo(app, task, state)
      if (['DRAFT', 'RUNNING', 'PAUSED', 'FAILED'].includes(state))
        expectError(
          await remove(id),
          409,
          `is used by tasks that have not ended: ${JSON.stringify(`names it ${state}`)}`,
        )
      else expectSuccess(await remove(id))
    }
  })

  it('naming three of the tasks, and how many more there are', async () => {
    const id = await addList(app)
    const source = await app.addDataSource('for names', ['101'])
    for (let index = 0; index < 5; index += 1) {
      clock.advance(1000)
      await app.addTask(`user ${index}`, source, { doNotCallListIds: [id] })
    }
    expectError(await remove(id), 409, '"user 4", "user 3", "user 2" and 2 more')
  })

  it('after a task that is just being added: then it is in use', async () => {
    const id = await addList(app)
    const source = await app.addDataSource('for the race', ['101'])
    let removing: ReturnType<typeof remove> | undefined
    await app.database.db.transaction(async (tx) => {
      // As a task that names the list holds it.
      await tx.query({ text: 'select from do_not_call_list where id = $1 for key share', values: [id] })
      removing = remove(id)
      await untilHeldUp(app.database.db)
      await app.addTask('just in time', source, { doNotCallListIds: [] })
      await tx.query({
        text: `update task set settings = settings || jsonb_build_object('doNotCallListIds', array[$1::text]) where name = 'just in time'`,
        values: [id],
      })
    })
    expectError(await (removing as ReturnType<typeof remove>), 409, 'just in time')
  })
})
