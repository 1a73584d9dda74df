// Changes of tasks in events.
import { type Static, Type } from 'typebox'
import { taskStatus as status } from '../../campaigns/tasks/task-fields.schema.ts'
import { statusName } from '../../campaigns/tasks/task-state.ts'
import { Id, named, orNull, Timestamp } from '../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { TaskChangeRow } from './events.queries.ts'

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
