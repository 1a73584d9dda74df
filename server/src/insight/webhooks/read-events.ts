// Reads what comes next for a webhook: the events of a range of the sequence, in order. A range is as wide as it takes to find about a
// batch, and ends between two numbers of the sequence, so that one number says how far a webhook has read.

import { contactsAt } from '../../campaigns/tasks/contacts/task-contacts.queries.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import type { EndedCallRow, LastCallRow } from './event-sources.queries.ts'
import * as sources from './event-sources.queries.ts'
import type { EventPresenter } from './present-events.ts'
import { bodyOf, type EventBody, type PresentedEvent, type WebhookEvent } from './webhook-events.ts'

export interface EventChoice {
  events: readonly WebhookEvent[]
  /** Empty: all. */
  taskIds: readonly string[]
  hasContactFields: boolean
}

export interface ReadRange {
  events: EventBody[]
  /** All events below this number have been read. */
  upTo: number
  /** For the next range. */
  span: number
}

/** A transaction that writes more events than this is read as a whole. */
const BATCH_EVENTS = 250
export const FIRST_SPAN = 64
/** A webhook that wants few of many events must not make the database read too many at once. */
const MAX_SPAN = 2048
const STEP = 4

/** Webhooks that want the same read the same: what one of them has just read, and its bodies, are made once. */
const KEPT_READS = 20

type Numbered = EventBody & { seq: number }

export function createEventReader(present: EventPresenter, clock: Clock) {
  const reads = new Map<string, Promise<unknown>>()

  function once<Value>(key: unknown[], read: () => Promise<Value>): Promise<Value> {
    const name = JSON.stringify(key)
    const known = reads.get(name) as Promise<Value> | undefined
    if (known) return known
    const reading = read()
    reads.set(name, reading)
    reading.catch(() => reads.delete(name))
    for (const [oldest] of reads) {
      if (reads.size <= KEPT_READS) break
      reads.delete(oldest)
    }
    return reading
  }

  /** Undefined if there are more than `limit`. */
  async function readRange(
    db: Queryable,
    from: number,
    before: number,
    { events, taskIds, hasContactFields }: EventChoice,
    limit: number | null,
  ): Promise<Numbered[] | undefined> {
    const wants = (...named: WebhookEvent[]) => named.some((event) => events.includes(event))
    const bounds = [from, before, taskIds, limit === null ? null : limit + 1] as const
    // One after the other: a webhook takes one connection at a time.
    const calls = wants('call.ended', 'contact.done')
      ? await once(['calls', ...bounds, hasContactFields], () =>
          sources.readEndedCalls(db, [...bounds, hasContactFields]),
        )
      : []
    const denied = wants('contact.done')
      ? await sources.readDeniedContacts(db, [...bounds, hasContactFields])
      : []
    const cutShort = wants('contact.done')
      ? await sources.readCutShortContacts(db, [...bounds, hasContactFields])
      : []
    const changes = wants('task.status') ? await sources.readTaskChanges(db, [...bounds]) : []
    const imports = wants('import.finished') ? await sources.readEndedImports(db, [...bounds]) : []
    const entries = wants('doNotCall.added') ? await sources.readAddedEntries(db, [...bounds]) : []
    const files = wants('doNotCall.added') ? await sources.readImportedEntries(db, [...bounds]) : []
    const recordings = wants('recording.ready') ? await sources.readKeptRecordings(db, [...bounds]) : []
    const found = [calls, denied, cutShort, changes, imports, entries, files, recordings]
    if (limit !== null && found.reduce((sum, rows) => sum + rows.length, 0) > limit) return undefined
    const contacts = wants('contact.done')
      ? await readContacts(db, [...calls.filter(isDone), ...denied, ...cutShort])
      : new Map()
    const now = clock.now()
    const numbered = <Row extends { event_seq: number }>(rows: Row[], of: (row: Row) => PresentedEvent[]) =>
      rows.flatMap((row) =>
        of(row).map((event) => ({
          ...{ event: event.event, taskId: event.taskId, body: bodyOf(event), seq: row.event_seq },
        })),
      )
    return [
      ...numbered(calls, (row) => {
        const contact = isDone(row) ? contacts.get(keyOf(row)) : undefined
        return [
          ...(wants('call.ended') ? [present.call(row)] : []),
          ...(contact && isDone(row) ? [present.contact(row, contact)] : []),
        ]
      }),
      ...numbered(denied, (row) => {
        const contact = contacts.get(keyOf(row))
        return contact ? [present.deniedContact(row, contact)] : []
      }),
      ...numbered(cutShort, (row) => {
        const contact = contacts.get(keyOf(row))
        return contact ? [present.cutShortContact(row, contact)] : []
      }),
      ...numbered(changes, (row) => [present.taskChange(row)]),
      ...numbered(imports, (row) => [present.import(row)]),
      ...numbered(entries, (row) => [present.entry(row)]),
      ...numbered(files, (row) => [present.importedEntries(row)]),
      ...numbered(recordings, (row) => [present.recording(row, now)]),
      // A sort keeps the order of equals: the calls of a transaction come before the changes of their task.
    ].sort((a, b) => a.seq - b.seq)
  }

  return async (
    db: Queryable,
    from: number,
    horizon: number,
    choice: EventChoice,
    span: number,
  ): Promise<ReadRange> => {
    for (let width = span; ; width = Math.max(1, Math.floor(width / STEP))) {
      // Webhooks that have fallen behind at different numbers meet at the next multiple.
      const upTo = Math.min(horizon, (Math.floor(from / width) + 1) * width)
      const limit = width > 1 ? BATCH_EVENTS : null
      const events = await once(['range', from, upTo, choice, limit], () =>
        readRange(db, from, upTo, choice, limit),
      )
      if (!events) continue
      const isSparse = events.length < BATCH_EVENTS / STEP
      return { events, upTo, span: isSparse ? Math.min(width * STEP, MAX_SPAN) : width }
    }
  }
}

export type EventReader = ReturnType<typeof createEventReader>

const isDone = (row: EndedCallRow): row is LastCallRow =>
  row.is_last && row.position !== null && row.task_id !== null
const keyOf = ({ task_id, position }: { task_id: string; position: number }) => `${task_id} ${position}`

type DoneRow = Pick<LastCallRow, 'task_id' | 'data_source_id' | 'position'>

/** The contacts of these calls, by task and position. */
async function readContacts(db: Queryable, calls: DoneRow[]) {
  const byTask = new Map<string, DoneRow[]>()
  for (const call of calls) byTask.set(call.task_id, [...(byTask.get(call.task_id) ?? []), call])
  const found = new Map<string, Awaited<ReturnType<typeof contactsAt>>[number]>()
  for (const [taskId, ended] of byTask) {
    const positions = ended.map(({ position }) => position)
    const rows = await contactsAt(db, [taskId, ended[0]?.data_source_id ?? '', positions])
    for (const row of rows) found.set(keyOf({ task_id: taskId, position: row.position }), row)
  }
  return found
}
