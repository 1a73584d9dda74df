// The settings of a task that decide when it may ring whom: the fields of requests and of answers.
import { type TSchema, Type } from 'typebox'
import { EXAMPLE_ID, Id, oneOf, optional, orNull } from '../http/route-schema.ts'
import { timeOrNull } from '../http/time-range.ts'
import { RETRY_CAUSES, type RetryRules } from '../permission/retry-rules.ts'

const MAX_IDS = 100

const windowZone = oneOf(['service', 'recipient'], {
  description:
    'Whose wall clock the daily window, the weekdays and the holidays are read on: the one of the service, or the one where ' +
    'the called person is.',
})
const weekdays = orNull(
  Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
    minItems: 1,
    maxItems: 7,
    description: 'The days on which calls start: 1 is Monday, 7 is Sunday. Null is every day.',
    examples: [[1, 2, 3, 4, 5]],
  }),
)
const ids = (description: string) =>
  Type.Array(Id, { maxItems: MAX_IDS, description, examples: [[EXAMPLE_ID]] })
const calendarIds = ids(
  'Calendars whose days are holidays of the task, in addition to the global ones. Each must exist.',
)
const doNotCallListIds = ids(
  'Do-not-call lists that hold for the task, in addition to the global ones. Each must exist.',
)
const scheduledStartTime = timeOrNull(
  'Calls start from this time on, in the time zone of the service. Null is at once.',
)
const scheduledEndTime = timeOrNull(
  'Calls start before this time, at which the task is stopped. Must be later than scheduledStartTime. Null is no end.',
)
const retryRule = Type.Object(
  {
    delay: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_592_000,
        description: 'Min seconds until the next attempt, if that is more than callInterval.',
        examples: [300],
      }),
    ),
    count: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 9,
        description:
          'Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the ' +
          'contact is done at once.',
        examples: [2],
      }),
    ),
  },
  { additionalProperties: false },
)
const retryRules = Type.Unsafe<RetryRules>(
  Type.Object(
    Object.fromEntries(RETRY_CAUSES.map((cause): [string, TSchema] => [cause, Type.Optional(retryRule)])),
    {
      additionalProperties: false,
      description: 'By the cause of a call: when, and how often, the contact is tried again.',
      examples: [{ busy: { delay: 300, count: 2 }, voicemail: { count: 0 } }],
    },
  ),
)

/** Of a request. Null for a field that is a list or an object, or for the zone, is the same as leaving it out. */
export const permissionInputs = {
  windowZone: optional(windowZone),
  weekdays: Type.Optional(weekdays),
  calendarIds: optional(calendarIds),
  doNotCallListIds: optional(doNotCallListIds),
  scheduledStartTime: Type.Optional(scheduledStartTime),
  scheduledEndTime: Type.Optional(scheduledEndTime),
  retryRules: optional(retryRules),
}

export const permissionSettings = {
  windowZone,
  weekdays,
  calendarIds,
  doNotCallListIds,
  scheduledStartTime,
  scheduledEndTime,
  retryRules,
}
