import { type Static, Type } from 'typebox'
import { FormatQuery } from '../contacts/contact-files.routes.ts'
import { requireFlow } from '../flows/read-flow.schema.ts'
import { actorOf } from '../http/auth.ts'
import {
  type Api,
  afterRow,
  defaulted,
  fileOperation,
  IdBody,
  IdParams,
  largeReads,
  oneOf,
  operation,
  PageQuery,
  pageOf,
  ref,
  success,
} from '../http/route-schema.ts'
import { sendFile, sendPieces } from '../http/send-stream.ts'
import { text } from '../http/text-schema.ts'
import { readTime, readTimeRange, timeBound } from '../http/time-range.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Timestamps } from '../kernel/timestamps.ts'
import { createTaskPresenter } from './present-task.ts'
import type { Recall } from './recall.ts'
import { TASK_GROUPS, TASK_SORTS, type TaskGroup } from './task-order.ts'
import { TaskResults } from './task-results.schema.ts'
import type { AuditRow } from './tasks.queries.ts'
import * as schema from './tasks.schema.ts'
import type { Tasks, Transition } from './tasks.service.ts'

export const TASKS_TAG = 'Tasks'
const RANGE_OF_CREATION = { from: 'createdFrom', to: 'createdTo' }

interface TaskRouteDependencies {
  tasks: Tasks
  timestamps: Timestamps
  clock: Clock
}

export function addTaskRoutes(app: Api, { tasks, timestamps, clock }: TaskRouteDependencies): void {
  app.addSchema(TaskResults)
  const { status, ...named } = schema
  for (const each of Object.values(named)) app.addSchema(each)
  const present = createTaskPresenter(timestamps)
  const tag = TASKS_TAG
  // If the wall clock shows a time twice, the schedule is as long as possible.
  const startTime = (text: string | null | undefined) =>
    readTime('scheduledStartTime', text, 'first', timestamps)
  const endTime = (text: string | null | undefined) => readTime('scheduledEndTime', text, 'last', timestamps)

  app.get(
    '/api/task/list',
    operation({
      id: 'listTasks',
      tag,
      summary: 'List tasks, newest first',
      description:
        'Tasks without the value that `sort` names, such as drafts with startTime, come last in both orders.',
      scope: 'read',
      query: Type.Object({
        ...PageQuery,
        taskName: Type.Optional(text({ maxLength: 1000, description: 'Part of the name, in any case.' })),
        status: Type.Optional(status),
        dataSourceId: Type.Optional(
          text({ maxLength: 1000, description: 'Only the tasks of this data source.' }),
        ),
        include: Type.Optional(oneOf(['progress'], { description: 'What the answer contains in addition.' })),
        createdFrom: timeBound('Tasks that were created from this time on', { names: RANGE_OF_CREATION }),
        createdTo: timeBound('Tasks that were created before this time', { names: RANGE_OF_CREATION }),
        group: Type.Optional(
          oneOf(Object.keys(TASK_GROUPS) as TaskGroup[], {
            description:
              'Only tasks that are active (RUNNING, PAUSED, FAILED), drafts (DRAFT) or ended (STOPPED, COMPLETED, CLOSED).',
          }),
        ),
        sort: Type.Optional(
          oneOf([...TASK_SORTS], { description: 'The field to sort by. `afterId` needs the default order.' }),
        ),
        order: Type.Optional(
          oneOf(['asc', 'desc'], {
            description: 'Ascending, or descending. Default: asc, but desc without `sort` and by createTime.',
          }),
        ),
      }),
      data: ref(schema.TaskPage),
      work: largeReads,
    }),
    async (request) => {
      const { taskName: name = '', include, createdFrom, createdTo, ...query } = request.query
      const { from, to } = readTimeRange({ from: createdFrom, to: createdTo }, timestamps, RANGE_OF_CREATION)
      const filter = { ...query, name, createdFrom: from, createdTo: to }
      const { total, rows } = await tasks.list(filter)
      if (include !== 'progress') return success({ total, rows: rows.map(present.summary) })
      return success({
        total,
        rows: rows.map(present.summaryWithProgress),
        groups: await tasks.countGroups(filter),
      })
    },
  )

  app.get(
    '/api/task/detail/:id',
    operation({
      id: 'getTask',
      tag,
      summary: 'Read a task',
      scope: 'read',
      params: IdParams,
      data: ref(schema.TaskDetail),
      errors: [404],
    }),
    async (request) => success(present.detail(await tasks.detail(request.params.id))),
  )

  app.get(
    '/api/task/:id/settings',
    operation({
      id: 'getTaskSettings',
      tag,
      summary: 'Read the settings of a task',
      scope: 'read',
      params: IdParams,
      data: ref(schema.TaskSettings),
      errors: [404],
    }),
    async (request) => success(present.settings(await tasks.settings(request.params.id))),
  )

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
          startAt: startTime(body.scheduledStartTime) ?? null,
          endAt: endTime(body.scheduledEndTime) ?? null,
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
          startAt: startTime(body.scheduledStartTime),
          endAt: endTime(body.scheduledEndTime),
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

  app.post(
    '/api/task/reschedule',
    operation({
      id: 'rescheduleTask',
      tag,
      summary: 'Change the hours, the priority, the attempts or the interval of a paused task',
      description:
        'Only the given fields are changed; null removes a bound of the daily window, the weekdays, the start or the end. Contacts ' +
        'that wait follow. Those that have used the attempts are done; those that are done stay so if there are more attempts.',
      scope: 'write',
      body: ref(schema.RescheduleRequest),
      data: ref(schema.RescheduledTask),
      errors: [404, 405],
    }),
    async (request) => {
      const { id, ...body } = request.body
      const task = await tasks.reschedule(
        id,
        {
          priority: body.priority,
          maxDialCount: body.maxDialCount,
          callIntervalSeconds: body.callInterval,
          dailyStart: body.dailyStartTime,
          dailyEnd: body.dailyEndTime,
          windowZone: body.windowZone,
          weekdays: body.weekdays,
          startAt: startTime(body.scheduledStartTime),
          endAt: endTime(body.scheduledEndTime),
        },
        actorOf(request),
      )
      return success({
        id: task.id,
        taskName: task.name,
        updateTime: timestamps.format(task.update_time),
        changes: task.changes.map(present.change),
      })
    },
  )

  app.post(
    '/api/task/publish',
    operation({
      id: 'publishTask',
      tag,
      summary: 'Publish a draft: dialing begins',
      scope: 'write',
      body: IdBody,
      data: ref(schema.PublishedTask),
      errors: [404, 405],
    }),
    async (request) => {
      const { id, status, start_time } = await tasks.transition('publish', request.body.id, actorOf(request))
      return success({ id, status, startTime: timestamps.formatOrNull(start_time) ?? '' })
    },
  )

  addTransition('pause', 'Pause a running task: no new call starts')
  addTransition('resume', 'Resume a paused or failed task')
  addTransition('close', 'Close a task; it cannot be reopened')

  function addTransition(name: Transition, summary: string): void {
    app.post(
      `/api/task/${name}`,
      operation({
        id: `${name}Task`,
        tag,
        summary,
        scope: 'write',
        body: IdBody,
        data: ref(schema.TaskState),
        errors: [404, 405],
      }),
      async (request) => {
        const { id, status } = await tasks.transition(name, request.body.id, actorOf(request))
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
      scope: 'write',
      body: ref(schema.StopRequest),
      data: ref(schema.TaskState),
      errors: [404, 405],
    }),
    async (request) => {
      const { id, reason } = request.body
      const task = await tasks.transition('stop', id, actorOf(request), reason)
      return success({ id: task.id, status: task.status })
    },
  )

  app.post(
    '/api/task/:id/recall',
    {
      ...operation({
        id: 'recallContacts',
        tag,
        summary: 'Dial contacts again',
        description:
          'Without a body, all contacts that failed are redialed. `outcomes` and `causes` choose others, such as all that were busy.',
        scope: 'write',
        params: IdParams,
        body: ref(schema.RecallRequest),
        isBodyOptional: true,
        data: ref(schema.RecallResult),
        errors: [404, 405, 409],
      }),
      // A missing body means {}; null is invalid.
      preValidation: async (request) => {
        if (request.body === undefined) request.body = {}
      },
    },
    async (request, reply) => {
      const { contactIds = [], outcomes, causes, priority = 5 } = request.body
      const recall = await tasks.recall({
        taskId: request.params.id,
        contactIds,
        ...(outcomes && { outcomes }),
        ...(causes && { causes }),
        priority,
        actor: actorOf(request),
      })
      return sendPieces(reply, recallAnswer(recall))
    },
  )

  app.get(
    '/api/task/:id/stat',
    operation({
      id: 'getTaskStatistics',
      tag,
      summary: 'Read the statistics of a task',
      scope: 'read',
      params: IdParams,
      data: ref(schema.TaskStatistics),
      errors: [404],
    }),
    async (request) => success(present.statistics(await tasks.detail(request.params.id))),
  )

  app.get(
    '/api/task/:id/results',
    operation({
      id: 'getTaskResults',
      tag,
      summary: 'Count what came of the calls of a task',
      description:
        'Counted when asked for: 100,000 contacts take about a second. With more than 10,000 the answer may be some seconds old.',
      scope: 'read',
      params: IdParams,
      data: ref(TaskResults),
      errors: [404],
      work: 'largeReads',
    }),
    async (request) => success(await tasks.results(request.params.id)),
  )

  app.get(
    '/api/task/:id/export',
    fileOperation({
      id: 'exportTaskContacts',
      tag,
      summary: 'Export the contacts of a task with their outcomes',
      scope: 'read',
      params: IdParams,
      query: Type.Object({
        ...FormatQuery,
        status: defaulted(
          Type.Integer({
            minimum: 0,
            maximum: 4,
            default: 0,
            description: '0 all, 1 SUCCESS, 2 FAILED, 3 NOT_DIALED, 4 IN_PROGRESS.',
          }),
        ),
      }),
      errors: [404],
    }),
    async (request, reply) => {
      const { id } = request.params
      const file = await tasks.exportContacts(id, request.query)
      return sendFile(reply, file, `task_contacts_${id}_${timestamps.compact(clock.now())}`)
    },
  )

  app.get(
    '/api/task/:id/audit',
    operation({
      id: 'listTaskAudit',
      tag,
      summary: 'List the changes of a task, newest first',
      scope: 'read',
      params: IdParams,
      query: Type.Object({ ...PageQuery, afterId: afterRow('^[1-9][0-9]{0,14}$', '1042') }),
      data: pageOf(ref(schema.AuditEntry)),
      errors: [404],
    }),
    async (request) => {
      const { total, rows } = await tasks.audit(request.params.id, request.query)
      return success({ total, rows: rows.map(audited) })
    },
  )

  function audited({ id, at, changes, ...row }: AuditRow): Static<typeof schema.AuditEntry> {
    return {
      id: String(id),
      time: timestamps.format(at),
      ...row,
      changes: changes?.map(present.change) ?? null,
    }
  }
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
