import { type Static, Type } from 'typebox'
import {
  type Api,
  Id,
  named,
  operation,
  optional,
  orNull,
  PageQuery,
  pageOf,
  ref,
  success,
  Timestamp,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import { text } from '../../platform/http/schemas/text-schema.ts'
import { readTime, timeOrNull } from '../../platform/http/schemas/time-range.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { PHONE_NUMBER_MAX_LENGTH, PHONE_NUMBER_PATTERN } from '../../platform/kernel/phone/phone-number.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { consentTexts } from './consent-texts.schema.ts'
import type { ConsentRow } from './consents.queries.ts'
import type { Consents } from './consents.service.ts'

export const CONSENT_TAG = 'Consent'

const MAX_NUMBERS = 1000

const givenNumber = Type.String({
  'x-documented': { pattern: PHONE_NUMBER_PATTERN, maxLength: PHONE_NUMBER_MAX_LENGTH },
  description: 'In any spelling.',
})
const numbers = Type.Array(givenNumber, {
  minItems: 1,
  maxItems: MAX_NUMBERS,
  description: 'In any spelling.',
  examples: [['+4930123456']],
})

const Consent = named(
  'Consent',
  Type.Object(
    {
      id: Id,
      phoneNumber: Type.String({ examples: ['+4930123456'] }),
      ...consentTexts,
      givenTime: Timestamp,
      expireTime: { ...TimestampOrNull, description: 'It holds before this time; null is for good.' },
      isValid: Type.Boolean({ description: 'It has not expired and was not withdrawn.' }),
      actor: Type.String({ description: 'Who added it.' }),
      createTime: Timestamp,
      withdrawTime: TimestampOrNull,
      withdrawActor: orNull(Type.String({ description: '`call` if the callee opted out in a call.' })),
      withdrawNote: orNull(Type.String()),
    },
    { description: 'What the person at a number has agreed to.' },
  ),
)

const NewConsents = named(
  'NewConsents',
  Type.Object(
    {
      phoneNumbers: numbers,
      purpose: consentTexts.purpose,
      wording: consentTexts.wording,
      givenTime: Type.Optional(timeOrNull('When it was given; not in the future. Left out: now.')),
      source: optional(consentTexts.source),
      proof: optional(consentTexts.proof),
      expireTime: Type.Optional(
        timeOrNull('It holds before this time, which must be later than `givenTime`. Null is for good.'),
      ),
    },
    {
      examples: [
        {
          phoneNumbers: ['+4930123456'],
          purpose: 'marketing',
          wording: 'I agree that Acme calls me about its offers.',
          source: 'https://acme.example/newsletter',
          proof: 'form 4711',
        },
      ],
    },
  ),
)

export function addConsentRoutes(
  app: Api,
  { consents, timestamps, clock }: { consents: Consents; timestamps: Timestamps; clock: Clock },
): void {
  for (const schema of [Consent, NewConsents]) app.addSchema(schema)
  const tag = CONSENT_TAG

  app.post(
    '/api/consent/add',
    operation({
      id: 'addConsents',
      tag,
      summary: 'Add what people have agreed to',
      description:
        'By number. A consent that was given before the same purpose was withdrawn is stored as withdrawn. One that is on record already is not added again.',
      needs: 'operate',
      bound: 'all',
      body: ref(NewConsents),
      data: Type.Object({ addedCount: Type.Integer({ examples: [1] }) }),
    }),
    async (request) => {
      const { phoneNumbers, purpose, wording, givenTime, source, proof, expireTime } = request.body
      const addedCount = await consents.add(phoneNumbers, {
        ...{ purpose, wording, source: source ?? '', proof: proof ?? '' },
        givenTime: readTime('givenTime', givenTime ?? null, 'first', timestamps) ?? clock.now(),
        expireTime: readTime('expireTime', expireTime ?? null, 'last', timestamps) ?? null,
      })
      return success({ addedCount })
    },
  )

  app.post(
    '/api/consent/withdraw',
    operation({
      id: 'withdrawConsents',
      tag,
      summary: 'Withdraw what people have agreed to',
      description: 'All of these numbers, or those of one purpose. From the next claim on.',
      needs: 'operate',
      bound: 'all',
      body: Type.Object(
        {
          phoneNumbers: numbers,
          purpose: optional(consentTexts.purpose),
          note: optional(text({ maxLength: 500, description: 'Why.', examples: ['asked by mail'] })),
        },
        { examples: [{ phoneNumbers: ['+4930123456'], purpose: 'marketing', note: 'asked by mail' }] },
      ),
      data: Type.Object({ withdrawnCount: Type.Integer({ examples: [1] }) }),
    }),
    async (request) => {
      const { phoneNumbers, purpose, note } = request.body
      const withdrawnCount = await consents.withdraw(phoneNumbers, purpose ?? undefined, note ?? '')
      return success({ withdrawnCount })
    },
  )

  app.get(
    '/api/consent/list',
    operation({
      id: 'listConsents',
      tag,
      summary: 'List what people have agreed to, newest first',
      needs: 'seeNumbers',
      bound: 'all',
      query: Type.Object({
        ...PageQuery,
        phoneNumber: Type.Optional(givenNumber),
        purpose: Type.Optional(consentTexts.purpose),
      }),
      data: pageOf(ref(Consent)),
    }),
    async (request) => {
      const { total, rows } = await consents.list(request.query)
      const now = clock.now()
      return success({ total, rows: rows.map((row) => presentConsent(row, now, timestamps)) })
    },
  )
}

export function presentConsent(row: ConsentRow, now: Date, timestamps: Timestamps): Static<typeof Consent> {
  return {
    id: row.id,
    phoneNumber: row.phone_number,
    ...{ purpose: row.purpose, wording: row.wording, source: row.source, proof: row.proof },
    givenTime: timestamps.format(row.given_time),
    expireTime: timestamps.formatOrNull(row.expire_time),
    isValid: row.withdraw_time === null && (row.expire_time === null || row.expire_time > now),
    actor: row.actor,
    createTime: timestamps.format(row.create_time),
    withdrawTime: timestamps.formatOrNull(row.withdraw_time),
    withdrawActor: row.withdraw_actor,
    withdrawNote: row.withdraw_note,
  }
}
