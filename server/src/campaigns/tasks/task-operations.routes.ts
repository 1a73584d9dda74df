// What can be done with a task once it is more than a draft.
import { callCounterOf } from '../../platform/http/access/auth.ts'
import {
  type Api,
  IdBody,
  IdParams,
  operation,
  optionalBody,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import { sendPieces } from '../../platform/http/send-stream.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { createTaskPresenter } from './present-task.ts'
import type { Recall } from './recall/recall.ts'
import * as schema from './task-operations.schema.ts'
import { createSettingsReader } from './task-settings.schema.ts'
import { SETTINGS_FOR_PAUSED } from './task-settings.ts'
import { TASKS_TAG as tag } from './tasks.routes.ts'
import type { Tasks, Transition } from './tasks.service.ts'

export function addTaskOperationRoutes(app: Api, tasks: Tasks, timestamps: Timestamps): void {
  for (const each of Object.values(schema)) app.addSchema(each)
  const present = createTaskPresenter(timestamps)
  const readSettings = createSettingsReader(timestamps)

  app.post(
    '/api/task/publish',
    operation({
      id: 'publishTask',
      tag,
      summary: 'Publish a draft: dialing begins',
      needs: 'operate',
      bound: 'task',
      body: ref(schema.StartRequest),
      data: ref(schema.PublishedTask),
      errors: [404, 405],
    }),
    async (request) => {
      const { id: taskId, isSimulated } = request.body
      const warnings = await tasks.publishWarnings(taskId, isSimulated ?? undefined)
      const options = { isSimulated: isSimulated ?? undefined, countCalls: callCounterOf(request) }
      const task = await tasks.transition('publish', taskId, options)
      const { id, status, start_time } = task
      const startTime = timestamps.formatOrNull(start_time) ?? ''
      return success({ id, status, startTime, ...(warnings.length > 0 && { warnings }) })
    },
  )

  addTransition('pause', 'Pause a running task: no new call starts')
  addTransition('close', 'Close a task; it cannot be reopened')

  app.post(
    '/api/task/resume',
    operation({
      id: 'resumeTask',
      tag,
      summary: 'Resume a paused or failed task',
      description:
        'A task that was published while all calls were simulated is not resumed without `isSimulated` once calls are real: 400 names the field.',
      needs: 'operate',
      bound: 'task',
      body: ref(schema.StartRequest),
      data: ref(schema.TaskState),
      errors: [404, 405],
    }),
    async (request) => {
      const { id: taskId, isSimulated } = request.body
      const options = { isSimulated: isSimulated ?? undefined }
      const { id, status } = await tasks.transition('resume', taskId, options)
      return success({ id, status })
    },
  )

  function addTransition(name: Transition, summary: string): void {
    app.post(
      `/api/task/${name}`,
      operation({
        id: `${name}Task`,
        tag,
        summary,
        needs: 'operate',
        bound: 'task',
        body: IdBody,
        data: ref(schema.TaskState),
        errors: [404, 405],
      }),
      async (request) => {
        const { id, status } = await tasks.transition(name, request.body.id)
        return success({ id, status })
      },
    )
  }

  app.post(
    '/api/task/stop',
    operation({
      id: 'stopTask',
      tag,
      summary: 'Stop a task; it cannot be continued',
      needs: 'operate',
      bound: 'task',
      body: ref(schema.StopRequest),
      data: ref(schema.TaskState),
      errors: [404, 405],
    }),
    async (request) => {
      const { id, reason } = request.body
      const task = await tasks.transition('stop', id, { reason })
      return success({ id: task.id, status: task.status })
    },
  )

  app.post(
    '/api/task/reschedule',
    operation({
      id: 'rescheduleTask',
      tag,
      summary: 'Change the hours, the priority, the attempts or the interval of a paused task',
      description:
        'Only the given fields are changed; null removes a bound of the daily window, the weekdays, the start or the end. Contacts ' +
        'that wait follow. Those that have used up their attempts are done; those that are done stay done, even with more attempts.',
      needs: 'operate',
      bound: 'task',
      body: ref(schema.RescheduleRequest),
      data: ref(schema.RescheduledTask),
      errors: [404, 405],
    }),
    async (request) => {
      const { id, ...body } = request.body
      const change = readSettings(body, SETTINGS_FOR_PAUSED)
      const task = await tasks.reschedule(id, change)
      return success({
        id: task.id,
        taskName: task.name,
        updateTime: timestamps.format(task.update_time),
        changes: task.changes.map(present.change),
      })
    },
  )

  app.post(
    '/api/task/:id/recall',
    optionalBody({
      id: 'recallContacts',
      tag,
      summary: 'Dial contacts again',
      description:
        'Without a body, all contacts that failed are redialed. `outcomes` and `causes` choose others, such as all that were busy.',
      needs: 'operate',
      bound: 'task',
      params: IdParams,
      body: ref(schema.RecallRequest),
      data: ref(schema.RecallResult),
      errors: [404, 405, 409],
    }),
    async (request, reply) => {
      const { contactIds = [], outcomes, causes, priority = 5 } = request.body
      const recall = await tasks.recall({
        taskId: request.params.id,
        contactIds,
        ...(outcomes && { outcomes }),
        ...(causes && { causes }),
        priority,
        countCalls: callCounterOf(request),
      })
      return sendPieces(reply, recallAnswer(recall))
    },
  )
}

/** The response to a recall, in pieces: there may be a million ids. */
async function* recallAnswer({ count, contactIds }: Recall): AsyncGenerator<string> {
  yield `{"recallCount":${count},"recallIds":[`
  let separator = ''
  for await (const ids of contactIds) {
    if (ids.length === 0) continue
    yield separator + ids.map((id) => `"${id}"`).join(',')
    separator = ','
  }
  yield ']}'
}
