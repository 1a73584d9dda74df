// Changes of tasks, and contacts that are done, in events.
import { type Static, Type } from 'typebox'
import { presentTaskContact, TaskContact } from '../../campaigns/tasks/contacts/task-contacts.schema.ts'
import type { TaskChangeRow } from '../../campaigns/tasks/task-events.queries.ts'
import { taskStatus as status } from '../../campaigns/tasks/task-fields.schema.ts'
import { statusName } from '../../campaigns/tasks/task-state.ts'
import { Id, named, orNull, Timestamp } from '../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { DoneContact } from './log.ts'

export const TaskChanged = named(
  'TaskChanged',
  Type.Object(
    {
      taskId: Id,
      operation: Type.String({ examples: ['pause'] }),
      status,
      statusName: Type.String({ examples: ['PAUSED'] }),
      time: Timestamp,
      actor: Type.String({ description: 'The name of the token, or "dialer".' }),
      reason: orNull(Type.String()),
    },
    { description: 'Something was done to a task.' },
  ),
)

export function presentTaskChange(
  { task_id, operation, status, at, actor, reason }: TaskChangeRow,
  timestamps: Timestamps,
): Static<typeof TaskChanged> {
  return {
    taskId: task_id,
    operation,
    status,
    statusName: statusName(status),
    time: timestamps.format(at),
    actor,
    reason,
  }
}

const contactFields = Type.Optional(
  Type.Record(Type.String(), Type.String(), {
    description:
      'The custom fields of the contact, if the webhook has `withContactFields` and the contact exists.',
    examples: [{ customerName: '王小明' }],
  }),
)

export const withContactFields = { contactFields }

export const DoneContactEvent = named(
  'DoneContact',
  Type.Object(
    { taskId: Id, ...TaskContact.properties, contactFields },
    { description: 'A contact that is done in a task.' },
  ),
)

export const presentFields = (fields: Record<string, string> | null) =>
  fields === null ? {} : { contactFields: fields }

export function presentDoneContact(
  { taskId, contact, state, fields }: DoneContact,
  timestamps: Timestamps,
): Static<typeof DoneContactEvent> {
  return {
    taskId,
    ...presentTaskContact({ ...contact, next_time: null }, timestamps),
    ...(state && { state }),
    ...presentFields(fields),
  }
}
