// Which parts of a workbook matter: the first sheet a person sees, the shared texts and the formats of numbers.
// Relationships lead there; the usual places are the fallback only.
import { InvalidInput } from '../../../../../../server/src/kernel/errors.ts'
import {
  builtInFormat,
  type CellFormat,
  parseFormatCode,
} from '../../../../../../server/src/tabular/xlsx-cell-format.ts'
import { collectText } from '../../../../../../server/src/tabular/xlsx-text.ts'
import { MOST_CELL_CHARACTERS, unknownKind } from './read-csv.ts'
import { scanWholeXml } from './scan-xml.ts'
import { damaged, type ZipEntries } from './zip-entries.ts'

export interface Workbook {
  /** In the order in which they are looked through for rows. */
  sheets: string[]
  sharedStrings: string[]
  formats: CellFormat[]
  /** Serial dates count from 1904, not 1900. */
  date1904: boolean
}

interface Relationship {
  id: string
  /** The last word of the type's address. */
  type: string
  target: string
}

const OTHER_KINDS: [part: RegExp, kind: string][] = [
  [/^xl\/workbook\.bin$/, 'a binary Excel workbook (.xlsb)'],
  [/^word\//, 'a Word document'],
  [/^ppt\//, 'a PowerPoint presentation'],
  [/^content\.xml$/, 'an OpenDocument file (.ods)'],
  [/^index\/.*\.iwa$/, 'an Apple Numbers file'],
]

export async function readWorkbook(zip: ZipEntries): Promise<Workbook> {
  const root = await readRelationships(zip, '')
  const path = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  refuseOtherKinds(zip, path)
  const relationships = await readRelationships(zip, path)
  const { visible, hidden, date1904 } = await readSheets(zip, path)
  const targetOf = (matches: (one: Relationship) => boolean) => relationships.find(matches)?.target
  const partsOf = (ids: string[]) =>
    ids
      .map((id) => targetOf((one) => one.type === 'worksheet' && one.id === id))
      .filter((name) => name !== undefined && zip.has(name)) as string[]
  const fallback = zip.names().filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
  const sheets = [partsOf(visible), partsOf(hidden), fallback.slice(0, 1)].find((parts) => parts.length > 0)
  if (sheets === undefined) throw damaged()
  const strings = targetOf(({ type }) => type === 'sharedStrings') ?? 'xl/sharedStrings.xml'
  const styles = targetOf(({ type }) => type === 'styles') ?? 'xl/styles.xml'
  return {
    sheets,
    date1904,
    sharedStrings: zip.has(strings) ? await readSharedStrings(zip, strings) : [],
    formats: zip.has(styles) ? await readFormats(zip, styles) : [],
  }
}

/** The ids of the sheets that are seen, and of those that are not. */
async function readSheets(zip: ZipEntries, path: string) {
  const sheets: { id: string; isVisible: boolean }[] = []
  let date1904 = false
  await scanWholeXml(zip.read(path), {
    open(name, attributes) {
      if (name === 'workbookPr') date1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      sheets.push({ id, isVisible: (attributes['state'] ?? 'visible') === 'visible' })
    },
  })
  const idsOf = (isVisible: boolean) =>
    sheets.filter((one) => one.isVisible === isVisible).map(({ id }) => id)
  return { visible: idsOf(true), hidden: idsOf(false), date1904 }
}

async function readRelationships(zip: ZipEntries, source: string): Promise<Relationship[]> {
  const slash = source.lastIndexOf('/') + 1
  const folder = source.slice(0, slash)
  const path = `${folder}_rels/${source.slice(slash)}.rels`
  const found: Relationship[] = []
  if (!zip.has(path)) return found
  await scanWholeXml(zip.read(path), {
    open(name, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (name !== 'Relationship') return
      // Both kinds of target: /xl/sheet.xml from the root, worksheets/sheet.xml from the source.
      const { pathname } = new URL(target, `file:///${folder}`)
      found.push({
        id,
        type: type.slice(type.lastIndexOf('/') + 1),
        target: decodeURI(pathname).slice(1),
      })
    },
  })
  return found
}

async function readSharedStrings(zip: ZipEntries, path: string): Promise<string[]> {
  const strings: string[] = []
  const text = collectText(MOST_CELL_CHARACTERS)
  await scanWholeXml(zip.read(path), {
    open: text.open,
    text: text.text,
    close(name) {
      text.close(name)
      if (name === 'si') strings.push(text.take())
    },
  })
  return strings
}

/** The format of each style that a cell can name. */
async function readFormats(zip: ZipEntries, path: string): Promise<CellFormat[]> {
  const byId = new Map<number, CellFormat>()
  const formats: CellFormat[] = []
  let isInCellXfs = false
  await scanWholeXml(zip.read(path), {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'cellXfs') isInCellXfs = true
      else if (name === 'numFmt') byId.set(Number(numFmtId), parseFormatCode(formatCode))
      else if (name === 'xf' && isInCellXfs)
        formats.push(byId.get(Number(numFmtId)) ?? builtInFormat(Number(numFmtId)))
    },
    close(name) {
      if (name === 'cellXfs') isInCellXfs = false
    },
  })
  return formats
}

function refuseOtherKinds(zip: ZipEntries, workbookPath: string): void {
  for (const name of zip.names()) {
    const kind = OTHER_KINDS.find(([part]) => part.test(name))?.[1]
    if (kind) throw new InvalidInput(`The file is ${kind}: save it as .xlsx or CSV`, unknownKind)
  }
  if (!zip.has(workbookPath))
    throw new InvalidInput('The file is a ZIP archive without an Excel workbook in it', {
      code: 'workbook_missing',
      field: 'file',
    })
}
