// Pages are counted from 1, as the callers count them.

export interface Page {
  pageNum: number
  pageSize: number
}

export interface Paged<Row> {
  total: number
  rows: Row[]
}

export function offsetOf({ pageNum, pageSize }: Page): number {
  return (pageNum - 1) * pageSize
}

/** A needle for `like`: the wildcards in it are ordinary characters. */
export function containsPattern(needle: string): string {
  return `%${needle.replace(/[\\%_]/g, '\\$&')}%`
}
