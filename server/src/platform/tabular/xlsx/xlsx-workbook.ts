// Locates the parts of a workbook: relationships lead from the package to the workbook, and from there to the first visible
// sheet, the shared strings and the styles. Programs use different names and paths, so the default paths are only the
// fallback.

import { posix } from 'node:path'
import { InvalidInput } from '../../kernel/errors.ts'
import { parseWholeXml } from './xlsx-xml.ts'
import { damaged, type ZipParts } from './xlsx-zip.ts'

export interface Workbook {
  /** The sheets, in the order in which they are searched for rows. */
  sheets: WorkbookSheet[]
  sharedStrings: string | undefined
  styles: string | undefined
  /** Serial dates count from 1904, not 1900. */
  date1904: boolean
}

export interface WorkbookSheet {
  part: string
  /** As people see it; empty if the workbook does not say. */
  name: string
}

interface Relationship {
  id: string
  /** The last word of the type's URL; the rest differs between the two variants of the format. */
  type: string
  target: string
}

/** Far more than any real workbook has in the parts that are read as a whole. */
export const MAX_SMALL_PART_BYTES = 16 * 1024 * 1024

interface OtherKind {
  /** A part that only files of this kind have. */
  part: RegExp
  kind: 'xlsb' | 'word' | 'powerpoint' | 'ods' | 'numbers'
}

const OTHER_KINDS: OtherKind[] = [
  { part: /^xl\/workbook\.bin$/, kind: 'xlsb' },
  { part: /^word\//, kind: 'word' },
  { part: /^ppt\//, kind: 'powerpoint' },
  { part: /^content\.xml$/, kind: 'ods' },
  { part: /^index\/.*\.iwa$/, kind: 'numbers' },
]

export async function findWorkbook(zip: ZipParts): Promise<Workbook> {
  const root = await readRelationships(zip, '')
  const path = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  refuseOtherKinds(zip, path)

  const relationships = await readRelationships(zip, path)
  const byType = (type: string) => relationships.find((one) => one.type === type)?.target
  const present = (name: string | undefined) => (name && zip.has(name) ? name : undefined)

  const sheets: { id: string; name: string; isVisible: boolean }[] = []
  let date1904 = false
  await parseWholeXml(zip.read(path, MAX_SMALL_PART_BYTES), {
    open(name, attributes) {
      if (name === 'workbookPr') date1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
      if (name === 'sheet') {
        const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
        const isVisible = (attributes.state ?? 'visible') === 'visible'
        sheets.push({ id, name: attributes.name ?? '', isVisible })
      }
    },
  })
  const worksheets = new Map(
    relationships.filter(({ type }) => type === 'worksheet').map(({ id, target }) => [id, target]),
  )
  // By part: two entries may name the same one.
  const partsOf = (some: { id: string; name: string }[]) =>
    new Map(
      some.flatMap(({ id, name }): [string, WorkbookSheet][] => {
        const part = present(worksheets.get(id))
        return part ? [[part, { part, name }]] : []
      }),
    )
  const visible = partsOf(sheets.filter(({ isVisible }) => isVisible))
  const found = visible.size > 0 ? visible : partsOf(sheets)
  const fallback = [...zip.names()].find((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
  if (found.size === 0 && fallback) found.set(fallback, { part: fallback, name: '' })
  if (found.size === 0) throw damaged()
  return {
    sheets: [...found.values()],
    sharedStrings: present(byType('sharedStrings') ?? 'xl/sharedStrings.xml'),
    styles: present(byType('styles') ?? 'xl/styles.xml'),
    date1904,
  }
}

async function readRelationships(zip: ZipParts, source: string): Promise<Relationship[]> {
  const { dir, base } = posix.parse(source)
  const path = posix.join(dir, '_rels', `${base}.rels`)
  const found: Relationship[] = []
  if (!zip.has(path)) return found
  await parseWholeXml(zip.read(path, MAX_SMALL_PART_BYTES), {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return
      // resolve() handles both kinds of target: /xl/sheet.xml from the root, worksheets/sheet.xml from the source.
      const target = posix.resolve('/', dir, Target).slice(1)
      found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target })
    },
  })
  return found
}

function refuseOtherKinds(zip: ZipParts, workbookPath: string): void {
  for (const name of zip.names()) {
    const kind = OTHER_KINDS.find(({ part }) => part.test(name))
    if (kind) throw otherKind(kind)
  }
  if (!zip.has(workbookPath))
    throw new InvalidInput({
      fault: 'workbook_missing',
      field: 'file',
    })
}

function otherKind({ kind }: OtherKind): InvalidInput {
  const detail = { fault: 'file_other_kind', field: 'file', params: { kind } } as const
  return new InvalidInput(detail)
}
