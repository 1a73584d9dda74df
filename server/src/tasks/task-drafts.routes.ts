// Drafts: tasks are added, copied and changed until they are published.
import { requireFlow } from '../flows/read-flow.schema.ts'
import { actorOf } from '../http/auth.ts'
import { type Api, operation, ref, success } from '../http/route-schema.ts'
import type { Timestamps } from '../kernel/timestamps.ts'
import { createTaskPresenter } from './present-task.ts'
import * as schema from './task-drafts.schema.ts'
import { createScheduleReader } from './task-schedule.schema.ts'
import { TASKS_TAG as tag } from './tasks.routes.ts'
import type { Tasks } from './tasks.service.ts'

export function addTaskDraftRoutes(app: Api, tasks: Tasks, timestamps: Timestamps): void {
  for (const each of Object.values(schema)) app.addSchema(each)
  const present = createTaskPresenter(timestamps)
  const schedule = createScheduleReader(timestamps)

  app.post(
    '/api/task/add',
    operation({
      id: 'addTask',
      tag,
      summary: 'Create a task',
      description: 'It is a DRAFT: nothing is dialed before it is published.',
      scope: 'write',
      body: ref(schema.NewTask),
      data: ref(schema.AddedTask),
      errors: [409],
    }),
    async (request) => {
      const body = request.body
      const task = await tasks.add(
        {
          name: body.taskName,
          description: body.taskDesc ?? '',
          dataSourceId: body.dataSourceId,
          priority: body.priority ?? 3,
          maxDialCount: body.maxDialCount ?? 3,
          callIntervalSeconds: body.callInterval ?? 60,
          dailyStart: body.dailyStartTime ?? null,
          dailyEnd: body.dailyEndTime ?? null,
          listMode: body.listMode ?? 'snapshot',
          windowZone: body.windowZone ?? 'service',
          weekdays: body.weekdays ?? null,
          calendarIds: body.calendarIds ?? [],
          doNotCallListIds: body.doNotCallListIds ?? [],
          startAt: schedule.start(body.scheduledStartTime) ?? null,
          endAt: schedule.end(body.scheduledEndTime) ?? null,
          retryRules: body.retryRules ?? {},
          flow: requireFlow(body.flow) ?? null,
          successWhen: body.successWhen ?? 'answered',
          maxAgents: body.maxAgents ?? null,
        },
        actorOf(request),
      )
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
      scope: 'write',
      body: ref(schema.TaskCopy),
      data: ref(schema.AddedTask),
      errors: [404, 409],
    }),
    async (request) => {
      const { id, taskName } = request.body
      return success(present.summary(await tasks.duplicate(id, taskName, actorOf(request))))
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
      scope: 'write',
      body: ref(schema.TaskCopy),
      data: ref(schema.AddedTask),
      errors: [404, 405, 409],
    }),
    async (request) => {
      const { id, taskName } = request.body
      return success(present.summary(await tasks.continue(id, taskName, actorOf(request))))
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
      scope: 'write',
      body: ref(schema.TaskChange),
      data: ref(schema.UpdatedTask),
      errors: [404, 405, 409],
    }),
    async (request) => {
      const { id, ...body } = request.body
      const task = await tasks.update(
        id,
        {
          name: body.taskName,
          description: body.taskDesc,
          priority: body.priority,
          maxDialCount: body.maxDialCount,
          callIntervalSeconds: body.callInterval,
          dailyStart: body.dailyStartTime,
          dailyEnd: body.dailyEndTime,
          listMode: body.listMode,
          windowZone: body.windowZone,
          weekdays: body.weekdays,
          calendarIds: body.calendarIds,
          doNotCallListIds: body.doNotCallListIds,
          startAt: schedule.start(body.scheduledStartTime),
          endAt: schedule.end(body.scheduledEndTime),
          retryRules: body.retryRules,
          flow: requireFlow(body.flow),
          successWhen: body.successWhen,
          maxAgents: body.maxAgents,
        },
        actorOf(request),
      )
      return success({ id: task.id, taskName: task.name, updateTime: timestamps.format(task.update_time) })
    },
  )
}
