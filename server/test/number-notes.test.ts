// Notes about the person at a number: who writes, reads and deletes them, and where else they are found.
import { describe, expect, it } from 'vitest'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { openForFile } from './support/open-for-file.ts'
import { addPerson, CHEAP } from './support/people.ts'
import { createTestApp } from './support/test-app.ts'

const clock = createManualClock('2026-03-02T01:30:00Z')
const app = await openForFile(createTestApp({ ...CHEAP, clock }))

interface Note {
  id: string
  phoneNumber: string
  note: string
  actor: string
  isOwn: boolean
  createTime: string
}
const pathOf = (number: string) => `/api/number/${encodeURIComponent(number)}/notes`
const add = (number: string, note: string) => app.post<Note>(pathOf(number), { note })
const list = async (number: string, query = '') =>
  expectSuccess(await app.get<{ total: number; rows: Note[] }>(`${pathOf(number)}${query}`))

describe('notes', () => {
  it('are kept by number, in any spelling, with who wrote them and when, newest first', async () => {
    const note = expectSuccess(await add('+49 30 123456', '  Hard of hearing.\nSpeak slowly.  '))
    expect(note).toEqual({
      id: note.id,
      phoneNumber: '+49 30 123456',
      note: 'Hard of hearing.\nSpeak slowly.',
      actor: 'ACCESS_TOKEN',
      isOwn: true,
      createTime: '2026-03-02 09:30:00',
    })
    clock.advance(60_000)
    expectSuccess(await add('+4930123456', 'Moved to Bonn'))
    for (const spelling of ['+4930123456', '004930123456', '4930123456'])
      expect((await list(spelling)).rows.map((each) => each.note)).toEqual(['Moved to Bonn', note.note])
    const page = await list('+4930123456', '?pageSize=1')
    expect([page.total, page.rows.length]).toEqual([2, 1])
    expect((await list('+4930123456', `?afterId=${page.rows[0]?.id}`)).rows).toHaveLength(1)
    expect(await list('+4930123457')).toEqual({ total: 0, rows: [] })
  })

  it('are refused if they are empty or too long, or about no number', async () => {
    for (const note of ['', ' \n ', 'x'.repeat(1001)]) expectError(await add('+4930123', note), 400)
    expectSuccess(await add('+4930123', 'x'.repeat(1000)))
    expectError(await add('nobody', 'x'), 400)
    expectError(await app.get(pathOf('nobody')), 400)
  })

  it('stand in the history of the number', async () => {
    const { id } = expectSuccess(await add('+4930200', 'Wants no calls on Mondays'))
    const { rows } = expectSuccess(
      await app.get<{ rows: { id: string; kind: string; note: string; actor: string }[] }>(
        '/api/number/%2B4930200/history',
      ),
    )
    expect(rows).toMatchObject([{ kind: 'note', note: 'Wants no calls on Mondays', actor: 'ACCESS_TOKEN' }])
    expect(rows[0]?.id).toContain(id)
    const after = expectSuccess(
      await app.get<{ rows: object[] }>(`/api/number/%2B4930200/history?afterId=${rows[0]?.id}`),
    )
    expect(after.rows).toEqual([])
  })

  it('are deleted only by who wrote them', async () => {
    const ann = await addPerson(app, { name: 'ann', role: 'operator' })
    const own = (await ann.post(pathOf('+4930300'), { note: 'by Ann' })).json().data
    const others = expectSuccess(await add('+4930300', 'by the token'))
    const seen: Note[] = (await ann.get(pathOf('+4930300'))).json().data.rows
    expect(seen.map(({ note, isOwn }) => [note, isOwn])).toEqual([
      ['by the token', false],
      ['by Ann', true],
    ])
    const remove = `${pathOf('+4930300')}/delete`
    expect((await ann.post(remove, { id: others.id })).statusCode).toBe(403)
    expectError(await app.post(remove, { id: own.id }), 403)
    // Of another number.
    expectError(await app.post(`${pathOf('+4930301')}/delete`, { id: others.id }), 404)
    for (const id of [UNKNOWN_ID, 'x']) expectError(await app.post(remove, { id }), 404)
    expectSuccess(await app.post(remove, { id: others.id }))
    expect((await ann.post(remove, { id: own.id })).statusCode).toBe(200)
    expect(await list('+4930300')).toEqual({ total: 0, rows: [] })
    expectError(await app.post(remove, { id: others.id }), 404)
  })

  it('follow their number when the country of the service changes', async () => {
    expectSuccess(await add('030 400400', 'no country'))
    expect((await list('+4930400400')).total).toBe(0)
    expectSuccess(await app.post('/api/system/country', { country: 'DE' }))
    expect((await list('+4930400400')).rows.map(({ note }) => note)).toEqual(['no country'])
  })
})
