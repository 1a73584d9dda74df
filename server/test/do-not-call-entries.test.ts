// The entries of do-not-call lists: add by number or by call, replace, remove, search, count, expire.

import { describe, expect, it } from 'vitest'
import { newId } from '../src/platform/kernel/ids.ts'
import { endCall, startCall } from './support/call-fixtures.ts'
import { addList, entriesOf, entryCounts, numbersOn, pastEntries } from './support/do-not-call.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { openForFile } from './support/open-for-file.ts'
import { contactIdsOf } from './support/task-fixtures.ts'
import { createTestApp } from './support/test-app.ts'

const clock = createManualClock('2026-03-02T01:30:00Z')
const app = await openForFile(createTestApp({ clock }))

interface Added {
  addedCount: number
  updatedCount: number
}
const add = (id: string, body: object) => app.post<Added>(`/api/doNotCall/${id}/entry/add`, body)
const remove = (id: string, phoneNumbers: string[]) =>
  app.post<{ removedCount: number }>(`/api/doNotCall/${id}/entry/remove`, { phoneNumbers })

/** Whether the list forbids the number now, as a claim asks it. */
async function isForbidden(listId: string, key: string): Promise<boolean> {
  const found = await app.rows('select list_id from do_not_call_list_with($1, array[$2::uuid], $3)', [
    key,
    listId,
    clock.now(),
  ])
  return found.length > 0
}

describe('entries are added', () => {
  it('by number, in any spelling, with who added them and why', async () => {
    const id = await addList(app)
    const given = { phoneNumbers: ['+86 138-0013-8000', ' 101'], note: 'asked', expireTime: null }
    expect(expectSuccess(await add(id, given))).toEqual({ addedCount: 2, updatedCount: 0 })
    const { total, rows } = await entriesOf(app, id)
    expect([total, rows]).toEqual([
      2,
      ['101', '+86 138-0013-8000'].map((phoneNumber, index) => ({
        id: String(2 - index),
        phoneNumber,
        note: 'asked',
        actor: 'ACCESS_TOKEN',
        createTime: '2026-03-02 09:30:00',
        expireTime: null,
        isExpired: false,
      })),
    ])
    expect(await isForbidden(id, '+8613800138000')).toBe(true)
    expect(await isForbidden(id, '13800138000')).toBe(false)
  })

  it('under the key by which contacts are compared, also with a default country', async () => {
    const german = await createTestApp({ database: app.database, clock, defaultCountry: 'DE' })
    const id = await addList(german, ['030 901820', '+49 171 5550199'])
    const source = await german.addDataSource('in Germany', [
      '+49 (0)30 901820',
      '0171/5550199'.replace('/', ''),
    ])
    const keys = await app.rows<{ phone_key: string }>(
      'select phone_key from contact where data_source_id = $1',
      [source],
    )
    expect(keys).toHaveLength(2)
    for (const { phone_key } of keys) expect(await isForbidden(id, phone_key)).toBe(true)
    // Both the local and the international beginning find them.
    for (const [beginning, found] of [
      ['030', 1],
      ['+4930', 1],
      ['0049 30 9', 1],
      ['0', 2],
      ['+49', 2],
      ['30', 1],
      ['031', 0],
    ] as const)
      expect((await entriesOf(german, id, `?phoneNumber=${encodeURIComponent(beginning)}`)).total).toBe(found)
    await german.close()
  })

  it('once, however often a request names the number: the last spelling counts', async () => {
    const id = await addList(app)
    expect(expectSuccess(await add(id, { phoneNumbers: ['138001', '138-001', '102'] }))).toEqual({
      addedCount: 2,
      updatedCount: 0,
    })
    expect(await numbersOn(app, id)).toEqual(['102', '138-001'])
    expect(await entryCounts(app, id)).toEqual([2, 2])
  })

  it('in place of the entry that the number had, which is kept as proof', async () => {
    const id = await addList(app)
    expectSuccess(await add(id, { phoneNumbers: ['101', '102'], note: 'first' }))
    clock.advance(60_000)
    const second = { phoneNumbers: ['1-01', '103'], note: 'second', expireTime: '2026-06-01 00:00:00' }
    expect(expectSuccess(await add(id, second))).toEqual({ addedCount: 1, updatedCount: 1 })
    const { rows } = await entriesOf(app, id)
    expect(rows.map(({ phoneNumber, note, expireTime }) => [phoneNumber, note, expireTime])).toEqual([
      ['103', 'second', '2026-06-01 00:00:00'],
      ['102', 'first', null],
      ['1-01', 'second', '2026-06-01 00:00:00'],
    ])
    // Its place in the list, so that who reads on from a row does not miss it.
    expect(rows.map((row) => row.id)).toEqual(['3', '2', '1'])
    expect(await pastEntries(app, id)).toMatchObject([
      { phone_number: '101', note: 'first', actor: 'ACCESS_TOKEN', remove_actor: 'ACCESS_TOKEN' },
    ])
    expect(await entryCounts(app, id)).toEqual([3, 3])
  })

  it.each([
    [{ phoneNumbers: ['101', '12'] }, 'phoneNumbers[1] must be an optional +, then 3 to 20 digits'],
    [{ phoneNumbers: ['101.0'] }, 'phoneNumbers[0] must not have a decimal ending'],
    [{ phoneNumbers: [101] }, 'phoneNumbers[0] must be a string'],
    [{ phoneNumbers: [] }, 'phoneNumbers must have from 1 to 1000 items'],
    [{ phoneNumbers: Array(1001).fill('101') }, 'phoneNumbers must have from 1 to 1000 items'],
    [{ phoneNumbers: '101' }, 'phoneNumbers must be an array'],
    [{}, 'phoneNumbers is required, unless callId is given'],
    [{ phoneNumbers: ['101'], callId: UNKNOWN_ID }, 'phoneNumbers and callId cannot be given together'],
    [{ phoneNumbers: ['101'], expireTime: '2026-02-30 00:00:00' }, 'expireTime must be a time'],
    [{ phoneNumbers: ['101'], expireTime: '2026-03-01' }, 'expireTime must be a time'],
    [{ phoneNumbers: ['101'], expireTime: '2026-03-01 00:00:00' }, 'expireTime has passed'],
    [{ phoneNumbers: ['101'], note: 'n'.repeat(501) }, 'note must have at most 500 characters'],
    [{ phoneNumbers: ['101'], note: 'a\0' }, 'note must not contain a NUL character'],
  ])('unless something is wrong, which is named', async (body, message) => {
    const id = await addList(app)
    expectError(await add(id, body), 400, message.replace(/[[\]+]/g, '\\$&'))
    expect(await entryCounts(app, id)).toEqual([0, 0])
  })

  it('only to a list that exists', async () => {
    for (const id of [UNKNOWN_ID, 'x']) {
      expectError(await add(id, { phoneNumbers: ['101'] }), 404, 'do-not-call list')
      expectError(await remove(id, ['101']), 404, 'do-not-call list')
      expectError(await app.get(`/api/doNotCall/${id}/entries`), 404, 'do-not-call list')
    }
  })
})

describe('a call opts its number out', () => {
  async function newTask(phoneNumber: string) {
    const dataSourceId = await app.addDataSource(newId(), [phoneNumber])
    const taskId = await app.addTask(newId(), dataSourceId)
    expectSuccess(await app.post('/api/task/publish', { id: taskId }))
    const [contactId = ''] = await contactIdsOf(app, dataSourceId)
    return { dataSourceId, taskId, contactId }
  }

  it('while it is live', async () => {
    const id = await addList(app)
    const { taskId, contactId } = await newTask('138-0013-0001')
    const callId = await startCall(app, taskId, contactId, clock.now())
    expect(expectSuccess(await add(id, { callId, note: 'pressed 9' }))).toEqual({
      addedCount: 1,
      updatedCount: 0,
    })
    expect((await entriesOf(app, id)).rows).toMatchObject([
      { phoneNumber: '138-0013-0001', note: 'pressed 9' },
    ])
    expect(await isForbidden(id, '13800130001')).toBe(true)
  })

  it.each([
    ['at the time of its id', 0],
    ['by a clock that was hours off', 5 * 3_600_000],
  ])('after it has ended, %s', async (_, offMs) => {
    const id = await addList(app)
    const call = { ...(await newTask('13800130002')), phoneNumber: '13800130002' }
    await endCall(app, { ...call, phoneNumber: '13800130003' })
    const callId = await endCall(app, { ...call, start: new Date(Date.now() - offMs).toISOString() })
    expectSuccess(await add(id, { callId }))
    expect(await numbersOn(app, id)).toEqual(['13800130002'])
  })

  it('if there is such a call', async () => {
    const id = await addList(app)
    for (const callId of [UNKNOWN_ID, newId(), 'x'])
      expectError(await add(id, { callId }), 404, `call "${callId}" does not exist`)
  })
})

describe('entries are removed', () => {
  it('by number, in any spelling, and kept as proof', async () => {
    const id = await addList(app, ['138-0013-8000', '101', '102'])
    clock.advance(60_000)
    expect(expectSuccess(await remove(id, ['13800138000', '13800138000', '999']))).toEqual({
      removedCount: 1,
    })
    expect(await numbersOn(app, id)).toEqual(['102', '101'])
    expect(await entryCounts(app, id)).toEqual([2, 2])
    const [past, ...others] = await pastEntries(app, id)
    expect([past?.phone_number, past?.remove_actor, others]).toEqual(['138-0013-8000', 'ACCESS_TOKEN', []])
    expect(past?.remove_time).toEqual(clock.now())
    expect(await isForbidden(id, '13800138000')).toBe(false)
  })

  it('unless a number is none, which is named', async () => {
    const id = await addList(app, ['101'])
    expectError(await remove(id, ['101', 'x']), 400, /^phoneNumbers\[1\] must be/)
    expectError(await app.post(`/api/doNotCall/${id}/entry/remove`, {}), 400, 'phoneNumbers is required')
    expect(await entryCounts(app, id)).toEqual([1, 1])
  })
})

it('an entry holds until it expires', async () => {
  const id = await addList(app)
  clock.set('2026-03-02T01:30:00Z')
  expectSuccess(await add(id, { phoneNumbers: ['101'], expireTime: '2026-03-02 10:00:00' }))
  expect(await isForbidden(id, '101')).toBe(true)
  clock.set('2026-03-02T01:59:59Z')
  expect(await isForbidden(id, '101')).toBe(true)
  expect((await entriesOf(app, id)).rows).toMatchObject([{ isExpired: false }])
  clock.set('2026-03-02T02:00:00Z')
  expect(await isForbidden(id, '101')).toBe(false)
  expect((await entriesOf(app, id)).rows).toMatchObject([{ isExpired: true }])
  expect(await entryCounts(app, id)).toEqual([1, 1])
})

describe('a number with its country code, and the same digits without a country', () => {
  it('is added beside its other spelling, which is named', async () => {
    const id = await addList(app, ['1 202 555 0100', '101'])
    expect(expectSuccess(await add(id, { phoneNumbers: ['+12025550100', '102', '101'] }))).toEqual({
      ...{ addedCount: 2, updatedCount: 1, otherSpellings: ['1 202 555 0100'] },
    })
    const both = { phoneNumbers: ['12025550100', '+12025550100'] }
    expect(expectSuccess(await add(id, both))).toEqual({ addedCount: 0, updatedCount: 2 })
  })

  it('is removed as it is given, and the spelling that still blocks it is named', async () => {
    const id = await addList(app, ['12025550100', '+12025550100', '+12025550101'])
    expect(expectSuccess(await remove(id, ['+1 202 555 0100', '12025550101']))).toEqual({
      ...{ removedCount: 1, otherSpellings: ['12025550100', '+12025550101'] },
    })
    expect(await isForbidden(id, '+12025550100')).toBe(true)
    expect(expectSuccess(await remove(id, ['12025550100', '+12025550101']))).toEqual({ removedCount: 2 })
    expect(await isForbidden(id, '+12025550100')).toBe(false)
  })

  it('is not named once its entry has expired', async () => {
    const id = await addList(app)
    clock.set('2026-03-02T01:30:00Z')
    expectSuccess(await add(id, { phoneNumbers: ['12025550100'], expireTime: '2026-03-02 10:00:00' }))
    clock.set('2026-03-02T02:00:00Z')
    expect(expectSuccess(await add(id, { phoneNumbers: ['+12025550100'] }))).not.toHaveProperty(
      'otherSpellings',
    )
  })

  it('is found by either spelling, and marked', async () => {
    const id = await addList(app, ['12025550100', '+12025550101', '13800138000'])
    for (const [beginning, found] of [
      [
        '+1202',
        [
          ['+12025550101', undefined],
          ['12025550100', true],
        ],
      ],
      [
        '1202',
        [
          ['+12025550101', true],
          ['12025550100', undefined],
        ],
      ],
      ['+12025550100', [['12025550100', true]]],
      ['+', [['+12025550101', undefined]]],
      ['00', [['+12025550101', undefined]]],
    ] as const) {
      const page = await entriesOf(app, id, `?phoneNumber=${encodeURIComponent(beginning)}`)
      expect(page.rows.map((row) => [row.phoneNumber, row.isOtherSpelling])).toEqual(found)
      expect(page.total).toBe(found.length)
    }
  })
})

describe('entries are listed', () => {
  it('by how the number begins, whatever the separators', async () => {
    const id = await addList(app, ['138-0013-8000', '13900000001', '+8613800000002', '1380'])
    for (const [beginning, found] of [
      ['138', ['1380', '138-0013-8000']],
      ['138 00', ['138-0013-8000']],
      ['+86', ['+8613800000002']],
      ['3800', []],
      ['%', []],
      ['13a', []],
      ['-', ['1380', '+8613800000002', '13900000001', '138-0013-8000']],
    ] as const) {
      const page = await entriesOf(app, id, `?phoneNumber=${encodeURIComponent(beginning)}`)
      expect([page.total, page.rows.map(({ phoneNumber }) => phoneNumber)]).toEqual([found.length, found])
    }
  })

  it.each(['', '&phoneNumber=13'])('page by page, and on from a row that was removed%s', async (filter) => {
    const numbers = Array.from({ length: 25 }, (_, index) => String(13_800_000 + index))
    const id = await addList(app, numbers)
    const newestFirst = [...numbers].reverse()
    expect(await numbersOn(app, id, `?pageSize=10&pageNum=3${filter}`)).toEqual(newestFirst.slice(20))
    expect(await entriesOf(app, id, `?pageSize=10&pageNum=4${filter}`)).toEqual({ total: 25, rows: [] })
    const seen: string[] = []
    let afterId = ''
    for (;;) {
      const { rows } = await entriesOf(app, id, `?pageSize=7${filter}${afterId}`)
      const last = rows.at(-1)
      if (!last) break
      seen.push(...rows.map(({ phoneNumber }) => phoneNumber))
      afterId = `&afterId=${last.id}`
      // The row that is read on from goes, and others come.
      expectSuccess(await remove(id, [last.phoneNumber]))
      expectSuccess(await add(id, { phoneNumbers: [`9${last.phoneNumber}`] }))
    }
    expect(seen).toEqual(newestFirst)
  })

  it('only on from a row that the list has had', async () => {
    const id = await addList(app, ['101', '102'])
    expect(await numbersOn(app, id, '?afterId=2')).toEqual(['101'])
    for (const afterId of ['3', '0', 'x', '-1', UNKNOWN_ID])
      expectError(await app.get(`/api/doNotCall/${id}/entries?afterId=${afterId}`), 400, /^afterId must/)
  })
})

it('the number of entries is exact, whatever is added and removed at the same time', async () => {
  const id = await addList(app)
  const numbers = Array.from({ length: 40 }, (_, index) => String(1000 + index))
  const changes = Array.from({ length: 60 }, (_, turn) => {
    const some = numbers.filter((_, index) => (index * 7 + turn * 5) % 3 === 0)
    return turn % 3 === 2 ? remove(id, some) : add(id, { phoneNumbers: some, note: String(turn) })
  })
  const answers = await Promise.all(changes)
  for (const { status } of answers) expect(status).toBe(200)
  const [stated, counted] = await entryCounts(app, id)
  expect(stated).toBe(counted)
  const sum = (name: string) =>
    answers.reduce((total, { body }) => total + ((body.data as Record<string, number>)[name] ?? 0), 0)
  expect(sum('addedCount') - sum('removedCount')).toBe(counted)
  // Nothing that was on the list is forgotten.
  expect(await pastEntries(app, id)).toHaveLength(sum('updatedCount') + sum('removedCount'))
})
