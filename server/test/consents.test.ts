// What people have agreed to: add, withdraw, list, import with contacts, and what a number's history says of it.

import { describe, expect, it } from 'vitest'
import { startCall } from './support/call-fixtures.ts'
import { addList } from './support/do-not-call.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createFilesApp } from './support/files-app.ts'
import { createManualClock } from './support/manual-clock.ts'
import { openForFile } from './support/open-for-file.ts'
import { contactIdsOf } from './support/task-fixtures.ts'

const clock = createManualClock('2026-03-02T01:30:00Z')
const app = await openForFile(createFilesApp({ clock }))

interface Listed {
  total: number
  rows: { phoneNumber: string; purpose: string; isValid: boolean; withdrawActor: string | null }[]
}
const given = { purpose: 'Marketing', wording: 'Yes, call me.', givenTime: '2026-03-01 10:00:00' }
const add = (phoneNumbers: string[], fields = {}) =>
  app.post<{ addedCount: number }>('/api/consent/add', { phoneNumbers, ...given, ...fields })
const withdraw = (phoneNumbers: string[], fields = {}) =>
  app.post<{ withdrawnCount: number }>('/api/consent/withdraw', { phoneNumbers, ...fields })
const list = async (query: string) => expectSuccess(await app.get<Listed>(`/api/consent/list${query}`))
const holds = async (key: string, purpose = 'marketing') =>
  (await app.rows('select from consent_to($1, $2, $3)', [key, purpose, clock.now()])).length > 0

describe('consents', () => {
  it('are added by number, with what was agreed to, in which words, when, where and by which proof', async () => {
    const more = { source: 'https://acme.example', proof: 'form 7', expireTime: '2027-03-01 00:00:00' }
    expect(expectSuccess(await add(['+49 30 123456', '+49 30 123457'], more))).toEqual({ addedCount: 2 })
    expect(await list('?phoneNumber=004930123456')).toMatchObject({
      total: 1,
      rows: [
        {
          ...{ phoneNumber: '+49 30 123456', purpose: 'marketing', wording: 'Yes, call me.' },
          ...{ ...more, givenTime: '2026-03-01 10:00:00', isValid: true, actor: 'ACCESS_TOKEN' },
          ...{ withdrawTime: null, withdrawActor: null, withdrawNote: null },
        },
      ],
    })
    expect(await holds('+4930123456')).toBe(true)
    expect(await holds('4930123456')).toBe(true)
    expect(await holds('+4930123456', 'surveys')).toBe(false)
  })

  it('are not added twice', async () => {
    expectSuccess(await add(['+4930200']))
    expect(expectSuccess(await add(['+4930200', '+4930200']))).toEqual({ addedCount: 0 })
    expect(expectSuccess(await add(['+4930200'], { wording: 'Other words.' }))).toEqual({ addedCount: 1 })
  })

  it('are withdrawn, by purpose or all, and an older one that comes later does not undo it', async () => {
    expectSuccess(await add(['+4930300']))
    expectSuccess(await add(['+4930300'], { purpose: 'surveys' }))
    expect(expectSuccess(await withdraw(['+4930300'], { purpose: 'SURVEYS' }))).toEqual({ withdrawnCount: 1 })
    expect([await holds('+4930300'), await holds('+4930300', 'surveys')]).toEqual([true, false])
    expect(expectSuccess(await withdraw(['4930300'], { note: 'by mail' }))).toEqual({ withdrawnCount: 1 })
    expectSuccess(await add(['+4930300'], { wording: 'from an old file' }))
    expect(await holds('+4930300')).toBe(false)
    clock.advance(1000)
    expectSuccess(await add(['+4930300'], { givenTime: undefined }))
    expect(await holds('+4930300')).toBe(true)
    expect((await list('?phoneNumber=%2B4930300&purpose=marketing')).total).toBe(3)
  })

  it('hold until they expire', async () => {
    expectSuccess(await add(['+4930400'], { expireTime: '2026-03-02 10:00:00' }))
    expect(await holds('+4930400')).toBe(true)
    clock.advance(3_600_000)
    expect(await holds('+4930400')).toBe(false)
    expect((await list('?phoneNumber=%2B4930400')).rows).toMatchObject([{ isValid: false }])
  })

  it('are withdrawn when their number is opted out by a call', async () => {
    expectSuccess(await add(['13800138000']))
    const dataSourceId = await app.addDataSource('called', ['13800138000'])
    const [contactId = ''] = await contactIdsOf(app, dataSourceId)
    const taskId = await app.addTask('called', dataSourceId)
    expectSuccess(await app.post('/api/task/publish', { id: taskId }))
    const callId = await startCall(app, taskId, contactId, clock.now())
    const listId = await addList(app)
    expectSuccess(await app.post(`/api/doNotCall/${listId}/entry/add`, { callId }))
    expect(await holds('13800138000')).toBe(false)
  })

  it.each([
    [{ givenTime: '2026-09-01 10:00:00' }, 'givenTime'],
    [{ expireTime: '2026-02-01 10:00:00' }, 'expireTime'],
    [{ purpose: ' ' }, 'purpose'],
    [{ wording: '' }, 'wording'],
    [{ phoneNumbers: ['x'] }, 'phoneNumbers[0]'],
  ])('are refused with %j', async (fields, field) => {
    const answer = await add(['+4930500'], fields)
    expectError(answer, 400)
    expect(answer.body).toMatchObject({ errors: [{ field }] })
  })

  it('are in the history of the number', async () => {
    expectSuccess(await add(['+4930600']))
    clock.advance(1000)
    expectSuccess(await withdraw(['+4930600'], { note: 'by mail' }))
    clock.advance(1000)
    expectSuccess(await add(['+4930600'], { purpose: 'surveys' }))
    const { summary, rows } = expectSuccess(
      await app.get<{ summary: object; rows: object[] }>('/api/number/%2B4930600/history'),
    )
    expect(rows).toMatchObject([
      { kind: 'consent_given', note: 'surveys' },
      { kind: 'consent_withdrawn', note: 'marketing: by mail', actor: 'ACCESS_TOKEN' },
      { kind: 'consent_given', note: 'marketing', detail: { wording: 'Yes, call me.' } },
    ])
    expect(summary).toMatchObject({ consents: [{ purpose: 'surveys', wording: 'Yes, call me.' }] })
  })
})

describe('a file of contacts', () => {
  it('brings consents in columns of their own, which are no fields of the contacts', async () => {
    const id = await app.addDataSource('with consents')
    const answer = expectSuccess(
      await app.upload(
        id,
        'phoneNumber,name,consentPurpose,consentWording,consentTime,consentSource,consentUntil\n' +
          '+4930700,Ada,marketing,Yes,2026-02-01,shop,2027-01-01\n' +
          '+4930701,Bob,,,,,\n' +
          '+4930702,Eve,marketing,,2026-02-01,,\n' +
          '+4930703,Joe,marketing,Yes,never,,\n',
      ),
    )
    expect(answer).toMatchObject({
      successCount: 2,
      details: [
        { row: 4, code: 'consent_incomplete', params: { field: 'consentWording' } },
        { row: 5, code: 'consent_incomplete', params: { field: 'consentTime' } },
      ],
    })
    expect(
      await app.rows('select fields from contact where data_source_id = $1 order by position', [id]),
    ).toEqual([{ fields: { name: 'Ada' } }, { fields: { name: 'Bob' } }])
    expect([await holds('+4930700'), await holds('+4930701')]).toEqual([true, false])
  })
})
