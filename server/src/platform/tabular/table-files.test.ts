import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  drain,
  inlineCell,
  LIMITS,
  spool,
  wideStrings,
  workbookFile,
} from '../../../test/corpus/tabular-files.ts'
import { InvalidInput, TooLarge } from '../kernel/errors.ts'
import { pathOfHandle } from './file-bytes.ts'
import { createTableFiles } from './table-files.ts'

const tables = createTableFiles()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'table-files-'))
})
afterAll(async () => {
  await tables.close()
  await rm(folder, { recursive: true })
})

async function saved(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

async function read(path: string, options = {}, files = tables) {
  const table = await files.open(path, { ...LIMITS, ...options })
  try {
    return { facts: table.facts, rows: [table.titles, ...(await drain(table.batches))] }
  } finally {
    table.close()
  }
}

describe('a file', () => {
  it('is what its content says, and comes with its rows', async () => {
    expect(await read(await saved('a.csv', 'a;b\n1;2\n'))).toEqual({
      facts: { format: 'csv', encoding: 'utf-8', delimiter: ';' },
      rows: [
        { row: 1, cells: ['a', 'b'] },
        { row: 2, cells: ['1', '2'] },
      ],
    })
    const workbook = workbookFile({ rows: `<row>${inlineCell('a')}</row>` })
    expect(await read(await saved('a.xlsx', workbook))).toEqual({
      facts: { format: 'xlsx', sheet: 'Sheet1', sheets: ['Sheet1'] },
      rows: [{ row: 1, cells: ['a'] }],
    })
  })

  it('comes in batches, all of them in order', async () => {
    const path = await saved(
      'many.csv',
      `n,x\n${Array.from({ length: 9999 }, (_, i) => `${i},${'x'.repeat(30)}`).join('\n')}\n`,
    )
    const table = await tables.open(path, LIMITS)
    const batches: number[] = []
    const seen = [table.titles.cells[0]]
    for await (const rows of table.batches) {
      batches.push(rows.length)
      seen.push(...rows.map(({ cells }) => cells[0] ?? ''))
    }
    table.close()
    expect(batches.length).toBeGreaterThan(1)
    expect(seen).toEqual(['n', ...Array.from({ length: 9999 }, (_, i) => String(i))])
  })

  it('may have lost its name', async () => {
    const file = await spool('a\n1\n')
    expect((await read(pathOfHandle(file))).rows).toHaveLength(2)
  })

  it('at fault is refused as it would be here', async () => {
    await expect(read(await saved('empty', ''))).rejects.toThrow(
      new InvalidInput('The file is empty', { fault: 'file_empty', field: 'file' }),
    )
    const long = await saved('long.csv', 'n\n'.repeat(20))
    await expect(read(long, { maxRows: 10 })).rejects.toThrow(TooLarge)
    await expect(read(join(folder, 'missing'))).rejects.toThrow(expect.objectContaining({ code: 'ENOENT' }))
  })

  it('that is left in the middle leaves its thread to the next', async () => {
    const path = await saved('left.csv', 'n\n'.repeat(9000))
    for (let i = 0; i < 5; i++) {
      const table = await tables.open(path, LIMITS)
      table.close()
    }
    expect((await read(path)).rows).toHaveLength(9000)
  })
})

describe('a file that takes too much', () => {
  it('time is refused, and the next one is read', async () => {
    const path = await saved('slow.csv', 'n\n'.repeat(9000))
    await expect(read(path, { deadlineMs: 0 })).rejects.toThrow(
      new InvalidInput('The file takes more than 0 seconds to read: save it again as CSV, or split it', {
        fault: 'file_too_slow',
        field: 'file',
        params: { seconds: 0 },
      }),
    )
    expect((await read(path)).rows).toHaveLength(9000)
  })

  it('does not count the time that its rows wait for a receiver', async () => {
    const path = await saved('waiting.csv', 'n\n'.repeat(9000))
    await read(path) // the thread is started
    const table = await tables.open(path, { ...LIMITS, deadlineMs: 20_000 })
    let rows = 1 // the title row
    for await (const batch of table.batches) rows += batch.length
    table.close()
    expect(rows).toBe(9000)
  })

  it('memory is refused, and the next one is read', async () => {
    const frugal = createTableFiles({ memoryMb: 16 })
    const huge = workbookFile({ rows: '<row/>', sharedStrings: wideStrings(300_000) })
    const limits = { maxCellLength: 32_767 }
    try {
      await expect(read(await saved('huge.xlsx', huge), limits, frugal)).rejects.toThrow(
        new InvalidInput(
          'The file takes more than 16 MB of memory to read: save it again as CSV, or split it',
          { fault: 'file_too_much_memory', field: 'file', params: { megabytes: 16 } },
        ),
      )
      expect((await read(await saved('small.csv', 'n\n1\n'), limits, frugal)).rows).toHaveLength(2)
    } finally {
      await frugal.close()
    }
  })
})
