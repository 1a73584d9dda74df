// Do-not-call lists in requests and answers of the API.
import { type Static, Type } from 'typebox'
import {
  EXAMPLE_ID,
  Id,
  named,
  optional,
  Timestamp,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import { nameText, text } from '../../platform/http/schemas/text-schema.ts'
import { timeText } from '../../platform/http/schemas/time-range.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { givenPhoneNumber, phoneNumber } from '../contacts/contacts.schema.ts'
import type { ListRow } from './do-not-call.queries.ts'
import type { FoundEntry } from './do-not-call.service.ts'
import { MAX_NOTE_LENGTH } from './write-entries.ts'

const name = nameText(100, {
  description: 'Unique, 1-100 characters after outer white space is trimmed, at least one of them visible.',
  examples: ['Opted out'],
})
const description = text({ maxLength: 2000, examples: ['People who asked not to be called'] })
const isGlobal = Type.Boolean({
  description: 'Whether it applies to all tasks, not only to those that name it.',
})
const MAX_NUMBERS = 1000

export const DoNotCallList = named(
  'DoNotCallList',
  Type.Object({
    id: Id,
    name: Type.String({ examples: ['Opted out'] }),
    description: Type.String(),
    isGlobal,
    entryCount: Type.Integer({
      description: 'Number of entries, including those that have expired.',
      examples: [120],
    }),
    createTime: Timestamp,
    updateTime: Timestamp,
  }),
)

export const NewDoNotCallList = named(
  'NewDoNotCallList',
  Type.Object(
    {
      name,
      description: optional(description),
      isGlobal: optional(isGlobal),
    },
    { examples: [{ name: 'Opted out', isGlobal: true }] },
  ),
)

export const DoNotCallListChange = named(
  'DoNotCallListChange',
  Type.Object(
    {
      id: Id,
      name: optional(name),
      description: optional(description),
      isGlobal: optional(isGlobal),
    },
    { examples: [{ id: EXAMPLE_ID, isGlobal: false }] },
  ),
)

export const DoNotCallEntry = named(
  'DoNotCallEntry',
  Type.Object({
    id: Type.String({ description: 'Stays when the entry is replaced.', examples: ['42'] }),
    phoneNumber,
    note: Type.String(),
    actor: Type.String({ description: 'The name of the token that added it.' }),
    createTime: Timestamp,
    expireTime: {
      ...TimestampOrNull,
      description: 'When the entry expires; null: never.',
    },
    isExpired: Type.Boolean({ description: 'The entry has expired.' }),
    isOtherSpelling: Type.Optional(
      Type.Boolean({
        description:
          'True if the entry has the number that was searched for in its other spelling: with the country code, or without a country.',
      }),
    ),
  }),
)

const numbers = (what: string) =>
  Type.Array(givenPhoneNumber, { minItems: 1, maxItems: MAX_NUMBERS, description: what })

export const NewDoNotCallEntries = named(
  'NewDoNotCallEntries',
  Type.Object(
    {
      phoneNumbers: optional(
        numbers('The numbers to add, up to 1000. Either this or `callId` must be given.'),
      ),
      callId: optional(
        Type.String({
          maxLength: 1000,
          description: 'Instead of `phoneNumbers`: adds the number of this call, which is live or has ended.',
          examples: [EXAMPLE_ID],
        }),
      ),
      note: optional(text({ maxLength: MAX_NOTE_LENGTH, description: 'Why.', examples: ['asked by phone'] })),
      expireTime: optional(
        timeText('When the entries expire, in the time zone of the service. Default: never.'),
      ),
    },
    { examples: [{ phoneNumbers: ['+86 138-0013-8000'], note: 'asked by phone' }] },
  ),
)

export const NumbersToRemove = Type.Object(
  { phoneNumbers: numbers('The numbers to remove, up to 1000; those that are not on the list are ignored.') },
  { examples: [{ phoneNumbers: ['+86 138-0013-8000'] }] },
)

export function presentList(list: ListRow, timestamps: Timestamps): Static<typeof DoNotCallList> {
  return {
    id: list.id,
    name: list.name,
    description: list.description,
    isGlobal: list.is_global,
    entryCount: list.entry_count,
    createTime: timestamps.format(list.create_time),
    updateTime: timestamps.format(list.update_time),
  }
}

export function presentEntry(
  entry: FoundEntry,
  now: Date,
  timestamps: Timestamps,
): Static<typeof DoNotCallEntry> {
  return {
    id: String(entry.position),
    phoneNumber: entry.phone_number,
    note: entry.note,
    actor: entry.actor,
    createTime: timestamps.format(entry.create_time),
    expireTime: timestamps.formatOrNull(entry.expire_time),
    isExpired: entry.expire_time !== null && entry.expire_time <= now,
    ...(entry.isOtherSpelling && { isOtherSpelling: true }),
  }
}
