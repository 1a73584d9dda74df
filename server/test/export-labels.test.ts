// Exports for people: readable titles, words instead of codes, numbers and times as typed cells.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openZip } from '../src/platform/tabular/xlsx/xlsx-zip.ts'
import { MB, readCells, spool } from './corpus/tabular-files.ts'
import { endCall } from './support/call-fixtures.ts'
import { expectError } from './support/expectations.ts'
import { createFilesApp, type FilesApp } from './support/files-app.ts'
import { createManualClock } from './support/manual-clock.ts'
import { contactIdsOf, moveTo } from './support/task-fixtures.ts'

const clock = createManualClock('2026-03-01T17:04:05Z')
let app: FilesApp
let dataSourceId: string
let taskId: string

beforeAll(async () => {
  app = await createFilesApp({ clock })
  dataSourceId = await app.addDataSource('people')
  await app.upload(dataSourceId, [
    ['phoneNumber', 'name', 'status of order'],
    ['13800138000', 'Ann', 'paid'],
    ['13800138001', 'Bo', 'open'],
  ])
  taskId = await app.addTask('Spring', dataSourceId)
  await moveTo(app, taskId, 'RUNNING')
  const [ann = '', bo = ''] = await contactIdsOf(app, dataSourceId)
  const common = { taskId, dataSourceId }
  await endCall(app, {
    ...common,
    contactId: ann,
    phoneNumber: '13800138000',
    start: '2026-03-01T01:00:00Z',
    answer: '2026-03-01T01:00:05Z',
    end: '2026-03-01T01:00:17Z',
    talkMs: 12_300,
    result: {
      verdict: { is: 'person', how: 'pressed_key', afterMs: 900, by: 'detector' },
      digits: { confirm: '1' },
      path: [
        ['confirm', 0, 'keys:1'],
        ['bye', 2100],
      ],
      media: { loss: 0.01, jitterMs: 4.2, mes: 92 },
    },
  })
  await endCall(app, {
    ...common,
    contactId: bo,
    phoneNumber: '13800138001',
    outcome: 2,
    cause: 'busy',
    sipStatus: 486,
    callerId: '+4930901820',
    start: '2026-03-01T02:00:00Z',
    answer: null,
    end: '2026-03-01T02:00:03Z',
    talkMs: 0,
  })
})
afterAll(() => app.close())

const cellsOf = async (path: string) => readCells(await app.exportBytes(path))

async function sheetOf(path: string): Promise<string> {
  const zip = await openZip(await spool(await app.exportBytes(path)), 1024 * MB)
  const chunks: Buffer[] = []
  for await (const chunk of zip.read('xl/worksheets/sheet1.xml')) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

describe('the calls of a task', () => {
  it('are exported newest first, as the API names things', async () => {
    const [titles, ...rows] = await cellsOf(`/api/task/${taskId}/calls/export?format=csv`)
    expect(titles?.slice(2, 9)).toEqual([
      'taskName',
      'contactId',
      'phoneNumber',
      'displayName',
      'outcome',
      'cause',
      'round',
    ])
    expect(rows.map((cells) => [cells[2], cells[4], cells[5], cells[6], cells[7]])).toEqual([
      ['Spring', '13800138001', 'Bo', '2', 'busy'],
      ['Spring', '13800138000', 'Ann', '1', 'answered'],
    ])
    expect([titles, ...rows].map((cells) => cells?.slice(-4, -1))).toEqual([
      ['loss', 'jitterMs', 'mes'],
      ['', '', ''],
      ['0.01', '4.2', '92'],
    ])
    expect([titles, ...rows].map((cells) => cells?.slice(-14, -4))).toEqual([
      [
        'sipStatus',
        'trunkId',
        'trunkName',
        'callerId',
        'direction',
        'summary',
        'cost',
        'transcript',
        'lineCost',
        'path',
      ],
      ['486', '', '', '+4930901820', 'outbound', '', '', '', '', ''],
      ['', '', '', '', 'outbound', '', '', '', '', 'confirm 0.0 s (keys:1) > bye 2.1 s'],
    ])
    expect(rows[1]?.slice(10, 16)).toEqual([
      '2026-03-01 09:00:00',
      '2026-03-01 09:00:05',
      '2026-03-01 09:00:17',
      '12.3',
      'person',
      'confirm=1',
    ])
  })

  it('keep to the filters of the list', async () => {
    const busy = await cellsOf(`/api/task/${taskId}/calls/export?format=csv&cause=busy`)
    expect(busy.slice(1).map((cells) => cells[4])).toEqual(['13800138001'])
    const people = await cellsOf(`/api/task/${taskId}/calls/export?format=csv&verdict=person`)
    expect(people.slice(1).map((cells) => cells[4])).toEqual(['13800138000'])
  })

  it('are exported for a data source too, and an unknown one is 404 before any byte', async () => {
    const rows = await cellsOf(`/api/dataSource/${dataSourceId}/calls/export?format=excel`)
    expect(rows.slice(1).map((cells) => cells[4])).toEqual(['13800138001', '13800138000'])
    expectError(await app.get('/api/dataSource/no-such-id/calls/export'), 404)
    expectError(await app.get('/api/task/no-such-id/calls/export'), 404)
  })

  it('are read in parts without losing or repeating one', async () => {
    const id = await app.addTask('many', dataSourceId)
    await moveTo(app, id, 'RUNNING')
    const [contactId = ''] = await contactIdsOf(app, dataSourceId)
    await app.rows(
      `insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause,
         start_time, end_time, talk_ms)
       select gen_random_uuid(), $1, $2, $3, n::text, n::text, 1, 1, 3, 'no_answer', '2026-03-01T00:00:00Z', '2026-03-01T00:00:09Z', 0
       from generate_series(1, 4500) n`,
      [id, contactId, dataSourceId],
    )
    const numbers = (await cellsOf(`/api/task/${id}/calls/export?format=csv`))
      .slice(1)
      .map((cells) => cells[4])
    expect(numbers).toHaveLength(4500)
    expect(new Set(numbers).size).toBe(4500)
  })
})

describe('an export for people', () => {
  it('has readable titles and words, and leaves the names of custom fields alone', async () => {
    const [titles, ann] = await cellsOf(`/api/task/${taskId}/export?format=csv&labels=en`)
    expect(titles).toEqual([
      'Phone number',
      'name',
      'status of order',
      'Status',
      'Calls',
      'Talk time (s)',
      'Last call',
      'Cause of the last call',
      'Reason for waiting',
      'Next call',
      'Contact ID',
    ])
    expect(ann?.slice(0, 4)).toEqual(['13800138000', 'Ann', 'paid', 'Successful'])
    expect(ann?.[7]).toBe('Successful')
    const [inChinese, first] = await cellsOf(`/api/task/${taskId}/calls/export?format=csv&labels=zh`)
    expect(inChinese?.slice(1, 5)).toEqual(['电话号码', '姓名', '结果', '原因'])
    expect(first?.slice(3, 5)).toEqual(['失败', '忙线'])
    expect(inChinese?.slice(-16, -5)).toEqual([
      '中继',
      '主叫号码',
      '方向',
      '摘要',
      '语音智能体费用',
      '对话记录',
      '线路费用',
      '路径',
      '丢包率',
      '抖动（毫秒）',
      'MES（0 到 100）',
    ])
  })

  it.each([
    [
      'contacts of a data source',
      () => `/api/dataSource/${dataSourceId}/contact/batchExport`,
      'Phone number',
    ],
    ['contacts of a task', () => `/api/task/${taskId}/export`, 'Phone number'],
    ['calls', () => `/api/task/${taskId}/calls/export`, 'Phone number'],
    ['the history of a number', () => '/api/number/13800138000/history/export', 'Phone number'],
  ])('is there for %s', async (_, path, title) => {
    expect((await cellsOf(`${path()}?format=csv&labels=en`))[0]).toContain(title)
    expectError(await app.get(`${path()}?labels=fr`), 400, /labels/)
  })

  it('has numbers and times as typed cells, and phone numbers as text', async () => {
    const sheet = await sheetOf(`/api/task/${taskId}/calls/export?labels=en`)
    // 1 March 2026, 9:00:05, in days since 30 December 1899.
    expect(sheet).toMatch(/<c r="I3" s="3"><v>46082\.375057\d+<\/v><\/c>/)
    expect(sheet).toContain('<v>12.3</v>')
    expect(sheet).toMatch(/<c r="B3" s="1" t="inlineStr"><is><t>13800138000</)
    const plain = await sheetOf(`/api/task/${taskId}/calls/export`)
    expect(plain).not.toContain('<v>')
  })
})
