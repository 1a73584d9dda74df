// Contacts one by one: adding, changing, deleting, and what the lists show of them.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectError, expectSuccess, ID, UNKNOWN_ID } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { dial } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const clock = createManualClock('2026-03-02T01:30:00Z')
let app: TestApp
let dataSourceId: string

beforeAll(async () => {
  app = await createTestApp({ clock })
})
beforeEach(async () => {
  clock.set('2026-03-02T01:30:00Z')
  dataSourceId = await app.addDataSource(`customers ${Math.random()}`)
})
afterAll(() => app.close())

const url = (rest: string, id = dataSourceId) => `/api/dataSource/${id}/${rest}`
const add = (body: object) => app.post<{ id: string }>(url('contact/add'), body)
const update = (body: object) => app.post(url('contact/update'), body)
const remove = (contactId: unknown) => app.post(url('contact/delete'), { contactId })

interface Listed {
  total: number
  rows: Record<string, unknown>[]
}
const list = async (query = '') => expectSuccess(await app.get<Listed>(url(`contacts?${query}`)))
const contactCount = async () =>
  expectSuccess(await app.get<{ contactCount: number }>(`/api/dataSource/detail/${dataSourceId}`))
    .contactCount

describe('adding a contact', () => {
  it('answers what was supplied and what the service adds', async () => {
    const body = { phoneNumber: ' 138-0013-8000 ', customerName: '王小明', level: 'gold' }
    expect(expectSuccess(await add(body))).toEqual({
      id: expect.stringMatching(ID),
      dataSourceId,
      phoneNumber: '138-0013-8000',
      customerName: '王小明',
      level: 'gold',
      status: 3,
      callTime: null,
      callUntil: null,
      withdrawTime: null,
      createTime: '2026-03-02 09:30:00',
    })
    expect(await contactCount()).toBe(1)
  })

  it.each([
    [{}, 'phoneNumber is required'],
    [{ phoneNumber: 13800138000 }, 'phoneNumber must be a string'],
    [{ phoneNumber: null }, 'phoneNumber must be a string'],
    [{ phoneNumber: ['101'] }, 'phoneNumber must be a string'],
  ])('refuses %j with 400', async (body, message) => {
    const answer = await add(body)
    expectError(answer, 400)
    expect(answer.body.message).toBe(message)
    expect(await contactCount()).toBe(0)
  })

  it('refuses a number that is there with 409, naming who has it', async () => {
    const { id } = expectSuccess(await add({ phoneNumber: '13800138000', customerName: 'first' }))
    const message = `^phoneNumber "\\(138\\) 0013.8000" already belongs to contact ${id}$`
    expectError(await add({ phoneNumber: '(138) 0013.8000', customerName: 'second' }), 409, message)
    expect(await list()).toMatchObject({ total: 1, rows: [{ customerName: 'first' }] })
  })

  it('lets two data sources have the same number', async () => {
    await app.addDataSource(`others ${Math.random()}`, ['13800138000'])
    expectSuccess(await add({ phoneNumber: '13800138000' }))
    expect(await contactCount()).toBe(1)
  })

  it('takes a number again after it was deleted', async () => {
    const { id } = expectSuccess(await add({ phoneNumber: '13800138000' }))
    expectSuccess(await remove(id))
    expect(expectSuccess(await add({ phoneNumber: '13800138000' })).id).not.toBe(id)
  })
})

describe('the list of contacts', () => {
  it('shows the named custom fields even when empty, and all others', async () => {
    const { id } = expectSuccess(await add({ phoneNumber: '13800138000', level: 'gold' }))
    expect(await list()).toEqual({
      total: 1,
      rows: [
        {
          id,
          dataSourceId,
          customerName: '',
          phoneNumber: '13800138000',
          address: '',
          orderAmount: '',
          status: 3,
          callCount: 0,
          callTime: null,
          callUntil: null,
          withdrawTime: null,
          createTime: '2026-03-02 09:30:00',
          level: 'gold',
        },
      ],
    })
  })

  it('is empty for an empty data source', async () => {
    expect(await list()).toEqual({ total: 0, rows: [] })
    expect(await list('phoneNumber=138')).toEqual({ total: 0, rows: [] })
  })

  it('shows what a dialer wrote', async () => {
    const { id } = expectSuccess(await add({ phoneNumber: '13800138000' }))
    for (const [state, status] of [
      ['failed', 2],
      ['success', 1],
    ] as const) {
      await dial(app, await app.addTask(state, dataSourceId), id, state)
      await app.rows(`update dial set update_time = now() where outcome = $1`, [status])
    }
    expect(await list()).toMatchObject({ rows: [{ status: 1, callCount: 2 }] })
  })

  it.each([
    'pageNum=0',
    'pageSize=0',
    'pageSize=1001',
    'pageSize=x',
    'phoneNumber=1&phoneNumber=2',
    'phoneNumber=%00',
  ])('refuses ?%s with 400', async (query) => {
    expectError(await app.get(url(`contacts?${query}`)), 400, `^${query.split('=', 1)[0]} must`)
  })
})

describe('updating a contact', () => {
  let contactId: string
  beforeEach(async () => {
    const body = { phoneNumber: '13800138000', customerName: 'Ann', level: 'gold' }
    contactId = expectSuccess(await add(body)).id
    clock.set('2026-03-02T03:00:00Z')
  })

  it('answers all fields as they are now', async () => {
    expect(expectSuccess(await update({ contactId, customerName: 'Ben', address: 'Berlin' }))).toEqual({
      id: contactId,
      dataSourceId,
      phoneNumber: '13800138000',
      customerName: 'Ben',
      address: 'Berlin',
      level: 'gold',
      callTime: null,
      callUntil: null,
      withdrawTime: null,
      updateTime: '2026-03-02 11:00:00',
    })
  })

  it('keeps what is not supplied, and when it was created', async () => {
    expectSuccess(await update({ contactId }))
    expect(await list()).toMatchObject({
      total: 1,
      rows: [{ customerName: 'Ann', level: 'gold', createTime: '2026-03-02 09:30:00' }],
    })
  })

  it('changes the number, and frees the old one', async () => {
    expect(expectSuccess(await update({ contactId, phoneNumber: ' 139-0000-0000 ' }))).toMatchObject({
      phoneNumber: '139-0000-0000',
    })
    expectSuccess(await add({ phoneNumber: '13800138000' }))
    expectError(await add({ phoneNumber: '13900000000' }), 409)
  })

  it('may write its own number differently', async () => {
    expect(expectSuccess(await update({ contactId, phoneNumber: '138 0013 8000' }))).toMatchObject({
      phoneNumber: '138 0013 8000',
    })
  })

  it('refuses the number of another contact with 409, and changes nothing', async () => {
    const other = expectSuccess(await add({ phoneNumber: '13900000000' }))
    const answer = await update({ contactId, phoneNumber: '139-00000000', customerName: 'Ben' })
    expectError(answer, 409, `^phoneNumber "139-00000000" already belongs to contact ${other.id}$`)
    const { rows } = await list('phoneNumber=138')
    expect(rows).toMatchObject([{ phoneNumber: '13800138000', customerName: 'Ann' }])
  })

  it('keeps the number where null is given for it', async () => {
    expect(expectSuccess(await update({ contactId, phoneNumber: null, customerName: 'Ben' }))).toMatchObject({
      phoneNumber: '13800138000',
      customerName: 'Ben',
    })
  })

  it.each([
    [{ phoneNumber: 139 }, 'phoneNumber must be a string'],
    [
      { phoneNumber: 'abc' },
      expect.stringMatching(/^phoneNumber must be an optional \+, then 3 to 20 digits/),
    ],
  ])('refuses %j with 400', async (change, message) => {
    const answer = await update({ contactId, ...change })
    expectError(answer, 400)
    expect(answer.body.message).toEqual(message)
  })

  it('needs a contact of this data source', async () => {
    const elsewhere = await app.addDataSource(`others ${Math.random()}`)
    expectError(await update({ customerName: 'x' }), 400, /^contactId is required$/)
    expectError(await update({ contactId: 7 }), 400, /^contactId must be a string$/)
    expectError(await update({ contactId: UNKNOWN_ID }), 404, /^contact ".*" does not exist$/)
    expectError(await update({ contactId: 'no-id' }), 404, /^contact "no-id" does not exist$/)
    expectError(
      await app.post(url('contact/update', elsewhere), { contactId, customerName: 'x' }),
      404,
      contactId,
    )
  })
})

describe('deleting a contact', () => {
  it('answers null, and it is gone', async () => {
    const { id } = expectSuccess(await add({ phoneNumber: '101' }))
    const kept = expectSuccess(await add({ phoneNumber: '102' }))
    expect(expectSuccess(await remove(id))).toBeNull()
    expect(await list()).toMatchObject({ total: 1, rows: [{ id: kept.id }] })
    expect(await contactCount()).toBe(1)
    expectError(await remove(id), 404, id)
  })

  it('needs a contact of this data source', async () => {
    const { id } = expectSuccess(await add({ phoneNumber: '101' }))
    const elsewhere = await app.addDataSource(`others ${Math.random()}`)
    expectError(await remove(undefined), 400, /^contactId is required$/)
    expectError(await remove(7), 400, /^contactId must be a string$/)
    expectError(await remove(UNKNOWN_ID), 404)
    expectError(await remove('no-id'), 404)
    expectError(await app.post(url('contact/delete', elsewhere), { contactId: id }), 404, id)
    expect(await contactCount()).toBe(1)
  })
})

describe.each([UNKNOWN_ID, 'no-id'])('the unknown data source %s', (unknown) => {
  it('answers 404 to everything', async () => {
    const message = `^data source "${unknown}" does not exist$`
    expectError(await app.get(url('contacts', unknown)), 404, message)
    expectError(await app.get(url('contacts?phoneNumber=1', unknown)), 404, message)
    expectError(await app.post(url('contact/add', unknown), { phoneNumber: '101' }), 404, message)
    expectError(await app.post(url('contact/update', unknown), { contactId: UNKNOWN_ID }), 404, message)
    expectError(await app.post(url('contact/delete', unknown), { contactId: UNKNOWN_ID }), 404, message)
  })
})
