// The JSON form of a contact as a task knows it.
import { type Static, Type } from 'typebox'
import { ending } from '../../../conversations/flows/call-ending.schema.ts'
import { endingOrNull } from '../../../conversations/flows/call-ending.ts'
import { presentResult, resultOrNull } from '../../../conversations/flows/call-result.schema.ts'
import { Id, named, oneOf, orNull, TimestampOrNull } from '../../../platform/http/schemas/route-schema.ts'
import { text } from '../../../platform/http/schemas/text-schema.ts'
import type { Timestamps } from '../../../platform/kernel/timestamps.ts'
import { NOT_YET_REASONS } from '../../permission/decide.ts'
import { DIAL_CAUSES } from './dial-causes.ts'
import { CONTACT_STATES } from './task-contacts.queries.ts'
import { type ListedContact, stateOf } from './task-contacts.ts'
import { RESULT_PARTS } from './task-results.queries.ts'

export const state = oneOf([...CONTACT_STATES], {
  description:
    '`notDialed` not called yet, `dialing` in a call now, `waiting` for another attempt or for permission, `success` done: a ' +
    'call was successful, `failed` done: no attempt was successful, `skipped` done without a call.',
  examples: ['failed'],
})

export const cause = oneOf([...DIAL_CAUSES], {
  description: 'The cause of the last call, or why the contact may never be called.',
  examples: ['busy'],
})

export const resultQuery = {
  result: Type.Optional(
    oneOf([...RESULT_PARTS], {
      description:
        'Only contacts whose last answered call has this in its result: `verdict` who answered, `digits` keys at a gather step, `field` a ' +
        'result field, `transfer`, `agent`, `optOut`, `callback` or `recording`.',
    }),
  ),
  resultName: Type.Optional(
    text({ maxLength: 1000, description: 'With `digits` the gather step, with `field` the result field.' }),
  ),
  resultValue: Type.Optional(
    text({
      maxLength: 10_000,
      description:
        'The value of the verdict, the keys, the field, the transfer or the voice agent; empty keys are those of a contact that pressed none.',
    }),
  ),
}

const stepOf = (description: string, maxLength = 64) => Type.Optional(text({ maxLength, description }))

/** A way through the flow. `whose`: what is listed if an answered call took it. */
export const wayQuery = (whose: string) => ({
  fromStep: stepOf(`Only ${whose} began this step of the flow.`),
  exit: stepOf(
    'With `fromStep`: that left it so, as in the report of the flow; several are separated by commas, and an empty one means without an exit.',
    300,
  ),
  toStep: stepOf('With `fromStep`: that went from it to this step; empty: to the end of the call.'),
  flowVersion: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'With `fromStep`: in a call that ran this version of the flow.',
    }),
  ),
})

const stateCount = Type.Integer({ examples: [12] })
const stateCounts = Type.Object(
  {
    notDialed: stateCount,
    dialing: stateCount,
    waiting: stateCount,
    success: stateCount,
    failed: stateCount,
    skipped: stateCount,
  },
  { description: 'Contacts by their state in this task; they add up to all contacts of the task.' },
)

export const TaskContactCounts = named(
  'TaskContactCounts',
  Type.Object({
    taskId: Id,
    states: stateCounts,
    causes: Type.Array(
      Type.Object({
        state,
        cause: Type.Unsafe<string>(cause),
        ending: { ...orNull(ending), description: 'What came of these calls; null if they were not called.' },
        contacts: Type.Integer({ description: 'Contacts with this state and cause.', examples: [42] }),
      }),
      {
        description:
          'Contacts by the cause of their last call, or why they may never be called; the most frequent first. Of more than ' +
          '10,000 contacts it may be some seconds old.',
      },
    ),
    remaining: {
      ...orNull(Type.Integer({ examples: [120] })),
      description:
        'Of a STOPPED or CLOSED task: contacts that a task which continues it dials, because they were never called or would have ' +
        'had another attempt. Null in other states. May be some seconds old, like the causes.',
    },
  }),
)

export const TaskContact = named(
  'TaskContact',
  Type.Object(
    {
      id: Id,
      dataSourceId: Id,
      phoneNumber: Type.String({
        description: 'The number now or, of a deleted contact, the number last called.',
        examples: ['13800138000'],
      }),
      displayName: orNull(
        Type.String({
          description: 'The value of the name field of the data source; null if it has none, or was deleted.',
          examples: ['王小明'],
        }),
      ),
      state,
      attempts: Type.Integer({ description: 'Attempts of this round that have ended.', examples: [2] }),
      callCount: Type.Integer({ description: 'Calls of all rounds, in this task.', examples: [2] }),
      cause: orNull(cause),
      ending: orNull(ending),
      nextAttemptTime: {
        ...TimestampOrNull,
        description:
          'While it waits: it is not dialed before this time, inside the calling hours. Null while the task does not run.',
      },
      waitReason: orNull(
        oneOf([...NOT_YET_REASONS], {
          description: 'Why it waits for permission; null if it waits for nothing but its interval.',
        }),
      ),
      lastCallTime: { ...TimestampOrNull, description: 'When its last call started.' },
      talkSeconds: Type.Number({ description: 'Talk time of all calls in this task.', examples: [34.2] }),
      priority: orNull(Type.Integer({ description: 'Of its next or last attempt.', examples: [3] })),
      result: resultOrNull('What came of its last answered call in this task.'),
      callTime: { ...TimestampOrNull, description: 'It is not called before this time.' },
      callUntil: { ...TimestampOrNull, description: 'It is not called at this time or later.' },
    },
    { description: 'A contact, as its task knows it.' },
  ),
)

export function presentTaskContact(row: ListedContact, timestamps: Timestamps): Static<typeof TaskContact> {
  return {
    id: row.id,
    dataSourceId: row.data_source_id,
    phoneNumber: row.phone_number,
    displayName: row.display_name,
    state: stateOf(row),
    attempts: row.attempts ?? 0,
    callCount: row.calls ?? 0,
    ending: endingOrNull(row.cause),
    cause: row.cause as (typeof DIAL_CAUSES)[number] | null,
    nextAttemptTime: timestamps.formatOrNull(row.next_time),
    waitReason: row.wait_reason as (typeof NOT_YET_REASONS)[number] | null,
    lastCallTime: timestamps.formatOrNull(row.last_call_time),
    talkSeconds: (row.talk_ms ?? 0) / 1000,
    priority: row.priority,
    result: presentResult(row.result, timestamps),
    callTime: timestamps.formatOrNull(row.call_time),
    callUntil: timestamps.formatOrNull(row.call_until),
  }
}
