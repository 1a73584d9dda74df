// Reading many rows at the speed of COPY, as the text PostgreSQL writes. A large result is read in slices, each
// a short transaction of its own: a reader that takes an hour to download must not hold a snapshot for an hour.
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Database } from './database.ts'

// A slice usually fits, so that its connection is free again before the reader has taken it.
const SLICE_BUFFER_BYTES = 4 * 1024 * 1024

/** The slices' bytes one after the other; the next slice is being read while one is taken. */
export async function* copyOut(db: Database, slices: Iterable<string>): AsyncGenerator<Buffer> {
  let current: Slice | undefined
  let next: Slice | undefined
  try {
    for (const statement of slices) {
      next = startSlice(db, statement)
      if (current) yield* current.buffer
      current = next
    }
    if (current) yield* current.buffer
  } finally {
    // Whoever stops early leaves two slices behind.
    for (const slice of [current, next]) {
      slice?.buffer.destroy()
      await slice?.ended
    }
  }
}

interface Slice {
  buffer: PassThrough
  ended: Promise<void>
}

function startSlice(db: Database, statement: string): Slice {
  const buffer = new PassThrough({ highWaterMark: SLICE_BUFFER_BYTES })
  const ended = db
    .withClient((client) => pipeline(client.query(copyTo(statement)), buffer))
    .catch((error: Error) => {
      buffer.destroy(error)
    })
  return { buffer, ended }
}

/** COPY takes no parameters: text goes into the statement as a literal. */
export function literal(text: string): string {
  return pg.escapeLiteral(text)
}

/** Rows of COPY's text format as arrays of cells, in batches as they arrive; null is an empty cell. */
export async function* parseCopyText(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[][]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const text = rest + decoder.decode(chunk, { stream: true })
    const end = text.lastIndexOf('\n')
    rest = text.slice(end + 1)
    if (end < 0) continue
    yield text
      .slice(0, end)
      .split('\n')
      .map((line) => (line.includes('\\') ? line.split('\t').map(unescapeCell) : line.split('\t')))
  }
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function unescapeCell(cell: string): string {
  if (cell === '\\N') return ''
  return cell.includes('\\')
    ? cell.replace(/\\(.)/gs, (_, symbol: string) => escapes[symbol] ?? symbol)
    : cell
}
