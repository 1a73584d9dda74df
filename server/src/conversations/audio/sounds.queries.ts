import { sql } from '../../platform/storage/sql.ts'

export interface SoundFacts {
  key: string
  duration_ms: number
}

/** Which of these sounds exist. $1: keys; $2: now; $3: those that were last used before this time are used now. */
export const useSounds = sql<SoundFacts>(
  'use_sounds',
  `with used as (
     update sound set use_time = $2 where key = any($1) and use_time < $3 and bytes is not null
   )
   select key, duration_ms from sound where key = any($1) and bytes is not null`,
)

/**
 * The right to make this sound, for $2 seconds; no row if it exists or somebody else makes it. $3: now. Not by the clock of the
 * node, because clocks of nodes differ.
 */
export const leaseSound = sql<{ key: string }>(
  'lease_sound',
  `insert into sound (key, lease_until, create_time, use_time) values ($1, now() + make_interval(secs => $2), $3, $3)
   on conflict (key) do update set lease_until = excluded.lease_until
   where sound.bytes is null and sound.lease_until < now()
   returning key`,
)

/** The sound could not be made. */
export const giveUpSound = sql<never>('give_up_sound', 'delete from sound where key = $1 and bytes is null')

/** $1: key; $2: bytes; $3: duration; $4: now. */
export const insertSound = sql<never>(
  'insert_sound',
  `insert into sound (key, bytes, duration_ms, create_time, use_time) values ($1, $2, $3, $4, $4)
   on conflict (key) do update set bytes = coalesce(sound.bytes, excluded.bytes),
     duration_ms = coalesce(sound.duration_ms, excluded.duration_ms), lease_until = null, use_time = excluded.use_time`,
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
  'select media_secret as secret from permission_settings where is_only',
)
