// The one log of events. Events are rows of many tables, each with a number that its transaction took from one sequence. A room that has such
// rows offers a source, which reads those of a range of numbers; the log is all sources together. Its readers are cursors: each has a number below which it
// has read everything, and goes on, range by range, up to the horizon (event-horizon.queries.ts). A range ends between two transactions.
import type { Queryable } from './database.ts'
import type { Sql } from './sql.ts'

export interface EventRange<Type extends string = string> {
  /** From this number on, and below that one. */
  from: number
  before: number
  types: readonly Type[]
  /** Empty: all. */
  taskIds: readonly string[]
  /** Max rows of each source; null: all. */
  limit: number | null
  /** Whether the fields of contacts are asked for. */
  hasFields: boolean
  /** Whether it is asked which calls were the last ones to their contact. */
  hasLast: boolean
}

export interface LoggedEvent {
  type: string
  seq: number
}

export interface EventSource<Event extends LoggedEvent> {
  /** The types of its events. */
  types: readonly Event['type'][]
  /** In their order. A row may be several events, also of types that are not asked for, but each row is one at least. */
  read(db: Queryable, range: EventRange<Event['type']>): Promise<Event[]>
}

/** The first parameters of the statement of a source. */
export type EventBounds = [from: number, before: number, taskIds: readonly string[], limit: number | null]

type Unnumbered<Event> = Event extends LoggedEvent ? Omit<Event, 'seq'> : never

/** A source whose rows are read by one statement, and have the number of their events. `more`: parameters behind the bounds. */
export function eventSource<
  Event extends LoggedEvent,
  Row extends { event_seq: number },
  More extends unknown[] = [],
>(
  types: readonly Event['type'][],
  statement: Sql<Row, [...EventBounds, ...More]>,
  present: (row: Row) => Unnumbered<Event> | Unnumbered<Event>[],
  more?: (range: EventRange<Event['type']>) => More,
): EventSource<Event> {
  return {
    types,
    async read(db, range) {
      const { from, before, taskIds, limit } = range
      const values = [from, before, taskIds, limit, ...(more?.(range) ?? [])] as [...EventBounds, ...More]
      const rows = await statement(db, values)
      return rows.flatMap((row) =>
        [present(row)].flat().map((event) => ({ ...event, seq: row.event_seq }) as unknown as Event),
      )
    },
  }
}

/** Conditions on a row by these parameters. */
export const isBetween = (row: string) => `${row}.event_seq >= $1 and ${row}.event_seq < $2`
export const isOfTask = (row: string) => `(cardinality($3::uuid[]) = 0 or ${row}.task_id = any($3))`

/** Events that belong to no task are left out if tasks are asked for. */
export const IS_OF_NO_TASK = 'cardinality($3::uuid[]) = 0'

export interface EventLog<Event extends LoggedEvent> {
  /** The events of a range in their order, sources in turn within a transaction. Undefined if there are more than `limit`. */
  read(db: Queryable, range: EventRange<Event['type']>): Promise<Event[] | undefined>
}

export function createEventLog<Event extends LoggedEvent>(
  sources: readonly EventSource<Event>[],
): EventLog<Event> {
  return {
    async read(db, range) {
      const { types, limit } = range
      const asked = { ...range, limit: limit === null ? null : limit + 1 }
      const found: Event[] = []
      // One after the other: a reader takes one connection at a time.
      for (const source of sources)
        if (source.types.some((type) => types.includes(type))) found.push(...(await source.read(db, asked)))
      if (limit !== null && found.length > limit) return undefined
      // A sort keeps the order of equals.
      return found.filter(({ type }) => types.includes(type)).sort((a, b) => a.seq - b.seq)
    },
  }
}

interface Cursor {
  /** All events below this number have been read. */
  from: number
  horizon: number
  /** How many numbers to read at once; undefined: the first range. */
  span?: number | undefined
  /** A reader that wants few of many events must not make the database read too many at once. */
  maxSpan?: number
}

const FIRST_SPAN = 64
/** A transaction that writes more events than this is read as a whole. */
const BATCH_EVENTS = 250
const STEP = 4

/** Up to where a range of this width goes. Cursors that have fallen behind at different numbers meet at the next multiple. */
export function endOfRange(from: number, horizon: number, width: number): number {
  return Math.min(horizon, (Math.floor(from / width) + 1) * width)
}

/** Reads the next range, as wide as it takes to find about a batch. */
export async function readNextRange<Event>(
  { from, horizon, span = FIRST_SPAN, maxSpan = Number.MAX_SAFE_INTEGER / STEP }: Cursor,
  read: (from: number, before: number, limit: number | null) => Promise<Event[] | undefined>,
): Promise<{ events: Event[]; upTo: number; span: number }> {
  for (let width = span; ; width = Math.max(1, Math.floor(width / STEP))) {
    const upTo = endOfRange(from, horizon, width)
    const events = await read(from, upTo, width > 1 ? BATCH_EVENTS : null)
    if (!events) continue
    const isSparse = events.length < BATCH_EVENTS / STEP
    return { events, upTo, span: isSparse ? Math.min(width * STEP, maxSpan) : width }
  }
}
