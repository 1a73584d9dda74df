// Pages are counted from 1, as the callers count them, or begin behind a row that the caller has seen.
import { InvalidInput } from './errors.ts'

export interface Page {
  pageNum: number
  pageSize: number
  /** The page begins behind the row with this id, whatever its number. */
  afterId?: string | undefined
}

export interface Paged<Row> {
  total: number
  rows: Row[]
}

/** A page may be as far past the end as its caller likes. */
export function offsetOf({ pageNum, pageSize }: Page): number {
  return Math.min((pageNum - 1) * pageSize, Number.MAX_SAFE_INTEGER)
}

export function unknownCursor(): InvalidInput {
  return new InvalidInput('afterId must be the id of a row of this list')
}

/** A needle for `like`: the wildcards in it are ordinary characters. */
export function containsPattern(needle: string): string {
  return `%${needle.replace(/[\\%_]/g, '\\$&')}%`
}
