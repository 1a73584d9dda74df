// How explanations look on the wire.
import { type Static, Type } from 'typebox'
import { Call, presentCall } from '../calls/calls.schema.ts'
import { Id, named, oneOf, ref, Timestamp, TimestampOrNull } from '../http/route-schema.ts'
import type { Timestamps } from '../kernel/timestamps.ts'
import { status as taskStatus } from '../tasks/tasks.schema.ts'
import type { ContactInTask } from './explain.service.ts'
import type { ContactStateCode } from './explain-contact.ts'
import type { TaskExplanation } from './explain-task.ts'
import type { Reason, TaskStateCode } from './task-facts.ts'

// Records rather than lists: a code that is missing here does not compile.
const taskStates: Record<TaskStateCode, string> = {
  draft: 'it is not published',
  paused: 'somebody paused it',
  stopped: 'somebody stopped it',
  completed: 'every contact is done',
  failed: 'the gateway refused its calls',
  closed: 'somebody closed it',
  storage_fault: 'the database cannot do its work, for example because its disk is full',
  no_dialer: 'no dialer is running',
  gateway_down: 'no dialer has a gateway that works',
  no_lines: 'the dialer is limited to 0 lines',
  outside_window: 'outside the daily window',
  dialing: 'calls are up or about to start',
  waiting_for_line: 'all lines are in use',
  rate_limited: 'as many calls start a second as may',
  waiting_for_retry: 'contacts wait for their next attempt',
  nothing_left: 'about to complete',
  calls_ending: 'calls are up that nothing follows for now',
  gateway_partly_down: 'some dialers have no gateway that works',
  gateway_busy: 'the gateway takes no more calls for the moment',
}
const contactStates: Record<ContactStateCode, string> = {
  live: 'it is being called',
  done_success: 'a call was answered',
  done_failed: 'no attempt reached it, or the gateway refused its calls',
  deleted: 'it was deleted from the data source',
  not_in_task: 'it was added after the task was published',
  task_draft: 'the task is not published',
  task_paused: 'the task is paused',
  task_stopped: 'the task was stopped',
  task_completed: 'the task is completed',
  task_failed: 'the gateway refused the calls of the task',
  task_closed: 'the task is closed',
  storage_fault: 'the database cannot do its work, for example because its disk is full',
  no_dialer: 'no dialer is running',
  gateway_down: 'no dialer has a gateway that works',
  no_lines: 'the dialer is limited to 0 lines',
  outside_window: 'outside the daily window',
  number_busy_elsewhere: 'its number is up in another call',
  waiting_interval: 'the call interval is not over',
  waiting_line: 'its next attempt is due',
  waiting_turn: 'others of the list come first',
}

function codes(meanings: Record<string, string>) {
  const text = Object.entries(meanings).map(([code, meaning]) => `\`${code}\` ${meaning}`)
  return Type.Unsafe<string>(oneOf(Object.keys(meanings), { description: `${text.join(', ')}.` }))
}

const message = Type.String({
  description: 'The same in a sentence.',
  examples: ['Outside the daily window: calls start again at 09:00.'],
})
const count = (description: string) => Type.Integer({ description, examples: [12] })
const optional = {
  until: Type.Optional(Timestamp),
  since: Type.Optional(Timestamp),
  actor: Type.Optional(Type.String({ description: 'Who did it.' })),
  reason: Type.Optional(
    Type.String({
      description: 'In the words of whoever stopped the task, of the gateway or of the database.',
    }),
  ),
  reasonCode: Type.Optional(
    Type.String({ description: 'The code of `reason`, if the database gave it: see `ErrorDetail`.' }),
  ),
  calls: Type.Optional(count('Calls that are up; of `rate_limited`, the limit.')),
  contacts: Type.Optional(count('Contacts that wait.')),
  nextTime: Type.Optional(Timestamp),
  tasksBefore: Type.Optional(count('Tasks with something to dial at a higher priority.')),
  tasksBeside: Type.Optional(count('Tasks with something to dial at the same priority.')),
  lines: Type.Optional(count('The limit for all tasks together.')),
  linesInUseAll: Type.Optional(count('Lines all tasks use together.')),
  dialers: Type.Optional(count('Dialers that run.')),
  dialersDown: Type.Optional(count('Dialers whose gateway does not work.')),
  attempt: Type.Optional(count('Which attempt of the round it is.')),
  contactsAhead: Type.Optional(count('Contacts of the list that are dialed first.')),
}

const reasonsDescription = 'All that holds at the moment; the first is the state.'
export const reasonFields = { code: codes(taskStates), message, ...optional }
const TaskReason = named('TaskReason', Type.Object(reasonFields))
const ContactReason = named(
  'ContactReason',
  Type.Object({ code: codes(contactStates), message, ...optional }),
)

const TaskExplanationData = named(
  'TaskExplanation',
  Type.Object({
    taskId: Id,
    status: taskStatus,
    statusName: Type.String({ examples: ['RUNNING'] }),
    state: codes(taskStates),
    message,
    reasons: Type.Array(ref(TaskReason), { description: reasonsDescription }),
    contacts: Type.Object(
      {
        total: count('Contacts in the task.'),
        notDialed: count('Not dialed yet.'),
        inProgress: count('waitingRetry + live.'),
        waitingRetry: count('Waiting for another attempt.'),
        live: count('In a call now.'),
        success: count('Done: a call was answered.'),
        failed: count('Done: no attempt reached them.'),
      },
      { description: 'notDialed + inProgress + success + failed is always total.' },
    ),
    linesInUse: count('Lines this task uses.'),
    lines: count('The limit for all tasks together.'),
    linesInUseAll: count('Lines all tasks use together.'),
    callsPerSecond: Type.Number({
      description: 'Calls this task started a second, over the last minute or since it runs.',
      examples: [3.4],
    }),
    nextRetryTime: {
      ...TimestampOrNull,
      description: 'When the first contact that waits is due; past if it waits for a line.',
    },
    window: Type.Object({
      start: Type.Unsafe<string | null>({ type: ['string', 'null'], examples: ['09:00'] }),
      end: Type.Unsafe<string | null>({ type: ['string', 'null'], examples: ['18:00'] }),
      isOpen: Type.Boolean(),
      nextOpenTime: { ...TimestampOrNull, description: 'Null while it is open.' },
    }),
    estimatedEndTime: {
      ...TimestampOrNull,
      description: 'At the pace of the last minute, inside the daily window; null if nothing can be said.',
    },
  }),
)

const ContactInTaskData = named(
  'ContactInTask',
  Type.Object({
    taskId: Id,
    contactId: Id,
    phoneNumber: Type.String({ examples: ['13800138000'] }),
    status: Type.Integer({
      description: '1 SUCCESS, 2 FAILED, 3 NOT_DIALED, 4 IN_PROGRESS: in this task.',
      examples: [4],
    }),
    state: codes(contactStates),
    message,
    reasons: Type.Array(ref(ContactReason), { description: reasonsDescription }),
    round: Type.Integer({ description: '1, and one more with every recall.', examples: [1] }),
    attempts: count('Attempts of this round that have ended.'),
    maxDialCount: count('Attempts a round has.'),
    callCount: count('Calls of all rounds.'),
    nextTime: {
      ...TimestampOrNull,
      description:
        'It is not dialed before this time. Null while it is up, when it is done, and while the task does not run.',
    },
    taskState: codes(taskStates),
    taskMessage: message,
    liveCall: Type.Unsafe<{ id: string; startTime: string; round: number; attempt: number } | null>({
      type: ['object', 'null'],
      properties: { id: Id, startTime: Timestamp, round: Type.Integer(), attempt: Type.Integer() },
      required: ['id', 'startTime', 'round', 'attempt'],
      description: 'The call that is up.',
    }),
    lastCall: Type.Unsafe<Static<typeof Call> | null>({ anyOf: [ref(Call), { type: 'null' }] }),
    calls: Type.Array(ref(Call), { description: 'The latest 20, newest first.' }),
  }),
)

export const explanationSchemas = {
  TaskReason,
  ContactReason,
  TaskExplanation: TaskExplanationData,
  ContactInTask: ContactInTaskData,
}

export function createExplanationPresenter(timestamps: Timestamps) {
  function reason(given: Reason & { contactsAhead?: number }): Static<typeof TaskReason> {
    const { until, since, nextTime, ...rest } = given
    return {
      ...rest,
      ...(until && { until: timestamps.format(until) }),
      ...(since && { since: timestamps.format(since) }),
      ...(nextTime && { nextTime: timestamps.format(nextTime) }),
    }
  }

  function task(explained: TaskExplanation): Static<typeof TaskExplanationData> {
    const { window } = explained
    return {
      ...explained,
      reasons: explained.reasons.map(reason),
      nextRetryTime: timestamps.formatOrNull(explained.nextRetryTime),
      window: { ...window, nextOpenTime: timestamps.formatOrNull(window.nextOpenTime) },
      estimatedEndTime: timestamps.formatOrNull(explained.estimatedEndTime),
    }
  }

  function contactInTask({ task, liveCall, ...contact }: ContactInTask): Static<typeof ContactInTaskData> {
    const calls = contact.calls.map((row) => presentCall(row, timestamps))
    return {
      ...contact,
      reasons: contact.reasons.map(reason),
      nextTime: timestamps.formatOrNull(contact.nextTime),
      taskState: task.state,
      taskMessage: task.message,
      liveCall: liveCall && { ...liveCall, startTime: timestamps.format(liveCall.startTime) },
      lastCall: calls[0] ?? null,
      calls,
    }
  }

  return { reason, task, contactInTask }
}
