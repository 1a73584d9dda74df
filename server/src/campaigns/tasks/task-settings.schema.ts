// The settings of a task as callers give and read them: one schema for each, from which the forms of requests and of answers are made.
import { type Static, type TSchema, Type } from 'typebox'
import type { FlowDocument } from '../../conversations/flows/flow.schema.ts'
import { requireFlow } from '../../conversations/flows/read-flow.schema.ts'
import { rule } from '../../platform/http/schemas/field-rule.ts'
import { EXAMPLE_ID, Id, oneOf, optional, orNull } from '../../platform/http/schemas/route-schema.ts'
import { nameText, text } from '../../platform/http/schemas/text-schema.ts'
import { readTime, timeOrNull } from '../../platform/http/schemas/time-range.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { callerIds } from '../../telephony/trunks/call-route.schema.ts'
import { quietDays, taskBudgets } from '../permission/budgets.schema.ts'
import { RETRY_CAUSES, type RetryRules } from '../permission/retry-rules.ts'
import {
  DEFAULT_SETTINGS,
  SETTING_NAMES,
  SETTINGS_FOR_PAUSED,
  type SettingName,
  type SettingValue,
  type TaskSettings,
} from './task-settings.ts'

const MAX_IDS = 100

const timeOfDay = (description: string) =>
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    'x-rules': { pattern: rule('not_a_time_of_day', 'must be a time of day as HH:MM, from 00:00 to 23:59') },
    description: `${description} Null is no bound. The start and the end must differ.`,
    examples: ['09:00'],
  })
const ids = (description: string) =>
  Type.Array(Id, { maxItems: MAX_IDS, description, examples: [[EXAMPLE_ID]] })
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

const goalCount = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 1_000_000_000, description, examples: [100] })

/** In the order in which the API documents them. */
export const settingSchemas = {
  priority: Type.Integer({ minimum: 1, maximum: 5, description: '1 is the highest.', examples: [3] }),
  maxDialCount: Type.Integer({
    minimum: 1,
    maximum: 10,
    description: 'Max number of attempts per contact and round.',
    examples: [3],
  }),
  callInterval: Type.Integer({
    minimum: 0,
    maximum: 86_400,
    description: 'Min seconds between the end of one attempt and the start of the next to the same contact.',
    examples: [60],
  }),
  dailyStartTime: timeOfDay('Calls start from this time of the day on, in the time zone of the service.'),
  dailyEndTime: timeOfDay('Calls start before this time; earlier than the start means the next day.'),
  listMode: oneOf(['snapshot', 'live'], {
    description:
      'Whether contacts added to the data source while the task runs stay out (snapshot) or join (live).',
  }),
  windowZone: oneOf(['service', 'recipient'], {
    description:
      'Whose wall clock the daily window, the weekdays and the holidays are read on: the one of the service, or the one where ' +
      'the called person is.',
  }),
  weekdays: orNull(
    Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
      minItems: 1,
      maxItems: 7,
      description: 'The days on which calls start: 1 is Monday, 7 is Sunday. Null is every day.',
      examples: [[1, 2, 3, 4, 5]],
    }),
  ),
  calendarIds: ids(
    'Calendars whose days are holidays of the task, in addition to the global ones. Each must exist.',
  ),
  doNotCallListIds: ids(
    'Do-not-call lists that apply to the task, in addition to the global ones. Each must exist.',
  ),
  trunkIds: ids('The trunks by which the calls of the task go out. Each must exist. Empty is any of them.'),
  callerIds: callerIds(
    'The numbers that callees may be shown, in place of those of the trunk. Empty: those of the trunk. Stored without separators.',
  ),
  scheduledStartTime: timeOrNull(
    'Calls start from this time on, in the time zone of the service. Null is at once.',
  ),
  scheduledEndTime: timeOrNull(
    'Calls start before this time, at which the task is stopped. Must be later than scheduledStartTime. Null is no end.',
  ),
  retryRules: Type.Unsafe<RetryRules>(
    Type.Object(
      Object.fromEntries(RETRY_CAUSES.map((cause): [string, TSchema] => [cause, Type.Optional(retryRule)])),
      {
        additionalProperties: false,
        description: 'By the cause of a call: when, and how often, the contact is tried again.',
        examples: [{ busy: { delay: 300, count: 2 }, voicemail: { count: 0 } }],
      },
    ),
  ),
  budgets: taskBudgets(
    'Windows in which calls to one number are limited for the task, in addition to those of the service: calls of all tasks count. So a task can only be stricter. Or, with `per: "case"`, calls about one case: those of all tasks with this `caseField` count.',
  ),
  caseField: orNull(
    nameText(100, {
      description:
        'The field of a contact that says which case its calls are about: a debt, an order. Needed for `caseQuietDays` and for budgets per case. A case has at most one live call. Without a value the number is the case.',
      examples: ['debtId'],
    }),
  ),
  caseQuietDays: quietDays(
    'After a call about a case that a person answered, the task makes no call about it for so many times 24 hours. Calls of all tasks with this `caseField` count. Null: no such period.',
  ),
  quietDays: quietDays(
    'After a call of any task that a person answered, the task does not call the number for so many times 24 hours. The longer one of this and the period of the service holds. Null: that of the service.',
  ),
  needsConsent: orNull(
    nameText(100, {
      description:
        'Only numbers with a consent to this purpose are called; others are skipped with the reason `no_consent`. Case does not matter. Null: no consent is needed.',
      examples: ['marketing'],
    }),
  ),
  // Its own schema is checked after that of the request, so that an error names the step.
  flow: Type.Unsafe<Static<typeof FlowDocument> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    'x-documented': {
      additionalProperties: undefined,
      anyOf: [{ $ref: '#/components/schemas/Flow' }, { type: 'null' }],
    },
    description:
      'What an answered call does; null: the call goes where the gateway sends it. `POST /api/flow/check` says what is ' +
      'wrong with it.',
    examples: [{ steps: [{ id: 'greeting', type: 'say', text: 'Hello {{name|there}}.' }] }],
  }),
  successWhen: text({
    minLength: 1,
    maxLength: 500,
    description:
      'Which answered calls are a success: `answered` (all), `person`, or a condition on the result such as ' +
      '`digits.confirm == "1"`, in which digits and result fields are those of the flow.',
    examples: ['digits.confirm == "1"'],
  }),
  stopWhen: orNull(
    Type.Object(
      {
        successes: Type.Optional(goalCount('Contacts that were reached with success.')),
        results: Type.Optional(
          Type.Array(
            Type.Object(
              {
                name: Type.String({
                  maxLength: 200,
                  pattern: '^(?:(?:digits|result)\\.[A-Za-z0-9_.-]+|verdict|transfer|agent)$',
                  'x-rules': {
                    pattern: rule('invalid', 'must be result.FIELD, digits.STEP, verdict, transfer or agent'),
                  },
                  description:
                    'A result field (`result.FIELD`), what was keyed in at a step (`digits.STEP`), `verdict`, `transfer` or `agent`.',
                  examples: ['result.region'],
                }),
                value: text({
                  maxLength: 1000,
                  description: 'The value that is counted.',
                  examples: ['north'],
                }),
                count: goalCount('How many of the successes have it.'),
              },
              { additionalProperties: false },
            ),
            { minItems: 1, maxItems: 20, description: 'Of the successes: how many with certain results.' },
          ),
        ),
      },
      {
        additionalProperties: false,
        minProperties: 1,
        description:
          'When all of it is met, no call starts any more, and the task completes when its live calls have ended, although contacts remain. ' +
          'Null: when every contact is done.',
        examples: [{ successes: 500, results: [{ name: 'result.region', value: 'north', count: 100 }] }],
      },
    ),
  ),
  listenNotice: text({
    maxLength: 500,
    description:
      'What the callee hears when somebody begins to listen in on the call, after the sentence that is being said then. Empty: nothing.',
    examples: ['A supervisor is listening to this call.'],
  }),
  needsRecordingNotice: Type.Boolean({
    description:
      'The task is published only if its flow says that the call is recorded (`announces`) before each step that records it.',
    examples: [true],
  }),
  maxAgents: orNull(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'Max number of voice agents, which is the max number of calls, at once. Null is no limit.',
      examples: [10],
    }),
  ),
} satisfies Record<SettingName, TSchema>

type Inputs = { [Name in SettingName]: ReturnType<typeof optional<(typeof settingSchemas)[Name]>> }

/** Null removes a setting that may be null; elsewhere it is the same as leaving the setting out. */
function inputs<Name extends SettingName>(names: readonly Name[], hasDefaults = false): Pick<Inputs, Name> {
  const entries = names.map((name) => {
    const schema: TSchema & { type?: unknown } = settingSchemas[name]
    if (Array.isArray(schema.type)) return [name, Type.Optional(schema)]
    return [name, optional(hasDefaults ? { ...schema, default: DEFAULT_SETTINGS[name] } : schema)]
  })
  return Object.fromEntries(entries)
}

/** The settings in a change of a draft. */
export const settingInputs = inputs(SETTING_NAMES)

/** The settings of a new task. */
export const newSettingInputs = inputs(SETTING_NAMES, true)

/** The settings in a change of a PAUSED task. */
export const pausedSettingInputs = inputs(SETTINGS_FOR_PAUSED)

const settingValue = Type.Unsafe<SettingValue>({
  anyOf: [
    { type: 'array', items: { type: 'integer' } },
    { type: 'number' },
    { type: 'string' },
    // Otherwise nothing of it would be written.
    { type: 'object', additionalProperties: true },
    { type: 'null' },
  ],
  examples: [60],
})

export const SettingChanges = Type.Array(
  Type.Object({
    field: Type.String({ examples: ['callInterval'] }),
    before: settingValue,
    after: settingValue,
  }),
)

/** Those of the named settings that a request has. */
export function createSettingsReader(timestamps: Timestamps) {
  type Given = { [Name in SettingName]?: unknown }
  const time = (name: SettingName, which: 'first' | 'last') => (given: unknown) =>
    readTime(name, given as string | null, which, timestamps)?.toISOString() ?? null
  // If the wall clock shows a time twice, the schedule is as long as possible.
  const readers: { [Name in SettingName]?: (given: unknown) => unknown } = {
    scheduledStartTime: time('scheduledStartTime', 'first'),
    scheduledEndTime: time('scheduledEndTime', 'last'),
    flow: requireFlow,
  }
  return (body: Given, names: readonly SettingName[] = SETTING_NAMES): Partial<TaskSettings> =>
    Object.fromEntries(
      names
        .filter((name) => body[name] !== undefined)
        .map((name) => [name, readers[name] ? readers[name](body[name]) : body[name]]),
    )
}
