import { sql } from '../../platform/storage/sql.ts'
import { isFree, leaseUntil } from '../../platform/work/lease.ts'

export interface SoundFacts {
  key: string
  duration_ms: number
  /** Of the file. */
  sha256: string
}

const SHA256 = "coalesce(sha256, encode(sha256(bytes), 'hex')) as sha256"

/** Which of these sounds exist. $1: keys; $2: now; $3: those that were last used before this time are used now. */
export const useSounds = sql<SoundFacts>(
  'use_sounds',
  `with used as (
     update sound set use_time = $2 where key = any($1) and use_time < $3 and bytes is not null
   )
   select key, duration_ms, ${SHA256} from sound where key = any($1) and bytes is not null`,
)

/**
 * The right to make this sound, for $2 milliseconds; no row if it exists or somebody else makes it. $3: now.
 */
export const leaseSound = sql<{ key: string }>(
  'lease_sound',
  `insert into sound (key, lease_until, create_time, use_time) values ($1, ${leaseUntil('$2')}, $3, $3)
   on conflict (key) do update set lease_until = excluded.lease_until
   where sound.bytes is null and ${isFree('sound.')}
   returning key`,
)

/** The sound could not be made. */
export const giveUpSound = sql<never>('give_up_sound', 'delete from sound where key = $1 and bytes is null')

/** What is there stays. $1: key; $2: bytes; $3: duration; $4: now; $5: the hash of the bytes. */
export const insertSound = sql<SoundFacts>(
  'insert_sound',
  `insert into sound (key, bytes, duration_ms, create_time, use_time, sha256) values ($1, $2, $3, $4, $4, $5)
   on conflict (key) do update set bytes = coalesce(sound.bytes, excluded.bytes),
     duration_ms = coalesce(sound.duration_ms, excluded.duration_ms), lease_until = null, use_time = excluded.use_time,
     sha256 = case when sound.bytes is null then excluded.sha256 else sound.sha256 end
   returning key, duration_ms, ${SHA256}`,
)

export const readSound = sql<{ bytes: Buffer }>(
  'read_sound',
  'select bytes from sound where key = $1 and bytes is not null',
)

/** $1: not used since; $2: how many at most. */
export const removeUnusedSounds = sql<never>(
  'remove_unused_sounds',
  `delete from sound where key in (
     select key from sound s
     where use_time < $1 and not exists (select from audio a where a.sound_key = s.key)
     order by use_time limit $2
     for update skip locked
   )`,
)

export const readMediaSecret = sql<{ secret: string }>(
  'read_media_secret',
  'select media_secret as secret from service where is_only',
)
