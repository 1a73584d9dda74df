// The JSON form of what is known about a number.
import { type Static, Type } from 'typebox'
import { denialDetail, denialReason } from '../../campaigns/permission/denials.schema.ts'
import { ending } from '../../conversations/flows/call-ending.schema.ts'
import { endingOrNull } from '../../conversations/flows/call-ending.ts'
import { presentResult, resultOrNull } from '../../conversations/flows/call-result.schema.ts'
import { cause } from '../../dialing/calls/calls.schema.ts'
import { consentTexts } from '../../lists/consents/consent-texts.schema.ts'
import {
  EXAMPLE_ID,
  Id,
  named,
  oneOf,
  orNull,
  pageOf,
  ref,
  Timestamp,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import { CALL_DIRECTIONS, type CallDirection } from '../../platform/kernel/call-direction.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { NumberEventKind } from '../../platform/words/calls.ts'
import { callRoute, presentRoute } from '../../telephony/trunks/call-route.schema.ts'
import type { NumberEventRow } from './numbers.queries.ts'

const kinds: Record<NumberEventKind, string> = {
  call: 'a call that has ended',
  live_call: 'a live call',
  denial: 'it was decided that the number may not be called, now or ever',
  do_not_call_added: 'the number was added to a do-not-call list',
  do_not_call_replaced: 'it was added again, with another note or expiry',
  do_not_call_removed: 'it was removed from the list',
  do_not_call_expired: 'its entry in the list expired',
  consent_given: 'a consent was added; `detail` has its words',
  consent_withdrawn: 'a consent was withdrawn',
  note: 'somebody wrote a note about the person',
}

const nullableText = (description: string) => orNull(Type.String({ description }))

export const NumberEvent = named(
  'NumberEvent',
  Type.Object(
    {
      id: Type.String({ examples: [`1773021600000000-call-${EXAMPLE_ID}`] }),
      time: { ...Timestamp, description: 'Of a call: when it started.' },
      kind: Type.Unsafe<NumberEventKind>(
        oneOf(Object.keys(kinds), {
          description: `${Object.entries(kinds)
            .map(([kind, meaning]) => `\`${kind}\` ${meaning}`)
            .join(', ')}.`,
          examples: ['call'],
        }),
      ),
      callId: { ...orNull(Id), description: 'Of a call, live or ended.' },
      phoneNumber: Type.String({ description: 'As it was written then.', examples: ['13800138000'] }),
      isOtherSpelling: Type.Boolean({
        description:
          'Only the digits are the same: this number or the one that was asked for names no country. They count as one number.',
      }),
      taskId: orNull(Id),
      taskName: nullableText('The task of the call or of the denial.'),
      contactId: orNull(Id),
      displayName: Type.Optional(
        Type.String({
          description: 'The display name of the contact; left out if it has none, or was deleted.',
          examples: ['王小明'],
        }),
      ),
      outcome: orNull(Type.Integer({ description: 'Of a call: 1 success, 2 fail, 3 noAnswer.' })),
      ending: orNull(ending),
      cause: Type.Unsafe<string | null>({ ...orNull(cause), description: 'Of a call: how it ended.' }),
      endTime: { ...TimestampOrNull, description: 'Of a call.' },
      talkSeconds: orNull(Type.Number({ description: 'Of a call: talk time in seconds.' })),
      result: resultOrNull('Of a call: what came of it.'),
      reason: Type.Unsafe<string | null>(orNull(denialReason)),
      until: {
        ...TimestampOrNull,
        description:
          'Of a denial: the number may be called from then on; null is never. Of an entry: its expiry.',
      },
      detail: orNull(denialDetail),
      listId: orNull(Id),
      listName: nullableText('The do-not-call list; null if it was deleted.'),
      note: nullableText('Of an entry, or the note itself.'),
      actor: Type.String({
        description:
          'The name of the token, `dialer` for denials and calls of tasks, `service` for an expiry. Of a call without a task: who asked for it.',
      }),
      direction: Type.Unsafe<CallDirection | null>(
        orNull(
          oneOf([...CALL_DIRECTIONS], {
            description:
              'Of a call: `inbound` if somebody called us. Its task and contact are those that were called last at the number.',
          }),
        ),
      ),
      purpose: Type.Unsafe<'call' | 'test' | 'audio' | null>(
        orNull(
          oneOf(['call', 'test', 'audio'], {
            description:
              'Of a call without a task: `call` was asked for with `POST /api/call`, `test` is a test call, `audio` records an audio by phone.',
          }),
        ),
      ),
      ...callRoute,
    },
    { description: 'Something that happened to a number.' },
  ),
)

const limit = (description: string) => orNull(Type.Integer({ description, examples: [3] }))

export const NumberSummary = named(
  'NumberSummary',
  Type.Object(
    {
      attemptsLastDay: Type.Integer({
        description: 'Attempts in the last 24 hours, by all tasks, with a live call.',
        examples: [2],
      }),
      attemptsLastMonth: Type.Integer({ description: 'Attempts in the last 30 days.', examples: [5] }),
      attemptsPerDay: limit('Max number of attempts in any 24 hours; null is no limit.'),
      attemptsPerMonth: limit('Max number of attempts in any 30 days; null is no limit.'),
      budgets: Type.Array(
        Type.Object({
          attempts: Type.Integer({ description: 'Max number of attempts.', examples: [7] }),
          days: Type.Integer({ description: 'In any so many times 24 hours.', examples: [7] }),
          used: Type.Integer({ description: 'Attempts in this time, with a live call.', examples: [2] }),
        }),
        { description: 'All budgets of the service, the shortest first. Tasks may have more.' },
      ),
      quietUntil: {
        ...TimestampOrNull,
        description: 'After a call that a person answered: no task calls the number before this time.',
      },
      mayBeRung: Type.Boolean({
        description:
          'False if no task may call it now: by the rules for destinations, a global do-not-call list or a budget.',
      }),
      reason: Type.Unsafe<string | null>(orNull(denialReason)),
      until: {
        ...TimestampOrNull,
        description: 'From when on it may be called again; null if it may, or never.',
      },
      consents: Type.Array(
        Type.Object({
          ...consentTexts,
          givenTime: Timestamp,
          expireTime: { ...TimestampOrNull, description: 'It holds before this time; null is for good.' },
          actor: Type.String({ description: 'Who added it.' }),
        }),
        { description: 'What the number has agreed to, as far as it holds, the latest first; at most 100.' },
      ),
      doNotCall: Type.Array(
        Type.Object({
          listId: Id,
          listName: Type.String(),
          isGlobal: Type.Boolean({ description: 'Applies to all tasks.' }),
          phoneNumber: Type.String({ description: 'As it is on the list.' }),
          isOtherSpelling: Type.Boolean({
            description: 'Only the digits are the same; it applies all the same.',
          }),
          note: Type.String(),
          actor: Type.String(),
          createTime: Timestamp,
          expireTime: TimestampOrNull,
        }),
        { description: 'The do-not-call lists on which the number is now.' },
      ),
    },
    { description: 'What applies to a number now.' },
  ),
)

export const NumberHistory = named(
  'NumberHistory',
  Type.Object({
    phoneNumber: Type.String({ examples: ['13800138000'] }),
    internationalNumber: orNull(
      Type.String({
        description:
          'As it was read: a number that names no country is one of the country of the service. Null: no country is known.',
        examples: ['+8613800138000'],
      }),
    ),
    otherSpelling: Type.String({
      description:
        'The number of the same digits that counts as the same: without a country if this one has its country code, and the other way round.',
      examples: ['8613800138000'],
    }),
    withoutCountry: Type.Array(
      Type.Object({
        dataSourceId: Id,
        dataSourceName: Type.String(),
        contactId: Id,
        phoneNumber: Type.String({ description: 'As the contact has it.' }),
        likelyCountry: orNull(
          Type.String({
            description: 'The country of the international number of these digits, if it has such numbers.',
            examples: ['CN'],
          }),
        ),
      }),
      {
        description:
          'Contacts that have these digits without a country, at most 5, the newest lists first. With a `country` of the data source it is known which number is meant.',
      },
    ),
    summary: ref(NumberSummary),
    ...pageOf(ref(NumberEvent)).properties,
  }),
)

function directionOf({ kind, purpose }: NumberEventRow) {
  if (purpose === 'inbound') return { direction: purpose, purpose: null }
  return { direction: kind === 'call' || kind === 'live_call' ? ('outbound' as const) : null, purpose }
}

/** The id of an event ends with that of its call. */
function callOf({ id, kind }: NumberEventRow): string | null {
  return kind === 'call' || kind === 'live_call' ? id.slice(-EXAMPLE_ID.length) : null
}

export function presentEvent(row: NumberEventRow, timestamps: Timestamps): Static<typeof NumberEvent> {
  return {
    id: row.id,
    time: timestamps.format(row.time),
    kind: row.kind,
    callId: callOf(row),
    phoneNumber: row.phone_number,
    isOtherSpelling: row.is_other_spelling,
    taskId: row.task_id,
    taskName: row.task_name,
    contactId: row.contact_id,
    ...(row.display_name !== null && { displayName: row.display_name }),
    outcome: row.outcome,
    ending: endingOrNull(row.cause),
    cause: row.cause,
    endTime: timestamps.formatOrNull(row.end_time),
    talkSeconds: row.talk_ms === null ? null : row.talk_ms / 1000,
    result: presentResult(row.result, timestamps),
    reason: row.reason,
    until: timestamps.formatOrNull(row.until),
    detail: row.detail,
    listId: row.list_id,
    listName: row.list_name,
    note: row.note,
    actor: row.actor,
    ...directionOf(row),
    ...presentRoute(row),
  }
}
