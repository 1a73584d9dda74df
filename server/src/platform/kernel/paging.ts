// Pages are numbered from 1, or begin after a row that the caller has seen.
import { InvalidInput } from './errors.ts'

export interface Page {
  pageNum: number
  pageSize: number
  /** The page begins after the row with this id. */
  afterId?: string | undefined
}

export interface Paged<Row> {
  total: number
  rows: Row[]
}

/** A page may be any distance past the end. */
export function offsetOf({ pageNum, pageSize }: Page): number {
  return Math.min((pageNum - 1) * pageSize, Number.MAX_SAFE_INTEGER)
}

export function unknownCursor(): InvalidInput {
  return new InvalidInput('afterId must be the id of a row of this list', {
    fault: 'unknown_row',
    field: 'afterId',
  })
}

/** How a list is read: in pages by number, or after a row. */
interface PagedList<Row> {
  count(): Promise<{ total: number } | undefined>
  readAt(offset: number, limit: number): Promise<Row[]>
  readAfter(id: string, limit: number): Promise<Row[]>
  /** The row after which a page begins, if the list has it. */
  find(id: string): Promise<unknown>
}

export async function readPage<Row>(page: Page, list: PagedList<Row>): Promise<Paged<Row>> {
  const { afterId, pageSize } = page
  if (afterId !== undefined && !(await list.find(afterId))) throw unknownCursor()
  const [counted, rows] = await Promise.all([
    list.count(),
    afterId === undefined ? list.readAt(offsetOf(page), pageSize) : list.readAfter(afterId, pageSize),
  ])
  return { total: counted?.total ?? 0, rows }
}

/** Escapes text for `like`, so that wildcards in it are ordinary characters. */
export function containsPattern(needle: string): string {
  return `%${needle.replace(/[\\%_]/g, '\\$&')}%`
}
