// What can be read of tasks. Task drafts and operations have files of their own.
import { type Static, Type } from 'typebox'
import { FormatQuery } from '../../lists/contacts/contact-files.routes.ts'
import { boundTo } from '../../platform/http/access/bounds.ts'
import {
  type Api,
  afterRow,
  defaulted,
  fileOperation,
  IdParams,
  largeReads,
  oneOf,
  operation,
  PageQuery,
  pageOf,
  readOperation,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import { text } from '../../platform/http/schemas/text-schema.ts'
import { readTimeRange, timeBound } from '../../platform/http/schemas/time-range.ts'
import { sendFile } from '../../platform/http/send-stream.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { LabelsQuery } from '../../platform/labels/labels.schema.ts'
import type { TaskContacts } from './contacts/task-contacts.ts'
import { TaskResults } from './contacts/task-results.schema.ts'
import { createTaskPresenter } from './present-task.ts'
import { taskStatus } from './task-fields.schema.ts'
import { TASK_GROUPS, TASK_SORTS, type TaskGroup } from './task-order.ts'
import { TaskStatus } from './task-state.ts'
import type { AuditRow } from './tasks.queries.ts'
import * as schema from './tasks.schema.ts'
import type { Tasks } from './tasks.service.ts'

export const TASKS_TAG = 'Tasks'
const RANGE_OF_CREATION = { from: 'createdFrom', to: 'createdTo' }

interface TaskRouteDependencies {
  tasks: Tasks
  taskContacts: Pick<TaskContacts, 'exportFile'>
  timestamps: Timestamps
  clock: Clock
  /** Of the tasks that run, by id. Null for those that do not dial now. */
  expectedEnds(taskIds: string[]): Promise<ReadonlyMap<string, Date | null>>
}

export function addTaskRoutes(app: Api, dependencies: TaskRouteDependencies): void {
  const { tasks, taskContacts, timestamps, clock, expectedEnds } = dependencies
  for (const each of [TaskResults, ...Object.values(schema)]) app.addSchema(each)
  const present = createTaskPresenter(timestamps)
  const tag = TASKS_TAG

  app.get(
    '/api/task/list',
    operation({
      id: 'listTasks',
      tag,
      summary: 'List tasks, newest first',
      description:
        'Tasks without the value that `sort` names, such as drafts with startTime, come last in both orders.',
      needs: 'see',
      bound: 'filtered',
      query: Type.Object({
        ...PageQuery,
        taskName: Type.Optional(text({ maxLength: 1000, description: 'Part of the name, in any case.' })),
        status: Type.Optional(taskStatus),
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
      const filter = { ...query, name, createdFrom: from, createdTo: to, dataSourceIds: boundTo(request) }
      const { total, rows } = await tasks.list(filter)
      if (include !== 'progress') return success({ total, rows: rows.map(present.summary) })
      const running = rows.filter(({ status }) => status === TaskStatus.RUNNING).map(({ id }) => id)
      const [ends, groups] = await Promise.all([expectedEnds(running), tasks.countGroups(filter)])
      const listed = rows.map((row) => present.summaryWithProgress(row, ends.get(row.id) ?? null))
      return success({ total, rows: listed, groups })
    },
  )

  app.get(
    '/api/task/detail/:id',
    readOperation({
      id: 'getTask',
      needs: 'see',
      bound: 'task',
      tag,
      summary: 'Read a task',
      data: ref(schema.TaskDetail),
    }),
    async (request) => success(present.detail(await tasks.detail(request.params.id))),
  )

  app.get(
    '/api/task/:id/settings',
    readOperation({
      id: 'getTaskSettings',
      needs: 'see',
      bound: 'task',
      tag,
      summary: 'Read the settings of a task',
      data: ref(schema.TaskSettings),
    }),
    async (request) => success(present.settings(await tasks.settings(request.params.id))),
  )

  app.get(
    '/api/task/:id/stat',
    readOperation({
      id: 'getTaskStatistics',
      needs: 'see',
      bound: 'task',
      tag,
      summary: 'Read the statistics of a task',
      data: ref(schema.TaskStatistics),
    }),
    async (request) => success(present.statistics(await tasks.detail(request.params.id))),
  )

  app.get(
    '/api/task/:id/results',
    readOperation({
      id: 'getTaskResults',
      needs: 'see',
      bound: 'task',
      tag,
      summary: 'Count what came of the calls of a task',
      description:
        'Counted when asked for: 100,000 contacts take about a second. With more than 10,000 the answer may be some seconds old.',
      data: ref(TaskResults),
      work: 'largeReads',
    }),
    async (request) => success(timestamps.formatAll(await tasks.results(request.params.id))),
  )

  app.get(
    '/api/task/:id/export',
    fileOperation({
      id: 'exportTaskContacts',
      tag,
      summary: 'Export the contacts of a task with their outcomes',
      needs: 'export',
      records: 'task.export',
      bound: 'task',
      params: IdParams,
      query: Type.Object({
        ...FormatQuery,
        ...LabelsQuery,
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
      const hasBody = request.method !== 'HEAD'
      const file = await taskContacts.exportFile(id, { ...request.query, hasBody })
      return sendFile(reply, file, `task_contacts_${id}_${timestamps.compact(clock.now())}`)
    },
  )

  app.get(
    '/api/task/:id/audit',
    readOperation({
      id: 'listTaskAudit',
      needs: 'see',
      bound: 'task',
      tag,
      summary: 'List the changes of a task, newest first',
      query: Type.Object({ ...PageQuery, afterId: afterRow('^[1-9][0-9]{0,14}$', '1042') }),
      data: pageOf(ref(schema.AuditEntry)),
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
