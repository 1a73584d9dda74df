// Who changed what holds for the whole service: every change has its actor, and what was changed.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { actAs, COMMAND_LINE } from '../src/platform/trail/actor.ts'
import { recordRefusedSignIn } from '../src/platform/trail/record.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

interface ServiceChange {
  id: string
  time: string
  actor: string
  actorKind: string | null
  actorId: string | null
  address: string | null
  operation: string
  subjectId: string | null
  subjectName: string | null
  changes: { field: string; before: unknown; after: unknown }[]
}

const clock = createManualClock('2026-03-02T01:30:00Z')
let app: TestApp
let supervisorId: string
let headers: Record<string, string>

beforeAll(async () => {
  app = await createTestApp({ clock })
  const { token, details } = await actAs(COMMAND_LINE, () =>
    app.tokens.create({ name: 'supervisor', scope: 'admin' }),
  )
  supervisorId = details.id
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
    actorKind: 'token',
    actorId: supervisorId,
    address: '127.0.0.1',
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
    ...{ actor: 'command line', actorKind: 'command', actorId: null, address: null },
  })
  expect(JSON.stringify(rows)).not.toContain('carillon_')
})

it('is read on behind a row, by administrators alone', async () => {
  const [first, second] = await changes()
  expect((await changes(`?afterId=${first?.id}`))[0]).toEqual(second)
  const { token } = await app.tokens.create({ name: 'writer', scope: 'write' })
  const writer = { authorization: `Bearer ${token}` }
  expectError(await app.send({ method: 'GET', url: '/api/audit/list', headers: writer }), 403)
})

it('has one row for the failed sign-ins of an account, a network and a minute', async () => {
  const account = { id: supervisorId, name: 'ann' }
  const refuse = (minutes: number, of?: typeof account, network = '192.0.2.7') =>
    recordRefusedSignIn(app.db, { at: new Date(Date.UTC(2026, 2, 3, 9, minutes, 30)), account: of, network })
  await Promise.all([refuse(1, account), refuse(1, account), refuse(1, account)])
  for (const [minute, of, network] of [
    [2, account, '192.0.2.7'],
    [1, account, '192.0.2.8'],
    [1, undefined, '192.0.2.7'],
    [1, undefined, '192.0.2.7'],
  ] as const)
    await refuse(minute, of, network)
  const rows = await app.rows(
    `select subject_name, address, changes #>> '{0,after}' as count from audit where operation = 'session.refuse' order by at, 3 desc, 1, 2`,
  )
  expect(rows).toEqual([
    { subject_name: 'ann', address: '192.0.2.7', count: '3' },
    { subject_name: null, address: '192.0.2.7', count: '2' },
    { subject_name: 'ann', address: '192.0.2.8', count: '1' },
    { subject_name: 'ann', address: '192.0.2.7', count: '1' },
  ])
})

it('is filtered by who, what, to what, from where and when; all that is given holds', async () => {
  clock.set('2026-03-02T02:30:00Z')
  const { id } = await change<{ id: string }>('/api/calendar/add', { name: 'filtered' })
  clock.set('2026-03-02T03:30:00Z')
  await change('/api/calendar/update', { id, name: 'filtered 2' })
  const operations = async (query: string) => (await changes(query)).map(({ operation }) => operation)
  const both = ['calendar.update', 'calendar.add']
  expect(await operations(`?subjectId=${id}`)).toEqual(both)
  expect(await operations(`?subjectId=${id}&operation=calendar`)).toEqual(both)
  expect(await operations(`?subjectId=${id}&operation=calendar.add`)).toEqual(['calendar.add'])
  expect(await operations(`?subjectId=${id}&operation=cal`)).toEqual([])
  expect(await operations(`?subjectId=${id}&actor=UPERVIS&actorKind=token`)).toEqual(both)
  expect(await operations(`?subjectId=${id}&actor=%25`)).toEqual([])
  expect(await operations(`?subjectId=${id}&actorKind=person`)).toEqual([])
  expect(await operations(`?subjectId=${id}&actorId=${supervisorId}&address=127.0.0.1`)).toEqual(both)
  expect(await operations(`?subjectId=${id}&address=127.0.0.2`)).toEqual([])
  const at = (hour: number) => encodeURIComponent(`2026-03-02 ${hour}:30:00`)
  expect(await operations(`?subjectId=${id}&from=${at(11)}`)).toEqual(['calendar.update'])
  expect(await operations(`?subjectId=${id}&to=${at(11)}`)).toEqual(['calendar.add'])

  const page = await app.get<{ total: number; rows: ServiceChange[] }>(
    `/api/audit/list?subjectId=${id}&pageSize=1`,
  )
  expect(page.body.data).toMatchObject({ total: 2, rows: [{ operation: 'calendar.update' }] })
  const first = page.body.data.rows[0]?.id
  expect(await operations(`?subjectId=${id}&afterId=${first}`)).toEqual(['calendar.add'])
  expectError(await app.get(`/api/audit/list?operation=token&afterId=${first}`), 400, /^afterId must be/)
})

it.each([
  ['actor=', /^actor/],
  ['actorKind=machine', /^actorKind/],
  ['address=%00', /^address/],
  ['from=yesterday', /^from must be/],
  [
    `from=${encodeURIComponent('2026-03-03 00:00:00')}&to=${encodeURIComponent('2026-03-02 00:00:00')}`,
    /^to must/,
  ],
  ['format=json', /^format/],
])('refuses the filter %s', async (query, message) => {
  expectError(await app.get(`/api/audit/export?${query}`), 400, message)
})

it('is exported with the changes of tasks, and the export is on record before it', async () => {
  const sourceId = await app.addDataSource('exported')
  const taskId = await app.addTask('exported', sourceId)
  await app.rows(
    `insert into audit (task_id, at, actor, actor_kind, operation, status, reason) values ($1, $2, 'dialer', 'service', 'close', 4, 'no, longer')`,
    [taskId, clock.now()],
  )
  const exported = async (query: string) => {
    const response = await app.http.inject({ url: `/api/audit/export${query}`, headers })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-disposition']).toMatch(/audit_20260302\d{6}\.csv/)
    return response.body.replace('\ufeff', '').split('\r\n')
  }
  const [titles, close, ...others] = await exported(`?subjectId=${taskId}`)
  expect(titles).toBe(
    'id,time,actor,actorKind,actorId,address,operation,subjectId,subjectName,taskId,reason,changes',
  )
  expect(close).toMatch(
    new RegExp(`^\\d+,2026-03-02 11:30:00,dialer,service,,,close,,,${taskId},"no, longer",$`),
  )
  expect(others.filter((line) => line !== '').every((line) => line.includes(taskId))).toBe(true)
  const [, latest] = await exported('?operation=audit')
  expect(latest).toContain(',supervisor,')
  expect(latest).toContain(',audit.export,')
})

it('is exported row by row in parts', async () => {
  await app.rows(
    `insert into audit (at, actor, operation, changes, event_seq, change_xact)
     select now(), '=many', 'part.add', '[]', null, null from generate_series(1, 2100)`,
  )
  const { body } = await app.http.inject({ url: '/api/audit/export?operation=part', headers })
  const ids = body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]))
  expect(ids).toHaveLength(2100)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(body).not.toMatch(/,=many/)
})
