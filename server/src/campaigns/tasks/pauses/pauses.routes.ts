// Pause everything, and resume exactly that.
import { Type } from 'typebox'
import { boundTo } from '../../../platform/http/access/bounds.ts'
import {
  type Api,
  EXAMPLE_ID,
  Id,
  IdBody,
  named,
  oneOf,
  operation,
  optional,
  orNull,
  ref,
  success,
  Timestamp,
} from '../../../platform/http/schemas/route-schema.ts'
import { text } from '../../../platform/http/schemas/text-schema.ts'
import type { Timestamps } from '../../../platform/kernel/timestamps.ts'
import { TASKS_TAG as tag } from '../tasks.routes.ts'
import type { NamedTask, Pauses } from './pause-all.ts'

const Task = Type.Object({ id: Id, taskName: Type.String() })

const PauseAllRequest = named(
  'PauseAllRequest',
  Type.Object(
    {
      reason: optional(
        text({ maxLength: 1000, description: 'Stored with each task and in its audit trail.' }),
      ),
    },
    { examples: [{ reason: 'The hotline is down' }] },
  ),
)

const PausedTasks = named(
  'PausedTasks',
  Type.Object({
    id: orNull(
      Type.String({
        examples: [EXAMPLE_ID],
        description: 'Of this pause, for `resumeAll`. Null: no task was running.',
      }),
    ),
    pausedCount: Type.Integer(),
    tasks: Type.Array(Task, { description: 'Those that were paused.' }),
  }),
)

const ResumedTasks = named(
  'ResumedTasks',
  Type.Object({
    resumedCount: Type.Integer(),
    tasks: Type.Array(Task, { description: 'Those that were resumed.' }),
    leftOut: Type.Array(
      Type.Object({
        id: Id,
        taskName: Type.String(),
        why: oneOf(['changed', 'refused'], {
          description: '`changed`: somebody has changed it since the pause. `refused`: it cannot be resumed.',
        }),
        message: Type.Optional(
          Type.String({ description: 'Of a task that was refused: why, in a sentence.' }),
        ),
      }),
    ),
  }),
)

const PauseOfTasks = named(
  'PauseOfTasks',
  Type.Object({
    id: Id,
    time: Timestamp,
    actor: Type.String({ description: 'Who paused them.' }),
    reason: orNull(Type.String()),
    tasks: Type.Array(Task, {
      description: 'Those that are still paused by it, and that nobody has changed.',
    }),
  }),
)

export function addPauseRoutes(app: Api, pauses: Pauses, timestamps: Timestamps): void {
  for (const each of [PauseAllRequest, PausedTasks, ResumedTasks, PauseOfTasks]) app.addSchema(each)
  const present = ({ id, name }: NamedTask) => ({ id, taskName: name })

  app.post(
    '/api/task/pauseAll',
    operation({
      id: 'pauseAllTasks',
      tag,
      summary: 'Pause every running task',
      description:
        'Each task is paused by itself, as `/api/task/pause` does it. Whoever is bound to data sources pauses the tasks of these.',
      needs: 'operate',
      bound: 'filtered',
      body: ref(PauseAllRequest),
      data: ref(PausedTasks),
    }),
    async (request) => {
      const { id, tasks } = await pauses.pauseAll(boundTo(request), request.body.reason ?? undefined)
      return success({ id, pausedCount: tasks.length, tasks: tasks.map(present) })
    },
  )

  app.post(
    '/api/task/resumeAll',
    operation({
      id: 'resumeAllTasks',
      tag,
      summary: 'Resume the tasks of one pause of everything',
      description:
        'Tasks that somebody has changed since stay as they are and are named. So are those that cannot be resumed, which stay paused.',
      needs: 'operate',
      bound: 'filtered',
      body: IdBody,
      data: ref(ResumedTasks),
      errors: [404],
    }),
    async (request) => {
      const { tasks, leftOut } = await pauses.resumeAll(boundTo(request), request.body.id)
      return success({
        resumedCount: tasks.length,
        tasks: tasks.map(present),
        leftOut: leftOut.map(({ name, ...rest }) => ({ ...rest, taskName: name })),
      })
    },
  )

  app.get(
    '/api/task/pauses',
    operation({
      id: 'listPausesOfTasks',
      tag,
      summary: 'List the pauses of everything that hold, newest first',
      needs: 'see',
      bound: 'filtered',
      data: Type.Object({ rows: Type.Array(ref(PauseOfTasks)) }),
    }),
    async (request) => {
      const rows = await pauses.list(boundTo(request))
      return success({
        rows: rows.map(({ time, tasks, ...pause }) => ({
          ...pause,
          time: timestamps.format(time),
          tasks: tasks.map(present),
        })),
      })
    },
  )
}
