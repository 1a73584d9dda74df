// The fixed XML around the rows of the workbooks that we write: the minimum that Excel and LibreOffice accept.

import { columnName } from '../column-name.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SHEET_XMLNS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE_XMLNS = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE_XMLNS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What the cells of a column hold. A time is written as YYYY-MM-DD HH:MM:SS. */
export type CellKind = 'text' | 'number' | 'time'

/** Indexes into cellXfs of the styles below; number format 49 is text (@). */
export const TEXT_STYLE = 1
export const TITLE_STYLE = 2
export const styleOf: Record<CellKind, number> = { text: TEXT_STYLE, number: 0, time: 3 }

const TIME_FORMAT =
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>'
const TIME_CELL = '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'

export const STYLES = `${DECLARATION}<styleSheet xmlns="${SHEET_XMLNS}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** With a format for times; workbooks whose cells are all text do without it. */
export const TYPED_STYLES = STYLES.replace('<fonts', `${TIME_FORMAT}<fonts`)
  .replace('<cellXfs count="3">', '<cellXfs count="4">')
  .replace('</cellXfs>', `${TIME_CELL}</cellXfs>`)

export const PACKAGE_RELATIONSHIPS = relationships([['officeDocument', 'xl/workbook.xml']])

export function contentTypes(sheets: number): string {
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${SHEET_TYPE}.${type}+xml"/>`
  return `${DECLARATION}<Types xmlns="${PACKAGE_XMLNS}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${numbered(sheets, (n) => override(`worksheets/sheet${n}`, 'worksheet'))}</Types>`
}

export function workbook(sheets: number): string {
  return `${DECLARATION}<workbook xmlns="${SHEET_XMLNS}" xmlns:r="${OFFICE_XMLNS}"><bookViews><workbookView/></bookViews><sheets>${numbered(sheets, (n) => `<sheet name="Sheet${n}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`
}

export function workbookRelationships(sheets: number): string {
  const targets = Array.from({ length: sheets }, (_, i): [string, string] => [
    'worksheet',
    `worksheets/sheet${i + 1}.xml`,
  ])
  return relationships([...targets, ['styles', 'styles.xml']])
}

export function sheetStart(titles: readonly string[], kinds: readonly CellKind[]): string {
  const columns = titles.map(
    (title, i) =>
      `<col min="${i + 1}" max="${i + 1}" width="${columnWidth(title)}" style="${styleOf[kinds[i] ?? 'text']}" customWidth="1"/>`,
  )
  return `${DECLARATION}<worksheet xmlns="${SHEET_XMLNS}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>`
}

/** Without ignoredErrors Excel marks every phone number as a "number stored as text". */
export function sheetEnd(columns: number, rows: number): string {
  const range = `A1:${columnName(Math.max(columns, 1) - 1)}${rows}`
  return `</sheetData><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

function relationships(targets: [type: string, target: string][]): string {
  const lines = targets.map(
    ([type, target], i) =>
      `<Relationship Id="rId${i + 1}" Type="${OFFICE_XMLNS}/${type}" Target="${target}"/>`,
  )
  return `${DECLARATION}<Relationships xmlns="${PACKAGE_XMLNS}/relationships">${lines.join('')}</Relationships>`
}

function numbered(count: number, part: (n: number) => string): string {
  return Array.from({ length: count }, (_, i) => part(i + 1)).join('')
}

/** The width in Latin characters; a Chinese character counts as two. */
function columnWidth(title: string): number {
  const width = title.length + title.replace(/[\0-\u2e7f]/g, '').length
  return Math.min(Math.max(width + 2, 16), 40)
}
