// The JSON forms of tasks, and the rules for what callers send.
import { type Static, Type } from 'typebox'
import { rule } from '../http/field-rule.ts'
import {
  EXAMPLE_ID,
  Id,
  named,
  oneOf,
  optional,
  orNull,
  pageOf,
  ref,
  Timestamp,
  TimestampOrNull,
} from '../http/route-schema.ts'
import { nameText, text } from '../http/text-schema.ts'
import { DIAL_CAUSES } from './dial-causes.ts'
import { flowInputs, flowSettings } from './flow-settings.schema.ts'
import { permissionInputs, permissionSettings } from './permission-settings.schema.ts'
import { RECALLED_OUTCOMES } from './recall.ts'
import { allowedFrom, TaskStatus } from './task-state.ts'

const taskName = nameText(100, {
  description: 'Unique, 1-100 characters after outer white space is trimmed, at least one of them visible.',
  examples: ['Spring call-back'],
})
const taskDesc = text({ maxLength: 2000, examples: ['Ask how the order went'] })
const priority = { minimum: 1, maximum: 5, description: '1 is the highest.', examples: [3] }
const maxDialCount = {
  minimum: 1,
  maximum: 10,
  description: 'Max number of attempts per contact and round.',
  examples: [3],
}
const callInterval = {
  minimum: 0,
  maximum: 86_400,
  description: 'Min seconds between the end of one attempt and the start of the next to the same contact.',
  examples: [60],
}
const timeOfDay = (description: string) =>
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    'x-rules': { pattern: rule('not_a_time_of_day', 'must be a time of day as HH:MM, from 00:00 to 23:59') },
    description: `${description} Null is no bound. The start and the end must differ.`,
    examples: ['09:00'],
  })
const dailyStartTime = timeOfDay('Calls start from this time of the day on, in the time zone of the service.')
const dailyEndTime = timeOfDay('Calls start before this time; earlier than the start means the next day.')
const listMode = oneOf(['snapshot', 'live'], {
  description:
    'Whether contacts added to the data source while the task runs stay out (snapshot) or join (live).',
})

export const status = Type.Integer({
  minimum: 0,
  maximum: 6,
  description: '0 DRAFT, 1 RUNNING, 2 PAUSED, 3 STOPPED, 4 COMPLETED, 5 FAILED, 6 CLOSED.',
  examples: [1],
})
const count = (description: string) => Type.Integer({ description, examples: [120] })
const rate = (description: string) => Type.Number({ description, examples: [0.4167] })
const seconds = (description: string) => Type.Number({ description, examples: [1834.5] })

const contactCount = count('Contacts in the task.')
const callCount = count('Calls made and ended.')
const successCount = count('Successful calls: answered, or what the rule of the task says.')
const failCount = count(
  'Busy, rejected, invalid numbers, congestion, network errors, and answered calls that failed.',
)
const noAnswerCount = count('Rang out, unreachable, switched off, or answered by no person.')
const dialRate = rate('callCount / contactCount.')
const skipped = count('Contacts that are done without a call: they may never be rung.')
const successRate = rate('successCount / callCount.')

export const NewTask = named(
  'NewTask',
  Type.Object(
    {
      taskName,
      taskDesc: optional(taskDesc),
      dataSourceId: { ...Id, description: 'A data source that exists.' },
      priority: optional(Type.Integer({ ...priority, default: 3 })),
      maxDialCount: optional(Type.Integer({ ...maxDialCount, default: 3 })),
      callInterval: optional(Type.Integer({ ...callInterval, default: 60 })),
      dailyStartTime: Type.Optional(dailyStartTime),
      dailyEndTime: Type.Optional(dailyEndTime),
      listMode: optional({ ...listMode, default: 'snapshot' as const }),
      ...permissionInputs,
      ...flowInputs,
    },
    {
      examples: [
        {
          taskName: 'Spring call-back',
          dataSourceId: EXAMPLE_ID,
          priority: 2,
          maxDialCount: 3,
          callInterval: 300,
          dailyStartTime: '09:00',
          dailyEndTime: '18:00',
        },
      ],
    },
  ),
)

export const TaskChange = named(
  'TaskChange',
  Type.Object(
    {
      id: Id,
      taskName: optional(taskName),
      taskDesc: optional(taskDesc),
      priority: optional(Type.Integer(priority)),
      maxDialCount: optional(Type.Integer(maxDialCount)),
      callInterval: optional(Type.Integer(callInterval)),
      dailyStartTime: Type.Optional(dailyStartTime),
      dailyEndTime: Type.Optional(dailyEndTime),
      listMode: optional(listMode),
      ...permissionInputs,
      ...flowInputs,
    },
    { examples: [{ id: EXAMPLE_ID, priority: 1, dailyEndTime: '20:00' }] },
  ),
)

const { windowZone, weekdays, scheduledStartTime, scheduledEndTime } = permissionInputs

export const RescheduleRequest = named(
  'RescheduleRequest',
  Type.Object(
    {
      id: Id,
      priority: optional(Type.Integer(priority)),
      maxDialCount: optional(Type.Integer(maxDialCount)),
      callInterval: optional(Type.Integer(callInterval)),
      dailyStartTime: Type.Optional(dailyStartTime),
      dailyEndTime: Type.Optional(dailyEndTime),
      windowZone,
      weekdays,
      scheduledStartTime,
      scheduledEndTime,
    },
    {
      description: 'At least one setting is required.',
      examples: [{ id: EXAMPLE_ID, dailyEndTime: '20:00', callInterval: 7200 }],
    },
  ),
)

const settingValue = Type.Unsafe<string | number | number[] | null>({
  anyOf: [
    { type: 'array', items: { type: 'integer' } },
    { type: 'number' },
    { type: 'string' },
    { type: 'null' },
  ],
  examples: [60],
})

const SettingChanges = Type.Array(
  Type.Object({
    field: Type.String({ examples: ['callInterval'] }),
    before: settingValue,
    after: settingValue,
  }),
)

export const TaskCopy = named(
  'TaskCopy',
  Type.Object(
    {
      id: { ...Id, description: 'The task to copy.' },
      taskName: optional({
        ...taskName,
        description: 'Without it, the copy of "X" is "X (2)", or the first number that is free.',
      }),
    },
    { examples: [{ id: EXAMPLE_ID, taskName: 'Spring call-back, second wave' }, { id: EXAMPLE_ID }] },
  ),
)

export const StopRequest = named(
  'StopRequest',
  Type.Object(
    {
      id: Id,
      reason: optional(
        text({ maxLength: 1000, description: 'Stored with the task and in its audit trail.' }),
      ),
    },
    { examples: [{ id: EXAMPLE_ID, reason: 'The offer has ended' }] },
  ),
)

export const TaskSettings = named(
  'TaskSettings',
  Type.Object(
    {
      id: Id,
      taskName: Type.String(),
      taskDesc: Type.String(),
      dataSourceId: Id,
      priority: Type.Integer(priority),
      maxDialCount: Type.Integer(maxDialCount),
      callInterval: Type.Integer(callInterval),
      dailyStartTime,
      dailyEndTime,
      listMode,
      ...permissionSettings,
      ...flowSettings,
    },
    { description: 'The settings of a task, under the names by which they are given.' },
  ),
)
export type TaskSettings = Static<typeof TaskSettings>

const addedFields = {
  id: Id,
  taskName: Type.String(),
  taskDesc: Type.String(),
  status,
  dataSourceId: Id,
  contactCount,
  createTime: Timestamp,
}

export const AddedTask = named('AddedTask', Type.Object(addedFields))

export const TaskSummary = named(
  'TaskSummary',
  Type.Object({
    ...addedFields,
    callCount,
    successCount,
    startTime: TimestampOrNull,
    endTime: TimestampOrNull,
    progress: Type.Optional(
      Type.Object(
        {
          done: count('success + failed + skipped, of contactCount.'),
          success: count('Contacts that are done: a call was successful.'),
          failed: count('Contacts that are done: no attempt was successful.'),
          skipped,
        },
        { description: 'Contacts that are done; only with include=progress.' },
      ),
    ),
    priority: Type.Optional(
      Type.Integer({ ...priority, description: '1 is the highest. Only with include=progress.' }),
    ),
    dataSourceName: Type.Optional(
      Type.String({ description: 'Only with include=progress.', examples: ['Customers in the north'] }),
    ),
  }),
)
export type TaskSummary = Static<typeof TaskSummary>

const tasksOf = (states: string) => Type.Integer({ description: `${states}.`, examples: [3] })

export const TaskPage = named(
  'TaskPage',
  Type.Object({
    ...pageOf(ref(TaskSummary)).properties,
    groups: Type.Optional(
      Type.Object(
        {
          active: tasksOf('RUNNING, PAUSED or FAILED'),
          drafts: tasksOf('DRAFT'),
          ended: tasksOf('STOPPED, COMPLETED or CLOSED'),
        },
        {
          description: 'How many tasks each group has, by the other filters. Only with include=progress.',
        },
      ),
    ),
  }),
)

export const TaskDetail = named(
  'TaskDetail',
  Type.Object({
    ...addedFields,
    callCount,
    successCount,
    failCount,
    noAnswerCount,
    dialRate,
    successRate,
    callDuration: seconds('Seconds talked, all calls together.'),
    avgCallDuration: seconds('Seconds talked, an answered call.'),
    priority: Type.Integer({ ...priority }),
    maxDialCount: Type.Integer({ ...maxDialCount }),
    startTime: TimestampOrNull,
    endTime: TimestampOrNull,
    updateTime: Timestamp,
    listMode,
    stopReason: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The reason given when the task was stopped.',
    }),
    failReason: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Why the task is FAILED.',
    }),
  }),
)
export type TaskDetail = Static<typeof TaskDetail>

export const UpdatedTask = named(
  'UpdatedTask',
  Type.Object({ id: Id, taskName: Type.String(), updateTime: Timestamp }),
)

export const RescheduledTask = named(
  'RescheduledTask',
  Type.Object({
    id: Id,
    taskName: Type.String(),
    updateTime: Timestamp,
    changes: { ...SettingChanges, description: 'The settings that are others now.' },
  }),
)

/** Carries the table of task-state.ts, so that the client has it too. */
export const TaskStatusCode = named('TaskStatus', {
  ...status,
  'x-names': TaskStatus,
  'x-allowed-from': allowedFrom,
})

export const TaskState = named('TaskState', Type.Object({ id: Id, status: ref(TaskStatusCode) }))

export const PublishedTask = named('PublishedTask', Type.Object({ id: Id, status, startTime: Timestamp }))

export const TaskStatistics = named(
  'TaskStatistics',
  Type.Object({
    taskId: Id,
    taskName: Type.String(),
    status,
    totalContacts: contactCount,
    callCount,
    successCount,
    failCount,
    noAnswerCount,
    dialRate,
    successRate,
    totalDuration: seconds('Seconds talked, all calls together.'),
    avgDuration: seconds('Seconds talked, an answered call.'),
    lastUpdateTime: Timestamp,
    skippedCount: skipped,
  }),
)
export type TaskStatistics = Static<typeof TaskStatistics>

export const RecallRequest = named(
  'RecallRequest',
  Type.Object(
    {
      contactIds: optional(
        Type.Array(Type.String(), {
          description: 'Contacts to redial. If empty or absent, all that failed.',
        }),
      ),
      outcomes: optional(
        Type.Array(oneOf(RECALLED_OUTCOMES), {
          description:
            'Instead of contactIds: all contacts with one of these outcomes. Without it, causes are looked for among all.',
          examples: [['failed']],
        }),
      ),
      causes: optional(
        Type.Array(oneOf([...DIAL_CAUSES]), {
          description:
            'Instead of contactIds: only contacts whose last call ended so, or that were skipped for this reason.',
          examples: [['busy', 'no_answer']],
        }),
      ),
      priority: optional(
        Type.Integer({
          ...priority,
          default: 5,
          description: 'For these redials only. 5 is after everything else that waits for a line.',
        }),
      ),
    },
    { examples: [{ contactIds: [EXAMPLE_ID], priority: 2 }, { causes: ['busy'] }, {}] },
  ),
)

export const RecallResult = named(
  'RecallResult',
  Type.Object({
    recallCount: Type.Integer(),
    recallIds: Type.Array(Id, { description: 'Without contacts that are being dialed or already wait.' }),
  }),
)

export const AuditEntry = named(
  'AuditEntry',
  Type.Object({
    id: Type.String({ examples: ['1042'] }),
    time: Timestamp,
    actor: Type.String({ description: 'The name of the token, or "dialer".' }),
    operation: Type.String({ examples: ['stop'] }),
    status,
    reason: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    changes: {
      ...orNull(SettingChanges),
      description: 'Of a reschedule: the settings that it changed.',
    },
  }),
)
