import { sql } from '../../storage/sql.ts'

export interface KeyedRequestRow {
  fingerprint: Buffer
  answer: Buffer | null
  lease_until: Date
}

/** Changes no row if the key is in use and not older than `expiredBefore`. */
export const claimKey = sql<
  never,
  [owner: string, key: string, fingerprint: Buffer, now: Date, leaseUntil: Date, expiredBefore: Date]
>(
  'claim_key',
  `insert into keyed_request as old (owner, key, fingerprint, create_time, lease_until)
   values ($1, $2, $3, $4, $5)
   on conflict (owner, key) do update
     set fingerprint = excluded.fingerprint, answer = null, create_time = excluded.create_time, lease_until = excluded.lease_until
     where old.create_time < $6`,
)

export const findKey = sql<KeyedRequestRow, [owner: string, key: string]>(
  'find_key',
  'select fingerprint, answer, lease_until from keyed_request where owner = $1 and key = $2',
)

export const keepAnswer = sql<never, [owner: string, key: string, answer: Buffer]>(
  'keep_answer',
  'update keyed_request set answer = $3 where owner = $1 and key = $2',
)

export const releaseKey = sql<never, [owner: string, key: string]>(
  'release_key',
  'delete from keyed_request where owner = $1 and key = $2 and answer is null',
)

export const renewLeases = sql<never, [owners: string[], keys: string[], leaseUntil: Date]>(
  'renew_leases_of_keys',
  `update keyed_request set lease_until = $3
   from unnest($1::text[], $2::text[]) as mine (owner, key)
   where keyed_request.owner = mine.owner and keyed_request.key = mine.key and answer is null`,
)

/**
 * Those older than `$1`, all but the newest `$2` of each owner, and those whose answers are beyond the newest `$3` bytes of an owner; at most `$4` of
 * an owner at once, and none that is in progress at `$5`. Owners are few: each is found by one look at the index. The length of an answer is read
 * without the answer.
 */
export const removeOldKeys = sql<
  never,
  [expiredBefore: Date, maxPerOwner: number, maxBytesPerOwner: number, limit: number, now: Date]
>(
  'remove_old_keys',
  `with recursive owners as (
     (select owner from keyed_request order by owner limit 1)
     union all
     select (select k.owner from keyed_request k where k.owner > owners.owner order by k.owner limit 1)
     from owners where owners.owner is not null
   ), bounds as (
     select owner, greatest($1::timestamptz, (
       select k.create_time from keyed_request k where k.owner = owners.owner
       order by k.create_time desc offset $2 limit 1
     ) + interval '1 microsecond', (
       select max(create_time) from (
         select k.create_time, sum(octet_length(k.answer)) over (order by k.create_time desc) as bytes
         from keyed_request k where k.owner = owners.owner
       ) kept where bytes > $3
     ) + interval '1 microsecond') as before
     from owners where owner is not null
   )
   delete from keyed_request where (owner, key) in (
     select old.owner, old.key from bounds cross join lateral (
       select k.owner, k.key from keyed_request k
       where k.owner = bounds.owner and k.create_time < bounds.before and (k.answer is not null or k.lease_until < $5)
       order by k.create_time limit $4 for update skip locked
     ) old
   )`,
)
