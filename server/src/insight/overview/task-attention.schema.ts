// A task that needs a person, in the state of the service and in events.
import { Type } from 'typebox'
import { taskStatus as status } from '../../campaigns/tasks/task-fields.schema.ts'
import { Id, named } from '../../platform/http/schemas/route-schema.ts'
import { reasonFields } from '../explain/explain.schema.ts'

export const TaskAttention = named(
  'TaskAttention',
  Type.Object(
    { taskId: Id, taskName: Type.String(), status, ...reasonFields },
    { description: 'A task that does not continue until a person acts, or that called nobody.' },
  ),
)
