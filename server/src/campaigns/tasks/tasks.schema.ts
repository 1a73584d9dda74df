// The JSON forms in which tasks are read.
import { type Static, Type } from 'typebox'
import { endingCounts } from '../../conversations/flows/call-ending.schema.ts'
import {
  Id,
  named,
  orNull,
  pageOf,
  ref,
  Timestamp,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import { addedFields, contactCount, count, taskStatus } from './task-fields.schema.ts'
import { SettingChanges, settingSchemas } from './task-settings.schema.ts'

const { priority, maxDialCount, callInterval, dailyStartTime, dailyEndTime, listMode, ...otherSettings } =
  settingSchemas

const rate = (description: string) => Type.Number({ description, examples: [0.4167] })
const seconds = (description: string) => Type.Number({ description, examples: [1834.5] })
const callCount = count('Calls made and ended.')
const successCount = count('Successful calls: answered, or what the rule of the task says.')
const failCount = count(
  'Busy, rejected, invalid numbers, congestion, network errors, and answered calls that failed.',
)
const noAnswerCount = count('Rang out, unreachable, switched off, or answered by no person.')
const dialRate = rate('callCount / contactCount.')
const skipped = count('Contacts that are done without a call: they may never be called.')
const successRate = rate('successCount / callCount.')

const simulatedAndPaused = {
  pauseReason: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Why the task is PAUSED, if a reason was given.',
  }),
  isSimulated: Type.Unsafe<boolean | null>({
    type: ['boolean', 'null'],
    description:
      'Whether its calls go to the simulator, which rings no phone. Decided when it is published; null before that.',
  }),
}

export const TaskSettings = named(
  'TaskSettings',
  Type.Object(
    {
      id: Id,
      taskName: Type.String(),
      taskDesc: Type.String(),
      dataSourceId: Id,
      priority,
      maxDialCount,
      callInterval,
      dailyStartTime,
      dailyEndTime,
      listMode,
      continuesTaskId: Type.Optional({
        ...Id,
        description: 'The task whose remaining contacts it dials; not of a task that dials the whole list.',
      }),
      ...otherSettings,
    },
    { description: 'The settings of a task, under the names by which they are given.' },
  ),
)
export type TaskSettings = Static<typeof TaskSettings>

export const TaskSummary = named(
  'TaskSummary',
  Type.Object({
    ...addedFields,
    callCount,
    successCount,
    startTime: TimestampOrNull,
    endTime: TimestampOrNull,
    pauseReason: Type.Optional({
      ...simulatedAndPaused.pauseReason,
      description: 'Why the task is PAUSED, if a reason was given. Only with include=progress.',
    }),
    isSimulated: Type.Optional({
      ...simulatedAndPaused.isSimulated,
      description: 'Whether its calls go to the simulator; null of a draft. Only with include=progress.',
    }),
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
    priority: Type.Optional({ ...priority, description: '1 is the highest. Only with include=progress.' }),
    dataSourceName: Type.Optional(
      Type.String({ description: 'Only with include=progress.', examples: ['Customers in the north'] }),
    ),
    expectedEndTime: Type.Optional({
      ...TimestampOrNull,
      description:
        'When a RUNNING task is expected to end, at its pace; null if it does not dial now. Only with include=progress.',
    }),
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
    priority,
    maxDialCount,
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
    ...simulatedAndPaused,
    isConfirmation: Type.Boolean({
      description:
        'Success means that the callee pressed a certain key, by `successWhen`: such a call is confirmed.',
    }),
  }),
)
export type TaskDetail = Static<typeof TaskDetail>

export const TaskStatistics = named(
  'TaskStatistics',
  Type.Object({
    taskId: Id,
    taskName: Type.String(),
    status: taskStatus,
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
    endings: endingCounts,
  }),
)
export type TaskStatistics = Static<typeof TaskStatistics>

export const AuditEntry = named(
  'AuditEntry',
  Type.Object({
    id: Type.String({ examples: ['1042'] }),
    time: Timestamp,
    actor: Type.String({ description: 'The name of the token, or "dialer".' }),
    operation: Type.String({ examples: ['stop'] }),
    status: taskStatus,
    reason: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    changes: {
      ...orNull(SettingChanges),
      description: 'Of a reschedule: the settings that it changed.',
    },
  }),
)
