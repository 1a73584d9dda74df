// What is an event: the sources of all rooms, in the order in which their events follow each other within a transaction. The stream and the
// webhooks are cursors on this log.

import { type DoneContactEvent, deniedContacts } from '../../campaigns/permission/denial-events.queries.ts'
import { contactsAt, type TaskContactRow } from '../../campaigns/tasks/contacts/task-contacts.queries.ts'
import {
  cutShortContacts,
  type TaskChangeEvent,
  taskChanges,
} from '../../campaigns/tasks/task-events.queries.ts'
import {
  type KeptRecordingEvent,
  keptRecordings,
} from '../../conversations/recordings/recording-events.queries.ts'
import { type EndedCallEvent, endedCalls } from '../../dialing/calls/call-events.queries.ts'
import { type AddedEntryEvent, addedEntries } from '../../lists/do-not-call/entry-events.queries.ts'
import {
  type EndedImportEvent,
  endedImports,
  type ImportedEntriesEvent,
  importedEntries,
} from '../../lists/imports/import-events.queries.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { createEventLog, type EventRange } from '../../platform/storage/event-log.ts'

type SourcedEvent =
  | EndedCallEvent
  | DoneContactEvent
  | TaskChangeEvent
  | EndedImportEvent
  | AddedEntryEvent
  | ImportedEntriesEvent
  | KeptRecordingEvent

/** With the contact as its task has it now. */
export type DoneContact = DoneContactEvent & { contact: TaskContactRow }
export type LogEvent = Exclude<SourcedEvent, DoneContactEvent> | DoneContact
export type LogType = LogEvent['type']

/** A source that is not here is not told of. */
const log = createEventLog<SourcedEvent>([
  ...[endedCalls, deniedContacts, cutShortContacts],
  ...[taskChanges, endedImports, addedEntries, importedEntries, keptRecordings],
])

/** The events of a range in their order; undefined if there are more than `limit`. A contact that was deleted is not told of. */
export async function readLog(db: Queryable, range: EventRange<LogType>): Promise<LogEvent[] | undefined> {
  const events = await log.read(db, range)
  if (!events) return undefined
  const isDone = (event: SourcedEvent): event is DoneContactEvent => event.type === 'contact.done'
  const contacts = await readContacts(db, events.filter(isDone))
  return events.flatMap((event): LogEvent[] => {
    if (!isDone(event)) return [event]
    const contact = contacts.get(keyOf(event))
    return contact ? [{ ...event, contact }] : []
  })
}

const keyOf = ({ taskId, position }: Pick<DoneContactEvent, 'taskId' | 'position'>) => `${taskId} ${position}`

/** By task and position. */
async function readContacts(db: Queryable, done: readonly DoneContactEvent[]) {
  const byTask = new Map<string, DoneContactEvent[]>()
  for (const event of done) byTask.set(event.taskId, [...(byTask.get(event.taskId) ?? []), event])
  const found = new Map<string, TaskContactRow>()
  for (const [taskId, events] of byTask) {
    const positions = events.map(({ position }) => position)
    const rows = await contactsAt(db, [taskId, events[0]?.dataSourceId ?? '', positions])
    for (const row of rows) found.set(keyOf({ taskId, position: row.position }), row)
  }
  return found
}
