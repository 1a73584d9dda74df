// Who changed what holds for the whole service: every change has its actor, and what was changed.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

interface ServiceChange {
  id: string
  time: string
  actor: string
  operation: string
  subjectId: string | null
  subjectName: string | null
  changes: { field: string; before: unknown; after: unknown }[]
}

const clock = createManualClock('2026-03-02T01:30:00Z')
let app: TestApp
let headers: Record<string, string>

beforeAll(async () => {
  app = await createTestApp({ clock })
  const { token } = await app.tokens.create({ name: 'supervisor', scope: 'admin' }, 'command line')
  headers = { authorization: `Bearer ${token}` }
})
afterAll(() => app.close())

async function change<Data extends { id: string }>(url: string, payload: object): Promise<Data> {
  return expectSuccess(await app.send<Data>({ method: 'POST', url, headers, payload }))
}

async function changes(query = ''): Promise<ServiceChange[]> {
  const list = expectSuccess(await app.get<{ rows: ServiceChange[] }>(`/api/audit/list${query}`))
  return list.rows
}

const latest = async () => (await changes('?pageSize=1'))[0]

it('has limits with what they were before', async () => {
  const { lines } = expectSuccess(await app.get<{ lines: number }>('/api/dialer/limits'))
  await change('/api/dialer/limits', { lines: lines + 7 })
  expect(await latest()).toEqual({
    id: expect.stringMatching(/^[1-9]\d*$/),
    time: '2026-03-02 09:30:00',
    actor: 'supervisor',
    operation: 'limits.change',
    subjectId: null,
    subjectName: null,
    changes: [{ field: 'lines', before: lines, after: lines + 7 }],
  })
})

it('has calls that were asked for, with who asked', async () => {
  const { id } = await change<{ id: string }>('/api/call', {
    ...{ phoneNumber: '+4930901820', callTime: '2026-03-03 12:00:00', priority: 2 },
  })
  expect(await latest()).toMatchObject({
    ...{ actor: 'supervisor', operation: 'call.ask', subjectId: id, subjectName: '+4930901820' },
    changes: expect.arrayContaining([{ field: 'priority', before: null, after: 2 }]),
  })
})

it('has no record of a change that changes nothing', async () => {
  const { lines } = expectSuccess(await app.get<{ lines: number }>('/api/dialer/limits'))
  const before = await latest()
  await change('/api/dialer/limits', { lines })
  await change('/api/permission/settings', {})
  expect(await latest()).toEqual(before)
})

it('has the settings of permission in the words of the API', async () => {
  await change('/api/permission/settings', { attemptsPerDay: 3, allowEmergencyNumbers: true })
  expect(await latest()).toMatchObject({
    actor: 'supervisor',
    operation: 'permission.change',
    changes: [
      { field: 'attemptsPerDay', before: null, after: 3 },
      { field: 'allowEmergencyNumbers', before: false, after: true },
    ],
  })
})

it.each([
  ['calendar', '/api/calendar', { name: 'holidays' }, { isGlobal: true }],
  ['trunk', '/api/trunk', { name: 'carrier', host: 'sip.example.com' }, { lines: 30 }],
  ['doNotCall', '/api/doNotCall', { name: 'never' }, { isGlobal: true }],
  ['dataSource', '/api/dataSource', { dataSourceName: 'spring' }, { dataSourceDesc: 'all of them' }],
])('has what becomes of a %s, by its name at that time', async (kind, path, given, changed) => {
  const [name] = Object.values(given)
  const { id } = await change(`${path}/add`, given)
  expect(await latest()).toMatchObject({ operation: `${kind}.add`, subjectId: id, subjectName: name })
  await change(`${path}/update`, { id, ...changed })
  const [[field, after]] = Object.entries(changed) as [[string, unknown]]
  const update = {
    operation: `${kind}.update`,
    subjectId: id,
    changes: [expect.objectContaining({ field, after })],
  }
  expect(await latest()).toMatchObject({ ...update, actor: 'supervisor' })
  if (kind === 'dataSource') return
  await app.send({ method: 'POST', url: `${path}/delete`, headers, payload: { id } })
  const deletion = { operation: `${kind}.delete`, subjectId: id, subjectName: name, actor: 'supervisor' }
  expect(await latest()).toMatchObject(deletion)
})

it('has tokens, also those of the command line, and never the token itself', async () => {
  const { id } = await change<{ id: string; token: string }>('/api/token/create', {
    name: 'crm',
    scope: 'read',
  })
  expect(await latest()).toMatchObject({ actor: 'supervisor', operation: 'token.create', subjectName: 'crm' })
  await change('/api/token/revoke', { id })
  expect(await latest()).toMatchObject({ actor: 'supervisor', operation: 'token.revoke', subjectName: 'crm' })
  const rows = await changes()
  expect(rows.find(({ subjectName }) => subjectName === 'supervisor')).toMatchObject({
    actor: 'command line',
  })
  expect(JSON.stringify(rows)).not.toContain('carillon_')
})

it('is read on behind a row, by administrators alone', async () => {
  const [first, second] = await changes()
  expect((await changes(`?afterId=${first?.id}`))[0]).toEqual(second)
  const { token } = await app.tokens.create({ name: 'writer', scope: 'write' }, 'test')
  const writer = { authorization: `Bearer ${token}` }
  expectError(await app.send({ method: 'GET', url: '/api/audit/list', headers: writer }), 403)
})
