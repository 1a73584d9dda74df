// Drafts: tasks are added, copied and changed until they are published.
import { unknownDataSource } from '../../lists/data-sources/data-sources.service.ts'
import { isWithin } from '../../platform/http/access/bounds.ts'
import { type Api, operation, ref, success } from '../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { createTaskPresenter } from './present-task.ts'
import * as schema from './task-drafts.schema.ts'
import { createSettingsReader } from './task-settings.schema.ts'
import { DEFAULT_SETTINGS } from './task-settings.ts'
import { TASKS_TAG as tag } from './tasks.routes.ts'
import type { Tasks } from './tasks.service.ts'

export function addTaskDraftRoutes(app: Api, tasks: Tasks, timestamps: Timestamps): void {
  for (const each of Object.values(schema)) app.addSchema(each)
  const present = createTaskPresenter(timestamps)
  const readSettings = createSettingsReader(timestamps)

  app.post(
    '/api/task/add',
    operation({
      id: 'addTask',
      tag,
      summary: 'Create a task',
      description: 'It is a DRAFT: nothing is dialed before it is published.',
      needs: 'operate',
      bound: 'none',
      body: ref(schema.NewTask),
      data: ref(schema.AddedTask),
      errors: [409],
    }),
    async (request) => {
      const body = request.body
      if (!isWithin(request, body.dataSourceId)) throw unknownDataSource(body.dataSourceId)
      const task = await tasks.add({
        name: body.taskName,
        description: body.taskDesc ?? '',
        dataSourceId: body.dataSourceId,
        ...DEFAULT_SETTINGS,
        ...readSettings(body),
      })
      return success(present.summary(task))
    },
  )

  app.post(
    '/api/task/duplicate',
    operation({
      id: 'duplicateTask',
      tag,
      summary: 'Create a draft with the settings of another task',
      description:
        'Every setting is copied, with the flow. Calendars and do-not-call lists that were deleted since are left out.',
      needs: 'operate',
      bound: 'task',
      body: ref(schema.TaskCopy),
      data: ref(schema.AddedTask),
      errors: [404, 409],
    }),
    async (request) => {
      const { id, taskName } = request.body
      return success(present.summary(await tasks.duplicate(id, taskName)))
    },
  )

  app.post(
    '/api/task/continue',
    operation({
      id: 'continueTask',
      tag,
      summary: 'Create a draft for the contacts that a stopped or closed task was not done with',
      description:
        'It has the settings of the task, as a duplicate has them, and the contacts of its list that were never called or would have ' +
        'had another attempt: each with a new allowance of attempts. Its list is fixed: contacts added later do not join it. ' +
        'Refused while calls of the task are live, and if no contact remains.',
      needs: 'operate',
      bound: 'task',
      body: ref(schema.TaskCopy),
      data: ref(schema.AddedTask),
      errors: [404, 405, 409],
    }),
    async (request) => {
      const { id, taskName } = request.body
      return success(present.summary(await tasks.continue(id, taskName)))
    },
  )

  app.post(
    '/api/task/update',
    operation({
      id: 'updateTask',
      tag,
      summary: 'Change a task that is still a draft',
      description:
        'Only the given fields are changed. Null removes a bound of the daily window, the weekdays, the start, the end, the flow or ' +
        'maxAgents.',
      needs: 'operate',
      bound: 'task',
      body: ref(schema.TaskChange),
      data: ref(schema.UpdatedTask),
      errors: [404, 405, 409],
    }),
    async (request) => {
      const { id, ...body } = request.body
      const task = await tasks.update(id, {
        name: body.taskName,
        description: body.taskDesc,
        ...readSettings(body),
      })
      return success({ id: task.id, taskName: task.name, updateTime: timestamps.format(task.update_time) })
    },
  )
}
