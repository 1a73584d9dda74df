import { sql } from '../../../platform/storage/sql.ts'

export interface PasskeyRow {
  id: string
  person_id: string
  name: string
  relying_party: string
  credential_id: Buffer
  public_key: Buffer
  counter: string
  create_time: Date
  used_time: Date | null
}

const columns = `k.id, k.person_id, k.name, k.relying_party, k.credential_id, k.public_key, k.counter,
  k.create_time, k.used_time`

export const listPasskeys = sql<PasskeyRow, [personId: string]>(
  'list_passkeys',
  `select ${columns} from passkey k where k.person_id = $1 order by k.create_time, k.id`,
)

export const findPasskey = sql<PasskeyRow, [id: string, personId: string]>(
  'find_passkey',
  `select ${columns} from passkey k where k.id = $1 and k.person_id = $2`,
)

/** With the person, who has to be able to sign in. */
export const findByCredential = sql<
  PasskeyRow & { person_name: string },
  [credentialId: Buffer, relyingParty: string]
>(
  'find_passkey_by_credential',
  `select ${columns}, p.name as person_name from passkey k join person p on p.id = k.person_id
   where k.credential_id = $1 and k.relying_party = $2 and p.disable_time is null and p.password is not null`,
)

type New = [
  id: string,
  personId: string,
  name: string,
  relyingParty: string,
  credentialId: Buffer,
  publicKey: Buffer,
  counter: number,
  now: Date,
]
/** No row: it is known already. */
export const insertPasskey = sql<PasskeyRow, New>(
  'insert_passkey',
  `insert into passkey as k (id, person_id, name, relying_party, credential_id, public_key, counter, create_time)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing
   returning ${columns}`,
)

/** No row: another use has counted as far, so one of the two is a copy. */
export const noteUse = sql<{ id: string }, [id: string, counter: number, now: Date]>(
  'note_passkey_use',
  `update passkey set counter = $2, used_time = $3
   where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
)

export const renamePasskey = sql<PasskeyRow, [id: string, name: string]>(
  'rename_passkey',
  `update passkey k set name = $2 where k.id = $1 returning ${columns}`,
)

export const deletePasskey = sql<never, [id: string]>('delete_passkey', 'delete from passkey where id = $1')

export const deletePasskeysOf = sql<never, [personId: string]>(
  'delete_passkeys_of',
  'delete from passkey where person_id = $1',
)

type Asked = [hash: Buffer, purpose: string, personId: string | null, expireTime: Date, now: Date]
/** Those that are over are forgotten. */
export const insertChallenge = sql<never, Asked>(
  'insert_passkey_challenge',
  `with forgotten as (delete from passkey_challenge where expire_time <= $5)
   insert into passkey_challenge (hash, purpose, person_id, expire_time) values ($1, $2, $3, $4)`,
)

type Taken = [hash: Buffer, purpose: string, personId: string | null, now: Date]
/** Of two who use it at once, one finds it. */
export const takeChallenge = sql<{ hash: Buffer }, Taken>(
  'take_passkey_challenge',
  `delete from passkey_challenge
   where hash = $1 and purpose = $2 and person_id is not distinct from $3 and expire_time > $4 returning hash`,
)
