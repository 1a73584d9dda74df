// What people have agreed to, by number. What a claim looks up is the function `consent_to` of the schema.
import { columnsOf } from '../../platform/storage/columns.ts'
import { sql } from '../../platform/storage/sql.ts'

export interface ConsentRow {
  id: string
  phone_key: string
  phone_number: string
  purpose: string
  wording: string
  given_time: Date
  source: string
  proof: string
  expire_time: Date | null
  actor: string
  create_time: Date
  withdraw_time: Date | null
  withdraw_actor: string | null
  withdraw_note: string | null
}

export type NewConsentRow = Pick<
  ConsentRow,
  | 'id'
  | 'phone_key'
  | 'phone_number'
  | 'purpose'
  | 'wording'
  | 'given_time'
  | 'source'
  | 'proof'
  | 'expire_time'
>

const CONSENTS = columnsOf<NewConsentRow>({
  id: ['uuid', ({ id }) => id],
  phone_key: ['text', ({ phone_key }) => phone_key],
  phone_number: ['text', ({ phone_number }) => phone_number],
  purpose: ['text', ({ purpose }) => purpose],
  wording: ['text', ({ wording }) => wording],
  given_ms: ['float8', ({ given_time }) => given_time.getTime()],
  source: ['text', ({ source }) => source],
  proof: ['text', ({ proof }) => proof],
  expire_ms: ['float8', ({ expire_time }) => expire_time?.getTime()],
})

export const newConsents = (rows: NewConsentRow[]) => CONSENTS.values(rows)

/**
 * Adds consents, but not those that are on record and hold. One that was given before a withdrawal of the same purpose is withdrawn
 * from the start, so that an old file does not undo it. $1: actor; $2: now; then the consents.
 */
export const insertConsents = sql<
  Pick<ConsentRow, 'id' | 'phone_key' | 'purpose' | 'given_time' | 'expire_time' | 'withdraw_time'>
>(
  'insert_consents',
  `insert into consent (id, phone_key, phone_number, purpose, wording, given_time, source, proof, expire_time, actor, create_time,
     withdraw_time, withdraw_actor, withdraw_note)
   select given.id, given.phone_key, given.phone_number, given.purpose, given.wording, given.given_time, given.source, given.proof,
     given.expire_time, $1::text, $2::timestamptz, w.withdraw_time, w.withdraw_actor, w.withdraw_note
   from (
     select *, to_timestamp(given_ms / 1000) as given_time, to_timestamp(expire_ms / 1000) as expire_time from ${CONSENTS.table(3)}
   ) given
   left join lateral (
     select withdraw_time, withdraw_actor, withdraw_note from consent c
     where c.phone_key = any(same_number(given.phone_key)) and c.purpose = given.purpose and c.withdraw_time >= given.given_time
     order by c.withdraw_time desc limit 1
   ) w on true
   where not exists (
     select from consent c
     where c.phone_key = given.phone_key and c.purpose = given.purpose and c.withdraw_time is null
       and (c.wording, c.given_time, c.source, c.proof) = (given.wording, given.given_time, given.source, given.proof)
       and c.expire_time is not distinct from given.expire_time
   )
   returning id, phone_key, purpose, given_time, expire_time, withdraw_time`,
)

/** Of these numbers in both spellings. $1: keys; $2: purpose, or null for all; $3: actor; $4: now; $5: note. */
export const withdrawConsents = sql<{ id: string }>(
  'withdraw_consents',
  `update consent set withdraw_time = $4, withdraw_actor = $3, withdraw_note = $5
   where phone_key = any($1::text[]) and ($2::text is null or purpose = $2) and withdraw_time is null
   returning id`,
)

const columns =
  'id, phone_key, phone_number, purpose, wording, given_time, source, proof, expire_time, actor, create_time, withdraw_time, withdraw_actor, withdraw_note'
const FOUND = `($1::text is null or phone_key = any(same_number($1))) and ($2::text is null or purpose = $2)`

/** Newest first. $1: the number as it is compared, or null; $2: purpose, or null. */
export const listConsents = sql<ConsentRow>(
  'list_consents',
  `select ${columns} from consent where ${FOUND} order by id desc offset $3 limit $4`,
)

export const listConsentsAfter = sql<ConsentRow>(
  'list_consents_after',
  `select ${columns} from consent where ${FOUND} and id < $3::uuid order by id desc limit $4`,
)

export const countConsents = sql<{ total: number }>(
  'count_consents',
  `select count(*) as total from consent where ${FOUND}`,
)

export const findConsent = sql<{ id: string }>('find_consent', 'select id from consent where id = $1')

/** Those of a number that hold. $1: the number as it is compared; $2: now. */
export const consentsOfNumber = sql<ConsentRow>(
  'consents_of_number',
  `select ${columns} from consent
   where phone_key = any(same_number($1)) and withdraw_time is null and (expire_time is null or expire_time > $2)
   order by given_time desc, id desc limit 100`,
)
