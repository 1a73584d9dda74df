import { beforeEach, describe, expect, it } from 'vitest'
import { expectError, expectSuccess, ID, UNKNOWN_ID } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { openForFile } from './support/open-for-file.ts'
import { createTestApp } from './support/test-app.ts'

const clock = createManualClock('2026-03-02T01:30:00Z')
const app = await openForFile(createTestApp({ clock }))
beforeEach(async () => {
  await app.rows('truncate data_source cascade')
  clock.set('2026-03-02T01:30:00Z')
})

const add = (body: object) => app.post<{ id: string }>('/api/dataSource/add', body)
const update = (body: object) => app.post('/api/dataSource/update', body)
const detail = async (id: string) => expectSuccess(await app.get(`/api/dataSource/detail/${id}`))

const emoji = (count: number) => '😀'.repeat(count)
const nameRule = 'dataSourceName must have from 1 to 100 characters'
const refusedNames: [given: unknown, message: string][] = [
  ['', nameRule],
  [' \n\t\u3000', nameRule],
  ['n'.repeat(101), nameRule],
  [emoji(101), nameRule],
  [7, 'dataSourceName must be a string'],
  ['\u200b\u200d \ufeff', 'dataSourceName must have at least one visible character'],
  [['x'], 'dataSourceName must be a string'],
]

describe('adding a data source', () => {
  it('answers with the empty data source', async () => {
    const body = { dataSourceName: ' spring ', dataSourceDesc: 'since March' }
    expect(expectSuccess(await add(body))).toEqual({
      id: expect.stringMatching(ID),
      dataSourceName: 'spring',
      dataSourceDesc: 'since March',
      contactCount: 0,
      createTime: '2026-03-02 09:30:00',
    })
  })

  it('has an empty description by default', async () => {
    expect(expectSuccess(await add({ dataSourceName: 'spring' }))).toMatchObject({ dataSourceDesc: '' })
  })

  it.each(['x', 'n'.repeat(100), emoji(100), `\u3000${emoji(100)}  `])(
    'accepts the name %j',
    async (name) => {
      expect(expectSuccess(await add({ dataSourceName: name }))).toMatchObject({
        dataSourceName: name.trim(),
      })
    },
  )

  it.each(refusedNames)('refuses the name %j with 400', async (dataSourceName, message) => {
    const answer = await add({ dataSourceName })
    expectError(answer, 400)
    expect(answer.body.message).toBe(message)
    expect(await app.rows('select id from data_source')).toEqual([])
  })

  it('refuses a body without a name, or with a description that is no text, with 400', async () => {
    expectError(await add({ dataSourceDesc: 'x' }), 400, /^dataSourceName is required$/)
    expectError(
      await add({ dataSourceName: 'x', dataSourceDesc: 1 }),
      400,
      /^dataSourceDesc must be a string$/,
    )
    expectError(await add({ dataSourceName: null }), 400, /^dataSourceName must be a string$/)
  })

  it('takes a description null for not given', async () => {
    expect(expectSuccess(await add({ dataSourceName: 'x', dataSourceDesc: null }))).toMatchObject({
      dataSourceDesc: '',
    })
  })

  it('says which name is taken with 409', async () => {
    expectSuccess(await add({ dataSourceName: 'spring' }))
    expectError(await add({ dataSourceName: '\tspring ' }), 409, /^dataSourceName "spring" already exists$/)
    expectSuccess(await add({ dataSourceName: 'Spring' }))
    expect(await app.rows('select id from data_source')).toHaveLength(2)
  })
})

describe('reading a data source', () => {
  it('answers all its fields', async () => {
    const id = await app.addDataSource('spring', ['101', '102'])
    expect(await detail(id)).toEqual({
      id,
      dataSourceName: 'spring',
      dataSourceDesc: '',
      contactCount: 2,
      createTime: '2026-03-02 09:30:00',
      updateTime: '2026-03-02 09:30:00',
    })
  })

  it.each([UNKNOWN_ID, 'no-id'])('answers 404 for the unknown id %s', async (id) => {
    expectError(await app.get(`/api/dataSource/detail/${id}`), 404, `^data source "${id}" does not exist$`)
  })
})

describe('updating a data source', () => {
  let id: string
  beforeEach(async () => {
    id = await app.addDataSource('spring', ['101'])
    expectSuccess(await update({ id, dataSourceDesc: 'first' }))
    clock.set('2026-03-02T03:00:00Z')
  })

  it('answers the data source as it is now', async () => {
    expect(expectSuccess(await update({ id, dataSourceName: ' summer ', dataSourceDesc: '' }))).toEqual({
      id,
      dataSourceName: 'summer',
      dataSourceDesc: '',
      contactCount: 1,
      updateTime: '2026-03-02 11:00:00',
    })
  })

  it.each([
    [{}, {}],
    [{ dataSourceName: 'summer' }, { dataSourceName: 'summer' }],
    [{ dataSourceDesc: 'second' }, { dataSourceDesc: 'second' }],
  ])('changes only what is supplied: %j', async (change, expected) => {
    const before = (await detail(id)) as object
    expectSuccess(await update({ id, ...change }))
    expect(await detail(id)).toEqual({ ...before, ...expected, updateTime: '2026-03-02 11:00:00' })
  })

  it.each(refusedNames)('refuses the name %j with 400', async (dataSourceName, message) => {
    const before = await detail(id)
    const answer = await update({ id, dataSourceName })
    expectError(answer, 400)
    expect(answer.body.message).toBe(message)
    expect(await detail(id)).toEqual(before)
  })

  it('leaves as it is what is null', async () => {
    expectSuccess(await update({ id, dataSourceName: null, dataSourceDesc: null }))
    expect(await detail(id)).toMatchObject({ dataSourceName: 'spring', dataSourceDesc: 'first' })
  })

  it('refuses the name of another with 409, and keeps its own', async () => {
    await app.addDataSource('summer')
    expectError(
      await update({ id, dataSourceName: 'summer ' }),
      409,
      /^dataSourceName "summer" already exists$/,
    )
    expect(await detail(id)).toMatchObject({ dataSourceName: 'spring' })
    expectSuccess(await update({ id, dataSourceName: 'spring' }))
  })

  it('needs the id of a data source', async () => {
    expectError(await update({ dataSourceName: 'x' }), 400, /^id is required$/)
    expectError(await update({ id: 7 }), 400, /^id must be a string$/)
    expectError(await update({ id: UNKNOWN_ID }), 404, UNKNOWN_ID)
    expectError(await update({ id: 'no-id' }), 404, /no-id/)
  })
})

describe('the list of data sources', () => {
  const names = ['100%', '100', 'a_b', 'axb', 'C:\\data', 'C:data', 'STRASSE', 'ÄÖÜ']
  let newestFirst: string[]
  beforeEach(async () => {
    newestFirst = []
    for (const name of names) newestFirst.unshift(await app.addDataSource(name))
  })

  interface Listed {
    total: number
    rows: { id: string; dataSourceName: string }[]
  }
  const list = async (query = '') => expectSuccess(await app.get<Listed>(`/api/dataSource/list?${query}`))

  it('shows the newest first, with all fields', async () => {
    const { total, rows } = await list()
    expect([total, rows.map((row) => row.id)]).toEqual([names.length, newestFirst])
    expect(rows[0]).toEqual(await detail(newestFirst[0] ?? ''))
  })

  it.each([1, 3, 8, 1000])('pages of %i neither skip nor repeat', async (pageSize) => {
    const seen: string[] = []
    for (let pageNum = 1; seen.length < names.length; pageNum += 1) {
      const { total, rows } = await list(`pageNum=${pageNum}&pageSize=${pageSize}`)
      expect([total, rows.length]).toEqual([names.length, Math.min(pageSize, names.length - seen.length)])
      seen.push(...rows.map((row) => row.id))
    }
    expect(seen).toEqual(newestFirst)
  })

  it('is empty past the end, with the true total', async () => {
    expect(await list('pageNum=2')).toEqual({ total: names.length, rows: [] })
  })

  it.each([
    ['%', ['100%']],
    ['_', ['a_b']],
    ['\\', ['C:\\data']],
    ['DATA', ['C:\\data', 'C:data']],
    ['strasse', ['STRASSE']],
    ['äö', ['ÄÖÜ']],
    ['none', []],
  ])('finds by %j: %j', async (needle, found) => {
    const { total, rows } = await list(`dataSourceName=${encodeURIComponent(needle)}`)
    expect(rows.map((row) => row.dataSourceName).toReversed()).toEqual(found)
    expect(total).toBe(found.length)
  })

  it.each(['pageNum=0', 'pageSize=0', 'pageSize=1001', 'pageNum=x', 'dataSourceName=a&dataSourceName=b'])(
    'refuses ?%s with 400',
    async (query) => {
      expectError(await app.get(`/api/dataSource/list?${query}`), 400, `^${query.split('=', 1)[0]} must`)
    },
  )
})
