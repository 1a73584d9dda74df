import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldNameProblem, fieldsProblem } from '../src/lists/contacts/contact-fields.ts'
import { readCells } from './corpus/tabular-files.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createFilesApp, exportPath, storedContacts } from './support/files-app.ts'
import { openForFile } from './support/open-for-file.ts'

const app = await openForFile(createFilesApp())

// Text with a liking for what CSV, XML, COPY and spreadsheets treat in a way of their own.
const special = fc.constantFrom(
  ...[
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    '\r\n',
    "'",
    '"',
    ',',
    ';',
    '＝',
    '－',
    '\\',
    '\\N',
    '\\.',
    '_x000D_',
    '_x',
    '<',
    '&amp;',
  ],
  ...[
    ' ',
    '\u00a0',
    '\ufeff',
    '\u0001',
    '\u001f',
    '\u007f',
    '\u0085',
    '\ufffe',
    '\uffff',
    '0',
    '1e5',
    '张',
    '😀',
  ],
)
const text = (maxLength: number) =>
  fc
    .oneof(
      fc.array(special, { maxLength: Math.min(maxLength, 12) }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength }),
      fc.string({ unit: 'grapheme', maxLength }),
    )
    .filter((value) => !value.includes('\0') && [...value].length <= maxLength)
const fieldName = text(64).filter((name) => name !== 'phoneNumber' && fieldNameProblem(name) === undefined)
const contacts = fc
  .uniqueArray(fc.integer({ min: 100, max: 99_999 }), { minLength: 1, maxLength: 4 })
  .chain((numbers) =>
    fc.tuple(
      ...numbers.map((number) =>
        fc.record({
          phoneNumber: fc.constantFrom(`${number}`, `+${number}`, `(0) ${number}-1`),
          fields: fc
            .dictionary(fieldName, text(1000), { maxKeys: 6, noNullPrototype: true })
            .filter((fields) => fieldsProblem(fields) === undefined),
        }),
      ),
    ),
  )

// One in a hundred makes a CSV look like a binary file, so there they stay out; a workbook escapes them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/
const printable = contacts.filter(
  (list) => !CONTROL.test(list.flatMap(({ fields }) => Object.entries(fields).flat()).join()),
)

async function addAll(list: { phoneNumber: string; fields: Record<string, string> }[]): Promise<string> {
  const id = await app.addDataSource(randomUUID())
  for (const { phoneNumber, fields } of list)
    expectSuccess(await app.post(`/api/dataSource/${id}/contact/add`, { ...fields, phoneNumber }))
  return id
}

/** Number and fields of every contact; an empty value is the same as none. */
async function content(dataSourceId: string) {
  return (await storedContacts(app, dataSourceId)).map(({ phone_number, fields }) => ({
    phoneNumber: phone_number,
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
  }))
}

/** Without what is new about every contact: its id and its time. */
async function comparable(file: Buffer): Promise<string[][]> {
  return (await readCells(file)).map((cells) => cells.slice(1, -1))
}

describe.each([
  ['csv', printable],
  ['excel', contacts],
] as const)('an export as %s', (format, lists) => {
  it('imported into another data source gives the same contacts, and the same export', async () => {
    await fc.assert(
      fc.asyncProperty(lists, async (list) => {
        const first = await addAll(list)
        const file = await app.exportBytes(exportPath(first, format))
        const second = await app.addDataSource(randomUUID())
        const result = expectSuccess(await app.upload(second, file))
        expect(result).toMatchObject({ successCount: list.length, failCount: 0 })
        expect(await content(second)).toEqual(await content(first))
        const again = await app.exportBytes(exportPath(second, format))
        if (list.every(({ fields }) => Object.values(fields).every((value) => value !== ''))) {
          expect(await comparable(again)).toEqual(await comparable(file))
        }
      }),
      { numRuns: 15 },
    )
  })
})

describe('a field name that would not come back', () => {
  it.each([' ', ' name', 'name\t', '\u00a0', 'phoneNumber ', '\ufeffid'])('is refused: %j', async (name) => {
    const id = await app.addDataSource(randomUUID())
    const answer = await app.post(`/api/dataSource/${id}/contact/add`, {
      phoneNumber: '13800138000',
      [name]: 'x',
    })
    expectError(answer, 400, 'a field name must not begin or end with white space')
  })
})
