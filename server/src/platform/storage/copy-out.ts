// Reads many rows at the speed of COPY, as the text that PostgreSQL writes. A large result is read in slices. Each slice
// is a short transaction and is in memory as a whole before its rows are passed on, so a client that takes an hour to
// download holds neither a snapshot nor a connection for an hour.
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Database } from './database.ts'
import { nameSocketError } from './database-errors.ts'

export interface CopySource {
  /** The rows are those at positions 1 to this one. */
  lastPosition: number
  /** The COPY statement for the rows whose position is greater than the first and at most the second, in order. */
  statement(after: number, upTo: number): string | Promise<string>
}

const SLICE_BYTES = 512 * 1024
const MAX_SLICE_BYTES = 4 * 1024 * 1024
const FIRST_SLICE_POSITIONS = 512
const MAX_SLICE_POSITIONS = 16 * 1024
const GROWTH = 4
const SLICES_AHEAD = 2

interface Slice {
  after: number
  upTo: number
  /** Undefined if the slice would exceed its size limit. */
  bytes: Promise<Buffer | undefined>
}

/** Whole rows in order, slice by slice; the next slices are read while one is being used. */
export function copyOut(db: Database, source: CopySource): AsyncGenerator<Buffer> {
  return copyRange(db, source, { after: 0, upTo: source.lastPosition, positions: FIRST_SLICE_POSITIONS })
}

interface Range {
  after: number
  upTo: number
  /** For the first slice. The length of rows is not known before some are read: each slice determines the size of the next. */
  positions: number
}

async function* copyRange(db: Database, source: CopySource, range: Range): AsyncGenerator<Buffer> {
  const ahead: Slice[] = []
  let { after, positions } = range

  function startNext(): void {
    if (after >= range.upTo) return
    const upTo = Math.min(after + positions, range.upTo)
    const count = upTo - after
    const maxBytes = count === 1 ? undefined : MAX_SLICE_BYTES
    const bytes = Promise.resolve(source.statement(after, upTo)).then((statement) =>
      readSlice(db, statement, maxBytes),
    )
    ahead.push({ after, upTo, bytes })
    after = upTo
    bytes.then(
      (read) => {
        const fitting = read ? (count * SLICE_BYTES) / Math.max(read.length, 1) : count / GROWTH
        positions = Math.max(1, Math.floor(Math.min(fitting, count * GROWTH, MAX_SLICE_POSITIONS)))
      },
      () => undefined, // reported when the slice is used
    )
  }

  try {
    for (let i = 0; i < SLICES_AHEAD; i++) startNext()
    for (let slice = ahead.shift(); slice; slice = ahead.shift()) {
      const bytes = await slice.bytes
      startNext()
      if (bytes === undefined) {
        const smaller = Math.max(1, Math.floor((slice.upTo - slice.after) / GROWTH))
        yield* copyRange(db, source, { ...slice, positions: smaller })
      } else if (bytes.length > 0) {
        yield bytes
      }
    }
  } finally {
    // A reader that stops early leaves slices behind.
    await Promise.allSettled(ahead.map(({ bytes }) => bytes))
  }
}

class SliceTooBig extends Error {}

/** Undefined if the result is larger than allowed. */
async function readSlice(
  db: Database,
  statement: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    await db.withClient(async (client) => {
      const copy = client.query(copyTo(statement))
      copy.on('error', () => undefined) // the connection may end after the loop was left
      for await (const chunk of copy as AsyncIterable<Buffer>) {
        size += chunk.length
        // Closes the connection: cheaper than reading the rest.
        if (size > maxBytes) throw new SliceTooBig()
        chunks.push(chunk)
      }
    })
  } catch (error) {
    if (error instanceof SliceTooBig) return undefined
    throw nameSocketError(error)
  }
  return Buffer.concat(chunks, size)
}

/** COPY takes no parameters, so text is put into the statement as a literal. */
export function literal(text: string): string {
  return pg.escapeLiteral(text)
}

// Small enough that the garbage collector frees the cells before it treats them as long-lived.
const PARSED_BYTES = 64 * 1024
const LINE_END = 10

/** A slice in COPY's text format as batches of rows of cells, each the bytes of its text; null is an empty cell. */
export function* parseCopyText(slice: Buffer): Generator<string[][]> {
  for (let start = 0; start < slice.length; ) {
    const found = slice.indexOf(LINE_END, Math.min(start + PARSED_BYTES, slice.length - 1))
    const end = found < 0 ? slice.length : found
    yield slice.toString('latin1', start, end).split('\n').map(parseLine)
    start = end + 1
  }
}

function parseLine(line: string): string[] {
  const cells = line.split('\t')
  return line.includes('\\') ? cells.map(unescapeCell) : cells
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function unescapeCell(cell: string): string {
  if (cell === '\\N') return ''
  return cell.includes('\\')
    ? cell.replace(/\\(.)/gs, (_, symbol: string) => escapes[symbol] ?? symbol)
    : cell
}
