// Reading a list on from a row, while rows come and go: whatever existed throughout is seen exactly once.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endCall } from './support/call-fixtures.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createFilesApp, type FilesApp, numberedRows } from './support/files-app.ts'
import { createManualClock } from './support/manual-clock.ts'
import { contactIdsOf } from './support/task-fixtures.ts'

const clock = createManualClock('2026-03-02T01:30:00Z')
const TOMORROW = '2026-03-03 12:00:00'
let app: FilesApp
let dataSourceId: string
let serial = 0
function nextSerial(): number {
  serial += 1
  return serial
}

beforeAll(async () => {
  app = await createFilesApp({ clock })
})
beforeEach(async () => {
  dataSourceId = await app.addDataSource(`customers ${nextSerial()}`)
})
afterAll(() => app.close())

interface Listed {
  total: number
  rows: { id: string }[]
}

async function read(path: string, query: Record<string, string | number | undefined>): Promise<Listed> {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return expectSuccess(await app.get<Listed>(`${path}?${given.join('&')}`))
}

/** Every id of a list, reading on from the last row of each answer. Between two answers `meanwhile` happens. */
async function readAll(
  path: string,
  query: Record<string, string | number | undefined>,
  meanwhile: (seen: string[]) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const seen: string[] = []
  for (;;) {
    const { rows } = await read(path, { ...query, afterId: seen.at(-1) })
    if (rows.length === 0) return seen
    seen.push(...rows.map((row) => row.id))
    await meanwhile(seen)
  }
}

describe('contacts', () => {
  const contacts = (id = dataSourceId) => `/api/dataSource/${id}/contacts`
  const remove = async (contactId: string) =>
    expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, { contactId }))
  const add = async (phoneNumber: string) =>
    expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/add`, { phoneNumber }))

  it.each([
    { phoneNumber: undefined },
    { phoneNumber: '138' },
    { phoneNumber: '1380013' },
    { phoneNumber: '-' },
  ])('are all seen once, whoever is added or deleted meanwhile: %j', async ({ phoneNumber }) => {
    const rows = Array.from({ length: 300 }, (_, index) => `138-0013${String(index).padStart(4, '0')}`)
    expectSuccess(await app.upload(dataSourceId, `phoneNumber\n${rows.join('\n')}\n`))
    const before = (await read(contacts(), { pageSize: 1000 })).rows.map((row) => row.id)
    const gone = new Set<string>()
    let added = 0
    const seen = await readAll(contacts(), { pageSize: 17, phoneNumber }, async (read) => {
      // The row that is read on from, one that was seen, and one that was not.
      const unseen = before.filter((id) => !read.includes(id) && !gone.has(id))
      const doomed = [read.at(-1), read.at(-5), unseen.at(3)].filter((id) => id && !gone.has(id)) as string[]
      for (const id of doomed) {
        await remove(id)
        gone.add(id)
      }
      added += 1
      await add(`138-0013-9${String(added).padStart(3, '0')}`)
    })
    const throughout = before.filter((id) => !gone.has(id))
    expect(seen.filter((id) => throughout.includes(id))).toEqual(throughout)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.every((id) => before.includes(id))).toBe(true)
  })

  it('have the total of the whole list, on every page', async () => {
    expectSuccess(await app.upload(dataSourceId, numberedRows(30)))
    const first = await read(contacts(), { pageSize: 10 })
    const second = await read(contacts(), { pageSize: 10, afterId: first.rows.at(-1)?.id })
    const past = await read(contacts(), {
      pageSize: 10,
      afterId: (await read(contacts(), { pageSize: 30 })).rows.at(-1)?.id,
    })
    expect([first.total, second.total, past.total]).toEqual([30, 30, 30])
    expect([second.rows.length, past.rows.length]).toEqual([10, 0])
  })

  it('of a long page are the same as those of short ones', async () => {
    expectSuccess(await app.upload(dataSourceId, numberedRows(1500)))
    const all = await readAll(contacts(), { pageSize: 1000 })
    expect(all).toHaveLength(1500)
    expect(await readAll(contacts(), { pageSize: 99 })).toEqual(all)
    expect((await read(contacts(), { pageSize: 1000, pageNum: 2 })).rows.map((row) => row.id)).toEqual(
      all.slice(1000),
    )
  })

  it('cannot be read on from a contact of another list', async () => {
    const other = await app.addDataSource(`others ${nextSerial()}`, ['101'])
    const [stranger = ''] = await contactIdsOf(app, other)
    expectError(await app.get(`${contacts()}?afterId=${stranger}`), 400, /^afterId must be the id of a row/)
    expectError(await app.get(`${contacts(UNKNOWN_ID)}?afterId=${stranger}`), 404)
  })
})

describe('tasks', () => {
  it('are all seen once while new ones are added and others change', async () => {
    const before: string[] = []
    for (let index = 0; index < 25; index += 1) {
      // Some at the same moment, so that the id decides.
      if (index % 3 === 0) clock.advance(1000)
      before.unshift(await app.addTask(`task ${nextSerial()}`, dataSourceId))
    }
    const query = { pageSize: 4, dataSourceId, status: 0, taskName: 'task' }
    const seen = await readAll('/api/task/list', query, async (read) => {
      clock.advance(1000)
      await app.addTask(`task ${nextSerial()}`, dataSourceId)
      // The row that is read on from no longer matches the filter.
      expectSuccess(await app.post('/api/task/close', { id: read.at(-1) }))
    })
    expect(seen).toEqual(before)
  })
})

describe('data sources', () => {
  it('are all seen once while new ones are added', async () => {
    const before: string[] = []
    for (let index = 0; index < 12; index += 1)
      before.unshift(await app.addDataSource(`cursor ${nextSerial()}`))
    const query = { pageSize: 5, dataSourceName: 'cursor ' }
    const seen = await readAll('/api/dataSource/list', query, async () => {
      clock.advance(1000)
      await app.addDataSource(`cursor ${nextSerial()}`)
    })
    expect(seen).toEqual(before)
  })
})

describe('calls and the audit trail', () => {
  it('are all seen once, of a task and of a contact', async () => {
    const source = await app.addDataSource(`dialed ${nextSerial()}`, ['101', '102', '103', '104', '105'])
    const id = await app.addTask(`dialed ${nextSerial()}`, source)
    expectSuccess(await app.post('/api/task/publish', { id }))
    const contactIds = await contactIdsOf(app, source)
    for (const [index, contactId] of [...contactIds, ...contactIds].entries()) {
      const call = { taskId: id, contactId, dataSourceId: source, outcome: 2 } as const
      // Some when their ids were made, as always; others at another time, as after a clock that was wrong.
      await endCall(app, index % 2 ? call : { ...call, start: `2026-03-02T01:30:0${index >> 2}Z` })
    }
    const calls = `/api/task/${id}/calls`
    const all = (await read(calls, { pageSize: 100 })).rows.map((row) => row.id)
    expect(all).toHaveLength(10)
    for (const filter of [{}, { outcome: 2 }, { to: '2026-03-03 00:00:00' }]) {
      const matching = (await read(calls, { pageSize: 100, ...filter })).rows.map((row) => row.id)
      expect(await readAll(calls, { pageSize: 2, ...filter })).toEqual(matching)
      expect(await read(calls, { afterId: all[1], ...filter })).toMatchObject({ total: matching.length })
    }
    const ofContact = `/api/dataSource/${source}/contact/${contactIds[0]}/calls`
    const own = (await read(ofContact, { pageSize: 100 })).rows.map((row) => row.id)
    expect(await readAll(ofContact, { pageSize: 1 })).toEqual(own)
    expect(own).toHaveLength(2)
    for (const path of [calls, ofContact])
      expectError(await app.get(`${path}?afterId=${UNKNOWN_ID}`), 400, /^afterId must be the id of a row/)

    expectSuccess(await app.post('/api/task/pause', { id }))
    const audit = `/api/task/${id}/audit`
    const trail = (await read(audit, {})).rows.map((row) => row.id)
    expect(trail.length).toBeGreaterThanOrEqual(3)
    expect(await readAll(audit, { pageSize: 1 })).toEqual(trail)
    expectError(await app.get(`${audit}?afterId=999999999`), 400, /^afterId must be the id of a row/)
    expectError(await app.get(`${audit}?afterId=x`), 400, /^afterId must be the id of a row/)
  })
})

describe('calls that were asked for', () => {
  it('are all seen once, while others end and are asked for', async () => {
    const ask = async (phoneNumber: string) =>
      expectSuccess(await app.post<{ id: string }>('/api/call', { phoneNumber, callTime: TOMORROW })).id
    const before: string[] = []
    for (let index = 0; index < 7; index += 1) before.unshift(await ask('+4930901820'))
    const seen = await readAll('/api/call', { pageSize: 2, status: 'open' }, async (read) => {
      await ask('+4930901821')
      // The row that is read on from no longer matches the filter.
      expectSuccess(await app.post(`/api/call/${read.at(-1)}/cancel`, {}))
    })
    expect(seen).toEqual(before)
    expectError(await app.get(`/api/call?afterId=${UNKNOWN_ID}`), 400, /^afterId must be the id of a row/)
  })
})

describe('afterId', () => {
  const lists = [
    () => '/api/task/list',
    () => '/api/dataSource/list',
    () => `/api/dataSource/${dataSourceId}/contacts`,
  ]

  it.each(lists)('is refused with 400 when it names nothing or is no id: %s', async (path) => {
    for (const afterId of [UNKNOWN_ID, 'x', '', '0', UNKNOWN_ID.toUpperCase(), '%00'])
      expectError(await app.get(`${path()}?afterId=${afterId}`), 400, /^afterId must/)
  })

  it.each(lists)('is refused with 400 beside pageNum: %s', async (path) => {
    const message = /^afterId and pageNum cannot be given together$/
    expectError(await app.get(`${path()}?afterId=${UNKNOWN_ID}&pageNum=1`), 400, message)
    expectError(await app.get(`${path()}?pageNum=2&afterId=${UNKNOWN_ID}`), 400, message)
  })
})

describe('a page by number, however far past the end', () => {
  it.each(['2', '1000000001', '9007199254740993', '99999999999999999999', '9'.repeat(400)])(
    'pageNum=%s is empty with the true total, in every list',
    async (pageNum) => {
      expectSuccess(await app.upload(dataSourceId, numberedRows(3)))
      const id = await app.addTask(`far ${nextSerial()}`, dataSourceId)
      const contacts = `/api/dataSource/${dataSourceId}/contacts`
      for (const [path, total] of [
        [contacts, 3],
        [`${contacts}?phoneNumber=13`, 3],
        [`${contacts}?phoneNumber=%20`, 0],
        [`/api/task/list?dataSourceId=${dataSourceId}`, 1],
        [`/api/task/${id}/audit`, 1],
        [`/api/task/${id}/calls`, 0],
      ] as const) {
        const separator = path.includes('?') ? '&' : '?'
        const answer = await app.get(`${path}${separator}pageSize=1000&pageNum=${pageNum}`)
        expect(expectSuccess(answer)).toEqual({ total, rows: [] })
      }
    },
  )
})
