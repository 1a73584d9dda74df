// How explanations look on the wire.
import { type Static, Type } from 'typebox'
import { Denial, denialReason } from '../../campaigns/permission/denials.schema.ts'
import { TaskResults } from '../../campaigns/tasks/contacts/task-results.schema.ts'
import { taskStatus } from '../../campaigns/tasks/task-fields.schema.ts'
import { endingCounts } from '../../conversations/flows/call-ending.schema.ts'
import { resultOrNull } from '../../conversations/flows/call-result.schema.ts'
import { Call } from '../../dialing/calls/calls.schema.ts'
import {
  Id,
  named,
  oneOf,
  orNull,
  ref,
  Timestamp,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import { callRoute } from '../../telephony/trunks/call-route.schema.ts'
import { contactStates, taskStates } from './state-codes.ts'

export function codes(meanings: Record<string, string>) {
  const text = Object.entries(meanings).map(([code, meaning]) => `\`${code}\` ${meaning}`)
  return Type.Unsafe<string>(oneOf(Object.keys(meanings), { description: `${text.join(', ')}.` }))
}

const message = Type.String({
  description: 'The same in a sentence.',
  examples: ['Outside the calling hours: calls start again at 09:00.'],
})
const count = (description: string) => Type.Integer({ description, examples: [12] })
const optional = {
  until: Type.Optional(Timestamp),
  since: Type.Optional(Timestamp),
  actor: Type.Optional(Type.String({ description: 'Who did it.' })),
  reason: Type.Optional(
    Type.String({
      description: 'In the words of the person who stopped the task, of the gateway or of the database.',
    }),
  ),
  reasonCode: Type.Optional(
    Type.String({
      description:
        'The code of `reason`, if the database gave it: a reason of the error `unavailable`, see `ErrorDetail`. Of a pause, `simulated_before`: its calls ' +
        'were simulated when calls became real.',
    }),
  ),
  calls: Type.Optional(count('Live calls; of `rate_limited`, the limit.')),
  contacts: Type.Optional(count('Contacts that wait.')),
  isMore: Type.Optional(
    Type.Boolean({ description: 'True if more contacts wait than `contacts`: counting stopped there.' }),
  ),
  nextTime: Type.Optional(Timestamp),
  skips: Type.Optional(
    Type.Array(
      Type.Object({
        reason: Type.Unsafe<string>(denialReason),
        contacts: count('Contacts with this reason.'),
      }),
      {
        description: 'Of `nobody_called`: why, the most frequent reason first.',
      },
    ),
  ),
  tasksBefore: Type.Optional(count('Tasks with something to dial at a higher priority.')),
  tasksBeside: Type.Optional(count('Tasks with something to dial at the same priority.')),
  lines: Type.Optional(count('The limit for all tasks together.')),
  linesInUseAll: Type.Optional(count('Lines all tasks use together.')),
  dialers: Type.Optional(count('Dialers that run.')),
  dialersDown: Type.Optional(count('Dialers whose gateway does not work.')),
  attempt: Type.Optional(count('Which attempt of the round it is.')),
  seconds: Type.Optional(
    count('How long it takes to make what a call says, or how long no call has started.'),
  ),
  trunks: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Names of trunks that take no calls now, or need their password again.',
    }),
  ),
  phones: Type.Optional(
    Type.Array(Type.String(), { description: 'Names of own phones that need a password again.' }),
  ),
  webhooks: Type.Optional(
    Type.Array(Type.String(), { description: 'Hosts of webhooks that need a secret again.' }),
  ),
  contactsAhead: Type.Optional(count('Contacts of the list that are dialed first.')),
}

const reasonsDescription = 'All reasons that apply at the moment; the first is the state.'
export const reasonFields = { code: codes(taskStates), message, ...optional }
const TaskReason = named('TaskReason', Type.Object(reasonFields))
const ContactReason = named(
  'ContactReason',
  Type.Object({ code: codes(contactStates), message, ...optional }),
)

const TaskExplanation = named(
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
        waitingRetry: count('Waiting for an attempt, by their interval or for permission.'),
        live: count('In a call now.'),
        success: count('Done: a call was successful.'),
        failed: count('Done: no attempt was successful.'),
        skipped: count('Done without a call: they may never be called.'),
      },
      { description: 'notDialed + inProgress + success + failed + skipped is always total.' },
    ),
    calls: Type.Object(
      {
        total: count('Calls that have ended.'),
        endings: endingCounts,
        successRate: Type.Number({ description: '`endings.successful` / `total`.', examples: [0.375] }),
        averageTalkSeconds: Type.Number({
          description: 'Seconds talked per call that was picked up.',
          examples: [12.5],
        }),
      },
      { description: 'Counted at the same moment as the contacts.' },
    ),
    goal: orNull(
      Type.Object(
        {
          isMet: Type.Boolean(),
          parts: Type.Array(
            Type.Object({
              name: orNull(
                Type.String({
                  description: 'As in `stopWhen`; null: successes.',
                  examples: ['result.region'],
                }),
              ),
              value: orNull(Type.String({ examples: ['north'] })),
              count: count('How many there are.'),
              wanted: count('How many there shall be.'),
            }),
          ),
        },
        { description: 'How far the task has come with its `stopWhen`; null if it has none.' },
      ),
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
      description:
        'When the first contact that waits is dialed at the earliest, inside the calling hours; now if it waits for a line.',
    },
    window: Type.Object({
      start: Type.Unsafe<string | null>({ type: ['string', 'null'], examples: ['09:00'] }),
      end: Type.Unsafe<string | null>({ type: ['string', 'null'], examples: ['18:00'] }),
      isOpen: Type.Boolean(),
      nextOpenTime: {
        ...TimestampOrNull,
        description: 'Null while it is open. Days of the week and holidays count.',
      },
      zone: Type.Unsafe<'service' | 'recipient'>(
        oneOf(['service', 'recipient'], {
          description:
            'Whose clock it is read on. In `recipient` it is always open here: contacts wait one by one.',
        }),
      ),
    }),
    scheduledStartTime: { ...TimestampOrNull, description: 'Calls start from this time on.' },
    scheduledEndTime: { ...TimestampOrNull, description: 'The dialer stops the task at this time.' },
    estimatedEndTime: {
      ...TimestampOrNull,
      description: 'At the pace of the last minute, inside the calling hours; null if nothing can be said.',
    },
    results: Type.Optional(
      Type.Unsafe<Static<typeof TaskResults> | null>({
        anyOf: [ref(TaskResults), { type: 'null' }],
        description:
          'Only with `include=results`: counted at the same moment as everything else. Once the task has dialed 10,000 contacts they may ' +
          'be some seconds older (`countedTime`); null until they were counted for the first time.',
      }),
    ),
  }),
)

const LiveCall = Type.Object(
  { id: Id, startTime: Timestamp, round: Type.Integer(), attempt: Type.Integer(), ...callRoute },
  { description: 'The live call.' },
)

const ContactInTask = named(
  'ContactInTask',
  Type.Object({
    taskId: Id,
    contactId: Id,
    phoneNumber: Type.String({ examples: ['13800138000'] }),
    callTime: { ...TimestampOrNull, description: 'It is not called before this time.' },
    callUntil: { ...TimestampOrNull, description: 'It is not called from this time on.' },
    displayName: Type.Optional(
      Type.String({
        description: 'The value of the name field of the data source; left out if there is none.',
      }),
    ),
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
        'It is not dialed before this time. Null during a call, when it is done, and while the task does not run.',
    },
    taskState: codes(taskStates),
    taskMessage: message,
    liveCall: orNull(LiveCall),
    result: resultOrNull('What came of its last answered call in this task.'),
    lastCall: Type.Unsafe<Static<typeof Call> | null>({ anyOf: [ref(Call), { type: 'null' }] }),
    calls: Type.Array(ref(Call), { description: 'The latest 20, newest first.' }),
    denials: Type.Array(ref(Denial), {
      description: 'Decisions that it may not be called: the latest 20, newest first.',
    }),
  }),
)

const TaskDenials = named(
  'TaskDenials',
  Type.Object(
    {
      taskId: Id,
      reasons: Type.Array(
        Type.Object({
          reason: Type.Unsafe<string>(denialReason),
          kind: Type.Unsafe<'never' | 'not_yet'>(
            oneOf(['never', 'not_yet'], {
              description: 'Whether the contacts are done without a call, or wait.',
            }),
          ),
          decisions: count('How often it was decided.'),
          contacts: count('Contacts that are done or wait for this reason now.'),
          lastTime: { ...Timestamp, description: 'Of the last decision.' },
        }),
        { description: 'The most frequent first; only reasons that there were.' },
      ),
    },
    { description: 'Calls that were denied, by reason.' },
  ),
)

export const explanationSchemas = { TaskReason, ContactReason, TaskExplanation, ContactInTask, TaskDenials }
