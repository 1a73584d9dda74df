// A cell's s attribute is an index into cellXfs, whose entries name a number format.

import { builtInFormat, type CellFormat, parseFormatCode } from './xlsx-cell-format.ts'
import { parseWholeXml } from './xlsx-xml.ts'

export async function readCellFormats(part: AsyncIterable<Buffer>): Promise<CellFormat[]> {
  const byId = new Map<number, CellFormat>()
  const formats: CellFormat[] = []
  let isInCellXfs = false
  await parseWholeXml(part, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'cellXfs') isInCellXfs = true
      else if (name === 'numFmt') byId.set(Number(numFmtId), parseFormatCode(formatCode))
      else if (name === 'xf' && isInCellXfs) {
        const id = Number(numFmtId)
        const format = byId.get(id) ?? builtInFormat(id)
        byId.set(id, format)
        formats.push(format)
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCellXfs = false
    },
  })
  return formats
}
