import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardedInSql } from '../src/lists/contacts/export-file.ts'
import { guardCell } from '../src/platform/tabular/formula-guard.ts'
import { readCells } from './corpus/tabular-files.ts'
import { expectError, UNKNOWN_ID } from './support/expectations.ts'
import { answerOf, createFilesApp, exportPath } from './support/files-app.ts'
import { createManualClock } from './support/manual-clock.ts'
import { openForFile } from './support/open-for-file.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const clock = createManualClock('2026-03-01T17:04:05Z')
const app = await openForFile(createFilesApp({ clock }))

async function addContacts(...contacts: Record<string, unknown>[]): Promise<string> {
  const id = await app.addDataSource(randomUUID())
  for (const contact of contacts) {
    const { status, body } = await app.post(`/api/dataSource/${id}/contact/add`, contact)
    if (status !== 200) throw new Error(body.message)
  }
  return id
}

async function exported(id: string, format: 'csv' | 'excel'): Promise<string[][]> {
  return readCells(await app.exportBytes(exportPath(id, format)))
}

describe('the file', () => {
  it.each([
    ['csv', 'contacts_20260302010405.csv', 'text/csv; charset=utf-8'],
    ['excel', 'contacts_20260302010405.xlsx', XLSX],
  ])(
    'of format %s has a name with the time of the service and its media type',
    async (format, name, type) => {
      const id = await addContacts({ phoneNumber: '13800138000' })
      const response = await app.call(`/api/dataSource/${id}/contact/batchExport?format=${format}`)
      await response.arrayBuffer()
      expect(response.status).toBe(200)
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
      expect(response.headers.get('content-type')).toBe(type)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    },
  )

  it('is a workbook unless asked otherwise', async () => {
    const id = await addContacts({ phoneNumber: '13800138000' })
    const response = await app.call(`/api/dataSource/${id}/contact/batchExport`)
    expect(response.headers.get('content-type')).toBe(XLSX)
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 2)).toBe('PK')
  })

  it('of CSV begins with a byte order mark and has every custom field as a column, oldest contact first', async () => {
    const id = await addContacts(
      { phoneNumber: '+86 138', customerName: '张三' },
      { phoneNumber: '13800138001', address: 'a "b", c\nd', orderAmount: 99.5 },
      { phoneNumber: '13800138002', customerName: '', vip: true },
    )
    const rows = await app.rows<{ id: string }>(
      'select id from contact where data_source_id = $1 order by position',
      [id],
    )
    const [a, b, c] = rows.map((row) => row.id)
    const time = '2026-03-02 01:04:05'
    expect(await app.exportCsv(exportPath(id, 'csv'))).toBe(
      '\ufeffid,phoneNumber,customerName,address,orderAmount,vip,status,callCount,createTime\r\n' +
        `${a},+86 138,张三,,,,3,0,${time}\r\n` +
        `${b},13800138001,,"a ""b"", c\nd",99.5,,3,0,${time}\r\n` +
        `${c},13800138002,,,,true,3,0,${time}\r\n`,
    )
  })

  it.each(['csv', 'excel'] as const)('has only the titles for an empty data source (%s)', async (format) => {
    expect(await exported(await addContacts(), format)).toEqual([
      ['id', 'phoneNumber', 'status', 'callCount', 'createTime'],
    ])
  })

  it.each(['csv', 'excel'] as const)(
    'keeps order and leaves out the deleted over many slices (%s)',
    async (format) => {
      const id = await addContacts()
      await app.rows(
        `insert into contact (id, data_source_id, position, phone_number, phone_key, create_time, update_time)
       select gen_random_uuid(), $1, n, n + 13800000000, n + 13800000000, now(), now()
       from generate_series(1, 20000) n where n % 7 <> 0 and (n < 5000 or n > 15000)`,
        [id],
      )
      await app.rows('update data_source set contact_count = 8571, last_position = 20000 where id = $1', [id])
      const rows = await exported(id, format)
      const expected = Array.from({ length: 20_000 }, (_, i) => i + 1)
        .filter((n) => n % 7 !== 0 && (n < 5000 || n > 15_000))
        .map((n) => String(n + 13_800_000_000))
      expect(rows.slice(1).map((cells) => cells[1])).toEqual(expected)
    },
  )
})

describe('cells that a spreadsheet would run', () => {
  const values: [given: string, inCsv: string][] = [
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("http://evil")', `'=HYPERLINK("http://evil")`],
    ['+1+1', "'+1+1"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ['a;=1+1', "a;'=1+1"],
    ['＝1', "'＝1"],
    [' =1', "' =1"],
    ['+100-50', "'+100-50"],
    ["'=1", "''=1"],
    ["'", "'"],
    ['+86 138 0013 8000', '+86 138 0013 8000'],
    ['a=1', 'a=1'],
    ['', ''],
  ]
  const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const fields = Object.fromEntries(values.map(([given], i) => [`f${i}`, given]))
  const contact = { phoneNumber: '+86 138-0013-8000', ...fields, '=cmd()': 'x', '@a': 'y' }

  it('get apostrophes in CSV, except phone numbers', async () => {
    const csv = await app.exportCsv(exportPath(await addContacts(contact), 'csv'))
    const cells = values.map(([, inCsv]) => quoted(inCsv)).join(',')
    expect(csv).toContain(`,'=cmd(),'@a,status,callCount,createTime\r\n`)
    expect(csv).toContain(`,+86 138-0013-8000,${cells},x,y,`)
  })

  it('are text in a workbook, as they are', async () => {
    const [titles = [], row = []] = await exported(await addContacts(contact), 'excel')
    expect(row.slice(1, 2 + values.length)).toEqual(['+86 138-0013-8000', ...Object.values(fields)])
    expect(titles.slice(2 + values.length)).toEqual(['=cmd()', '@a', 'status', 'callCount', 'createTime'])
  })

  it('are guarded by the same rule in the database as in the rest of the service', async () => {
    const cell = fc.string({
      unit: fc.constantFrom(...`''=+-@\t\r\n;; "1(.a＝＋－＠`, '\u00a0', '\u3000', '\ufeff', '张', '1', '2'),
      maxLength: 12,
    })
    const cells = [...fc.sample(cell, 2000), ...values.map(([given]) => given), '+8613800138000']
    const guarded = await app.rows<{ guarded: string }>(
      `select ${guardedInSql('cell')} as guarded from unnest($1::text[]) with ordinality as given (cell, n) order by n`,
      [cells],
    )
    expect(guarded.map((row) => row.guarded)).toEqual(cells.map(guardCell))
  })
})

describe('field names that mean something in SQL, CSV or XML', () => {
  it.each(['csv', 'excel'] as const)('are plain titles (%s)', async (format) => {
    const names = [
      "'; drop table contact; --",
      'a"b',
      'x,y',
      'line\nend',
      '<b>&amp;</b>',
      '\\N',
      '_x0041_',
      'constructor',
      '%s',
      '$1',
    ]
    const id = await addContacts({
      phoneNumber: '13800138000',
      ...Object.fromEntries(names.map((name) => [name, name])),
    })
    const [titles = [], row = []] = await exported(id, format)
    expect(titles.slice(2, -3)).toEqual(names)
    expect(row.slice(2, -3)).toEqual(names)
  })
})

describe('what cannot be exported', () => {
  it.each([
    ['/api/dataSource/%s/contact/batchExport', 'data source'],
    ['/api/task/%s/export', 'task'],
  ])('is a 404 in the envelope before any byte of a file: %s', async (path, what) => {
    for (const unknown of [UNKNOWN_ID, 'abc']) {
      const answer = await answerOf(await app.call(path.replace('%s', unknown)))
      expectError(answer, 404, `${what} "${unknown}" does not exist`)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.headers['content-disposition']).toBeUndefined()
    }
  })

  it.each([
    ['format=xls', 'format must be one of csv, excel'],
    ['format=CSV', 'format must be one of csv, excel'],
    ['format=csv&format=csv', 'format must be a string'],
  ])('is a 400: %s', async (query, message) => {
    const id = await addContacts()
    const taskId = await app.addTask(randomUUID(), id)
    for (const path of [`/api/dataSource/${id}/contact/batchExport`, `/api/task/${taskId}/export`])
      expectError(await answerOf(await app.call(`${path}?${query}`)), 400, message)
  })

  it.each([
    ['status=5', 'status must be from 0 to 4'],
    ['status=-1', 'status must be from 0 to 4'],
    ['status=x', 'status must be an integer'],
    ['status=1.5', 'status must be an integer'],
    ['status=', 'status must be an integer'],
  ])('is a 400 of a task: %s', async (query, message) => {
    const taskId = await app.addTask(randomUUID(), await addContacts())
    expectError(await answerOf(await app.call(`/api/task/${taskId}/export?${query}`)), 400, message)
  })
})
