import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { whileLocked } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import {
  contactCount,
  createFilesApp,
  numberedRows,
  type StoredContact,
  storedContacts,
} from './support/files-app.ts'
import { openForFile } from './support/open-for-file.ts'

const app = await openForFile(createFilesApp())

const fieldsOf = (contacts: StoredContact[]) =>
  contacts.map(({ phone_number, fields }) => [phone_number, fields])

describe('onDuplicate=update', () => {
  async function addFilled(): Promise<string> {
    const id = await app.addDataSource(randomUUID())
    await app.upload(id, 'phoneNumber,name,city,note\n138 0013 8000,Ann,Oslo,old\n13800138001,Bob,,\n')
    return id
  }

  it('merges rows into the contacts that are there: what is given wins, blank cells keep', async () => {
    const id = await addFilled()
    const before = await storedContacts(app, id)
    const result = expectSuccess(
      await app.upload(
        id,
        'phoneNumber,city,note,tag\n13800138000,,new,vip\n13800138002,Rome,,\n138-0013-8001,Bern,,\n',
        {
          onDuplicate: 'update',
        },
      ),
    )
    expect(result).toEqual({
      importCount: 3,
      successCount: 3,
      failCount: 0,
      updatedCount: 2,
      details: [],
      ignoredColumns: [],
      unplacedCount: 3,
      unplaced: ['13800138000', '13800138002', '138-0013-8001'].map((phoneNumber, index) => ({
        row: index + 2,
        phoneNumber,
      })),
    })
    const after = await storedContacts(app, id)
    expect(fieldsOf(after)).toEqual([
      ['138 0013 8000', { name: 'Ann', city: 'Oslo', note: 'new', tag: 'vip' }],
      ['13800138001', { name: 'Bob', city: 'Bern' }],
      ['13800138002', { city: 'Rome' }],
    ])
    expect(after.slice(0, 2).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(await contactCount(app, id)).toBe(3)
  })

  it('merges rows of one file into each other, the later one winning', async () => {
    const id = await addFilled()
    const result = expectSuccess(
      await app.upload(
        id,
        'phoneNumber,a,b\n13900139000,1,1\n13900139000,2,\n+13900139000,x,\n13900139000,,3\n13800138000,9,\n13800138000,,8\n',
        {
          onDuplicate: 'update',
        },
      ),
    )
    expect(result).toMatchObject({ importCount: 6, successCount: 6, updatedCount: 4, failCount: 0 })
    expect(fieldsOf(await storedContacts(app, id))).toEqual([
      ['138 0013 8000', { name: 'Ann', city: 'Oslo', note: 'old', a: '9', b: '8' }],
      ['13800138001', { name: 'Bob' }],
      ['13900139000', { a: '2', b: '3' }],
      ['+13900139000', { a: 'x' }],
    ])
  })

  it('merges across the batches of a large file', async () => {
    const id = await app.addDataSource(randomUUID())
    const rows = numberedRows(3000).map((row, i) => (i === 0 ? [...row, 'round'] : [...row, 'first']))
    const again = rows.slice(1).map(([number = '']) => [number, 'second'])
    const result = expectSuccess(await app.upload(id, [...rows, ...again], { onDuplicate: 'update' }))
    expect(result).toMatchObject({ importCount: 6000, successCount: 6000, updatedCount: 3000, failCount: 0 })
    const contacts = await storedContacts(app, id)
    expect(new Set(contacts.map(({ fields }) => fields['round']))).toEqual(new Set(['second']))
    expect(contacts.map(({ position }) => position)).toEqual(contacts.map((_, i) => i + 1))
  })

  it('fails a row that would give a contact more than 50 fields, and keeps the contact as it was', async () => {
    const id = await app.addDataSource(randomUUID())
    const titles = (from: number, count: number) => Array.from({ length: count }, (_, i) => `f${from + i}`)
    const file = (from: number, count: number) => [
      ['phoneNumber', ...titles(from, count)],
      ['13800138000', ...titles(from, count)],
    ]
    await app.upload(id, file(0, 49))
    const result = expectSuccess(await app.upload(id, file(48, 3), { onDuplicate: 'update' }))
    expect(result).toMatchObject({ successCount: 0, failCount: 1, updatedCount: 0 })
    expect(result.details).toEqual([
      {
        row: 2,
        phoneNumber: '13800138000',
        reason: 'invalid',
        code: 'too_many_fields',
        params: { max: 50 },
        message: 'a contact has at most 50 custom fields',
      },
    ])
    const [contact] = await storedContacts(app, id)
    expect(Object.keys(contact?.fields ?? {})).toHaveLength(49)
    expect(expectSuccess(await app.upload(id, file(48, 2), { onDuplicate: 'update' })).updatedCount).toBe(1)
  })
})

describe('another data source', () => {
  it('may have the same numbers', async () => {
    const one = await app.addDataSource(randomUUID(), ['13800138000'])
    const other = await app.addDataSource(randomUUID())
    expect(expectSuccess(await app.upload(other, 'phoneNumber\n13800138000\n')).successCount).toBe(1)
    expect(await contactCount(app, one)).toBe(1)
  })
})

describe('DEFAULT_COUNTRY', () => {
  const file = 'phoneNumber\n+86 138 0013 8000\n13800138000\n008613800138000\n+1 212 555 0100\n2125550100\n'

  it('makes the local and the international form the same number', async () => {
    const chinese = await createFilesApp({ defaultCountry: 'CN' })
    try {
      const id = await chinese.addDataSource('local')
      const { details } = expectSuccess(await chinese.upload(id, file))
      expect(details.map(({ row, reason }) => [row, reason])).toEqual([
        [3, 'duplicate'],
        [4, 'duplicate'],
      ])
      const again = expectSuccess(
        await chinese.upload(id, 'phoneNumber,n\n138-0013-8000,x\n', { onDuplicate: 'update' }),
      )
      expect(again.updatedCount).toBe(1)
      expect((await storedContacts(chinese, id))[0]).toMatchObject({
        phone_number: '+86 138 0013 8000',
        fields: { n: 'x' },
      })
    } finally {
      await chinese.close()
    }
  })

  it('is not guessed: without it only numbers that name their country are the same', async () => {
    const id = await app.addDataSource(randomUUID())
    const { details } = expectSuccess(await app.upload(id, file))
    expect(details.map(({ row, reason }) => [row, reason])).toEqual([[4, 'duplicate']])
  })
})

describe('several imports at once', () => {
  it('bring every number exactly once, with counts and positions that add up', async () => {
    const id = await app.addDataSource(randomUUID())
    const files = Array.from({ length: 6 }, (_, i) => numberedRows(1500, 13_800_000_000 + i * 500))
    const results = (await Promise.all(files.map((file) => app.upload(id, file)))).map(expectSuccess)
    const contacts = await storedContacts(app, id)
    const distinct = 5 * 500 + 1500
    expect(contacts).toHaveLength(distinct)
    expect(new Set(contacts.map(({ phone_number }) => phone_number)).size).toBe(distinct)
    expect(contacts.map(({ position }) => position)).toEqual(contacts.map((_, i) => i + 1))
    expect(await contactCount(app, id)).toBe(distinct)
    expect(results.reduce((sum, { successCount }) => sum + successCount, 0)).toBe(distinct)
    for (const { importCount, successCount, failCount, details } of results) {
      expect([importCount, details.length]).toEqual([successCount + failCount, failCount])
    }
    // Every duplicate names the contact that really has the number.
    const numberOf = new Map(contacts.map((contact) => [contact.id, contact.phone_number]))
    for (const { phoneNumber, contactId = '' } of results.flatMap(({ details }) => details))
      expect(numberOf.get(contactId)).toBe(phoneNumber)
  })

  it('leave room for other requests', async () => {
    const id = await app.addDataSource(randomUUID())
    const uploads = await whileLocked(app.database.db, 'data_source', id, async () => {
      const files = Array.from({ length: 8 }, (_, i) => numberedRows(10, 13_800_000_000 + i * 10))
      const running = files.map((file) => app.upload(id, file))
      await expect.poll(() => waitingForLocks()).toBe(4)
      expect((await app.get('/api/dataSource/list')).status).toBe(200)
      return { running }
    })
    const results = (await Promise.all(uploads.running)).map(expectSuccess)
    expect(results.map(({ successCount }) => successCount)).toEqual(Array(8).fill(10))
    expect(await contactCount(app, id)).toBe(80)
  })
})

async function waitingForLocks(): Promise<number> {
  const rows = await app.rows(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}

describe('right after an import', () => {
  it('a search has the right total', async () => {
    const id = await app.addDataSource(randomUUID(), ['+8612345678', '12-12-12'])
    const file = numberedRows(2500, 12_000_000_123)
    await app.upload(id, file)
    const numbers = ['+8612345678', '121212', ...file.slice(1).flat()]
    for (const needle of ['1', '12', '123', '1234', '+8', '9-9']) {
      const expected = numbers.filter((number) => number.includes(needle.replace('-', ''))).length
      const { body } = await app.get<{ total: number; rows: object[] }>(
        `/api/dataSource/${id}/contacts?phoneNumber=${encodeURIComponent(needle)}&pageSize=1000`,
      )
      expect({ needle, total: body.data.total }).toEqual({ needle, total: expected })
      expect(body.data.rows).toHaveLength(Math.min(expected, 1000))
    }
  })
})
