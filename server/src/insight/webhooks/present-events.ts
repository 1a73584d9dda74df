// Rows that are events in the form of the API.

import type { TaskContactRow } from '../../campaigns/tasks/contacts/task-contacts.queries.ts'
import { presentTaskContact } from '../../campaigns/tasks/contacts/task-contacts.schema.ts'
import type { RecordingRow } from '../../conversations/recordings/recordings.queries.ts'
import { presentRecording } from '../../conversations/recordings/recordings.schema.ts'
import { presentCall } from '../../dialing/calls/calls.schema.ts'
import { presentEntry } from '../../lists/do-not-call/do-not-call.schema.ts'
import type { ImportJobRow } from '../../lists/imports/imports.queries.ts'
import { presentJob } from '../../lists/imports/imports.schema.ts'
import { CallOutcome } from '../../platform/kernel/call-causes.ts'
import { NO_TASK } from '../../platform/kernel/task-of-call.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { TaskChangeRow } from '../events/events.queries.ts'
import { presentTaskChange } from '../events/events.schema.ts'
import type { Attention } from '../overview/system.service.ts'
import type {
  AddedEntryRow,
  DoneContactRow,
  EndedCallRow,
  ImportedEntriesRow,
  LastCallRow,
} from './event-sources.queries.ts'
import type { PresentedEvent } from './webhook-events.ts'

interface PresenterOptions {
  timestamps: Timestamps
  /** When a recording is erased. */
  expiryOf(row: RecordingRow): Date | null
}

export function createEventPresenter({ timestamps, expiryOf }: PresenterOptions) {
  const fieldsOf = ({ fields }: Pick<EndedCallRow, 'fields'>) =>
    fields === null ? {} : { contactFields: fields }

  const contactDone = (
    row: Pick<DoneContactRow, 'task_id' | 'fields'>,
    time: Date,
    contact: TaskContactRow,
    state: 'success' | 'failed' | undefined,
  ): PresentedEvent => ({
    ...{ event: 'contact.done', taskId: row.task_id, time },
    data: {
      taskId: row.task_id,
      ...presentTaskContact({ ...contact, next_time: null }, timestamps),
      ...(state && { state }),
      ...fieldsOf(row),
    },
  })

  return {
    call: (row: EndedCallRow): PresentedEvent => ({
      ...{ event: 'call.ended', taskId: row.task_id ?? NO_TASK, time: row.end_time },
      data: { ...presentCall(row, timestamps), isLastAttempt: row.is_last, ...fieldsOf(row) },
    }),

    /** As it was after the call: a recall may have begun since. */
    contact: (row: LastCallRow, contact: TaskContactRow) =>
      contactDone(row, row.end_time, contact, row.outcome === CallOutcome.success ? 'success' : 'failed'),

    /** A recall may have begun since; it takes nobody who may never be called. */
    deniedContact: (row: DoneContactRow, contact: TaskContactRow) =>
      contactDone(row, row.at, contact, undefined),

    /** As it was when its task met its goal. */
    cutShortContact: (row: DoneContactRow, contact: TaskContactRow) =>
      contactDone(row, row.at, contact, 'failed'),

    taskChange: (row: TaskChangeRow): PresentedEvent => ({
      ...{ event: 'task.status', taskId: row.task_id, time: row.at },
      data: presentTaskChange(row, timestamps),
    }),

    attention: (task: Attention, now: Date): PresentedEvent => ({
      ...{ event: 'task.attention', taskId: task.taskId, time: now },
      data: timestamps.formatAll(task),
    }),

    import: (row: ImportJobRow): PresentedEvent => ({
      ...{ event: 'import.finished', taskId: NO_TASK, time: row.end_time ?? row.create_time },
      data: presentJob(row, timestamps),
    }),

    entry: (row: AddedEntryRow): PresentedEvent => ({
      ...{ event: 'doNotCall.added', taskId: NO_TASK, time: row.create_time },
      data: {
        ...{ listId: row.list_id, listName: row.list_name, count: 1, importId: null },
        ...presentEntry(row, row.create_time, timestamps),
      },
    }),

    importedEntries: (row: ImportedEntriesRow): PresentedEvent => ({
      ...{ event: 'doNotCall.added', taskId: NO_TASK, time: row.end_time },
      data: {
        ...{ listId: row.list_id, listName: row.list_name, count: row.added_count, importId: row.id },
        actor: row.actor,
      },
    }),

    recording: (row: RecordingRow, now: Date): PresentedEvent => ({
      ...{ event: 'recording.ready', taskId: row.task_id ?? NO_TASK, time: now },
      data: presentRecording(row, expiryOf(row), timestamps),
    }),
  }
}

export type EventPresenter = ReturnType<typeof createEventPresenter>
