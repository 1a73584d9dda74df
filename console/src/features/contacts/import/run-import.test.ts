// What is sent of a file, and what is told about it afterwards.
import type { Client } from '@carillon/client'
import { ApiError } from '@carillon/client/errors'
import { describe, expect, it } from 'vitest'
import { inlineCell, workbookFile } from '../../../../../server/test/corpus/tabular-files.ts'
import { guessPhoneColumn } from './phone-column.ts'
import { createImportRun, type ImportPlan, type ImportRun } from './run-import.ts'
import { surveyTable } from './survey-table.ts'
import { openTable } from './table/open-table.ts'

type Answer = Awaited<ReturnType<Client['importContacts']>>

const good: Answer = {
  importCount: 0,
  successCount: 0,
  failCount: 0,
  updatedCount: 0,
  details: [],
  ignoredColumns: [],
}

async function planOf(text: string, phoneColumn = 0): Promise<ImportPlan> {
  const file = new File([text], 'list.csv')
  const table = await openTable(file)
  const survey = await surveyTable(table)
  return { dataSourceId: 'source', file, read: { table, survey, phoneColumn }, onDuplicate: 'fail' }
}

/** A service that answers as it is told, part by part, and remembers what it got. */
function serviceThat(...answers: ((lines: string[]) => Answer)[]) {
  const received: string[][] = []
  const importContacts: Client['importContacts'] = async (_, file) => {
    const lines = (await file.text()).trimEnd().split(/\r?\n/)
    const answer = answers[received.length]
    received.push(lines)
    return answer?.(lines) ?? { ...good, importCount: lines.length - 1, successCount: lines.length - 1 }
  }
  return { received, client: { importContacts } as Client }
}

async function untilIt(run: ImportRun, step: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => run.read().step === step && resolve()
    run.subscribe(look)
    look()
  })
}

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => `${13_800_000_000 + index},x`).join('\n')

describe('an import', () => {
  it('sends a small file as it is', async () => {
    const { client, received } = serviceThat()
    const run = createImportRun(client, await planOf(`phoneNumber;name\n1;"a;b"\n`))
    run.start()
    await untilIt(run, 'done')
    expect(received).toEqual([['phoneNumber;name', '1;"a;b"']])
  })

  it('sends a big file in parts of 10,000 rows under the same titles, and tells of rows of the whole file', async () => {
    const failing = (lines: string[]): Answer => ({
      ...good,
      importCount: lines.length - 1,
      successCount: lines.length - 2,
      failCount: 1,
      details: [
        {
          row: 3,
          phoneNumber: 'x',
          reason: 'duplicate',
          code: 'duplicate',
          params: {},
          message: 'phoneNumber already belongs to row 2, contact c',
        },
      ],
    })
    const { client, received } = serviceThat(failing, failing, failing)
    // A blank row counts as a row of the file, and is sent nowhere.
    const run = createImportRun(client, await planOf(`phoneNumber,name\n\n${rows(20_010)}\n`))
    run.start()
    await untilIt(run, 'done')
    expect(received.map((lines) => lines.length)).toEqual([10_001, 10_001, 11])
    expect(new Set(received.map(([titles]) => titles))).toEqual(new Set(['phoneNumber,name']))
    const { totals, fraction } = run.read()
    expect(fraction).toBe(1)
    expect(totals).toMatchObject({ importCount: 20_010, successCount: 20_007, failCount: 3 })
    expect(totals.failedRows.map(({ row, message }) => [row, message])).toEqual([
      [4, 'phoneNumber already belongs to row 3, contact c'],
      [10_004, 'phoneNumber already belongs to row 10003, contact c'],
      [20_004, 'phoneNumber already belongs to row 20003, contact c'],
    ])
    expect((await run.failedRowsFile().text()).split('\r\n').slice(0, 3)).toEqual([
      ',phoneNumber,name',
      '"Row 4: phoneNumber already belongs to row 3, contact c",13800000001,x',
      '"Row 10004: phoneNumber already belongs to row 10003, contact c",13800010001,x',
    ])
  })

  it('stops at a part that is not taken, says what is in, and goes on from there', async () => {
    const { client, received } = serviceThat(
      (lines) => ({ ...good, importCount: lines.length - 1, successCount: lines.length - 1 }),
      () => {
        throw new ApiError(503, 'the database cannot be reached')
      },
    )
    const run = createImportRun(client, await planOf(`phoneNumber,name\n${rows(10_005)}`))
    run.start()
    await untilIt(run, 'stopped')
    const stopped = run.read()
    expect(stopped.error).toEqual(new ApiError(503, 'the database cannot be reached'))
    expect(stopped.lastRowDone).toBe(10_001)
    expect(stopped.part).toMatchObject({ firstRow: 10_002, lastRow: 10_006 })
    run.start()
    await untilIt(run, 'done')
    expect(received.map((lines) => lines.length)).toEqual([10_001, 6, 6])
    expect(run.read().totals.successCount).toBe(10_005)
  })

  it('writes the title that the service wants over the chosen column', async () => {
    const { client, received } = serviceThat()
    const run = createImportRun(client, await planOf('姓名,手机号\n王小明,13800138000\n', 1))
    run.start()
    await untilIt(run, 'done')
    expect(received).toEqual([['姓名,phoneNumber', '王小明,13800138000']])
  })

  it('keeps in a rewritten file what the service has to know of its rows', async () => {
    const { client, received } = serviceThat()
    const workbook = workbookFile({
      styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="2"/></cellXfs>',
      rows: `<row>${inlineCell('Phone')}${inlineCell('note')}</row><row><c s="1"><v>13900139000</v></c>${inlineCell('=1')}</row>`,
    })
    const table = await openTable(new Blob([new Uint8Array(workbook)]))
    const survey = await surveyTable(table)
    const file = new File([], 'list.xlsx')
    const read = { table, survey, phoneColumn: 0 }
    const ofWorkbook = createImportRun(client, { dataSourceId: 'source', file, read, onDuplicate: 'fail' })
    ofWorkbook.start()
    await untilIt(ofWorkbook, 'done')
    const ofText = createImportRun(client, await planOf('Phone,note\n13900139000,"c"d\n'))
    ofText.start()
    await untilIt(ofText, 'done')
    expect(received).toEqual([
      ['phoneNumber,note', "13900139000,'=1"],
      ['phoneNumber,note', '13900139000,cd,""?'],
    ])
  })

  it('makes a file of failed rows that can be imported again: reasons aside, formulas defused, nothing lost', async () => {
    const failing = (): Answer => ({
      ...good,
      importCount: 2,
      failCount: 2,
      details: [
        {
          row: 2,
          phoneNumber: '',
          reason: 'missing',
          code: 'phone_missing',
          params: {},
          message: 'phoneNumber is required',
        },
        {
          row: 3,
          phoneNumber: '12',
          reason: 'invalid',
          code: 'phone_invalid',
          params: {},
          message: 'the row has more cells than the title row',
        },
      ],
    })
    const { client } = serviceThat(failing)
    const text = `,phoneNumber,note\nRow 9: old,,=1+1\n,12,'=2,extra\n`
    const run = createImportRun(client, await planOf(text, 1))
    run.start()
    await untilIt(run, 'done')
    expect(await run.failedRowsFile().text()).toBe(
      `,phoneNumber,note\r\nRow 2: phoneNumber is required,,'=1+1\r\nRow 3: the row has more cells than the title row,12,'=2,extra\r\n`,
    )
    expect(run.failedRowsFile().name).toBe('list-failed.csv')
  })
})

describe('the phone column', () => {
  const surveyOf = (titles: string[], ...sample: string[][]) => ({
    titles,
    sample: sample.map((cells, index) => ({ row: index + 2, cells })),
    rowCount: sample.length,
    lastRow: sample.length + 1,
  })
  it.each([
    ['Phone', ['Name', 'Phone'], ['a', 'b'], 1],
    ['Mobile number', ['Name', 'Mobile number'], ['a', 'b'], 1],
    ['手机号码', ['姓名', '手机号码'], ['a', 'b'], 1],
    ['what is in it', ['a', 'b', 'c'], ['2024', '138-0013-8000', 'x'], 1],
  ])('is guessed by %s', (_, titles, row, expected) => {
    expect(guessPhoneColumn(surveyOf(titles, row))).toBe(expected)
  })

  it('is left to choose when nothing looks like it', () => {
    expect(guessPhoneColumn(surveyOf(['a', 'b'], ['x', '12']))).toBeUndefined()
  })
})
