// Events of the log in the form in which they are sent.

import type { RecordingRow } from '../../conversations/recordings/recordings.queries.ts'
import { presentRecording } from '../../conversations/recordings/recordings.schema.ts'
import { presentCall } from '../../dialing/calls/calls.schema.ts'
import { presentEntry } from '../../lists/do-not-call/do-not-call.schema.ts'
import { presentJob } from '../../lists/imports/imports.schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { presentDoneContact, presentFields, presentTaskChange } from '../events/events.schema.ts'
import type { LogEvent } from '../events/log.ts'
import type { Attention } from '../overview/system.service.ts'
import type { PresentedEvent } from './webhook-events.ts'

interface PresenterOptions {
  timestamps: Timestamps
  /** When a recording is erased. */
  expiryOf(row: RecordingRow): Date | null
}

export function createEventPresenter({ timestamps, expiryOf }: PresenterOptions) {
  return {
    event(event: LogEvent, now: Date): PresentedEvent[] {
      switch (event.type) {
        case 'call.ended': {
          const { row } = event
          const data = { ...presentCall(row, timestamps), isLastAttempt: row.is_last }
          return [
            {
              ...{ event: event.type, taskId: row.task_id, time: row.end_time },
              data: { ...data, ...presentFields(row.fields) },
            },
          ]
        }
        case 'contact.done': {
          const { type, taskId, time } = event
          return [{ event: type, taskId, time, data: presentDoneContact(event, timestamps) }]
        }
        case 'task.status': {
          const { type, row } = event
          return [
            { event: type, taskId: row.task_id, time: row.at, data: presentTaskChange(row, timestamps) },
          ]
        }
        case 'task.settings':
          return []
        case 'import.finished': {
          const { type, row } = event
          const time = row.end_time ?? row.create_time
          return [{ event: type, taskId: null, time, data: presentJob(row, timestamps) }]
        }
        case 'doNotCall.added':
          return ['entry' in event ? presentAdded(event) : presentImported(event)]
        case 'recording.ready': {
          const { type, row } = event
          const data = presentRecording(row, expiryOf(row), timestamps)
          return [{ event: type, taskId: row.task_id, time: now, data }]
        }
      }
    },

    attention: (task: Attention, now: Date): PresentedEvent => ({
      ...{ event: 'task.attention', taskId: task.taskId, time: now },
      data: timestamps.formatAll(task),
    }),
  }

  function presentAdded({ type, entry }: Extract<LogEvent, { entry: unknown }>): PresentedEvent {
    return {
      ...{ event: type, taskId: null, time: entry.create_time },
      data: {
        ...{ listId: entry.list_id, listName: entry.list_name, count: 1, importId: null },
        ...presentEntry(entry, entry.create_time, timestamps),
      },
    }
  }

  function presentImported({ type, imported }: Extract<LogEvent, { imported: unknown }>): PresentedEvent {
    const { id, list_id: listId, list_name: listName, added_count: count, actor, end_time: time } = imported
    return {
      ...{ event: type, taskId: null, time },
      data: { listId, listName, count, importId: id, actor },
    }
  }
}

export type EventPresenter = ReturnType<typeof createEventPresenter>
