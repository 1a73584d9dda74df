// Audios that are recorded by phone: which name the message of a call gets, and what came of it.
import { sql } from '../../platform/storage/sql.ts'

export interface PhoneAudioRow {
  name: string
  actor: string
  create_time: Date
  audio_id: string | null
  failure: string | null
  reason: string | null
}

export const insertPhoneAudio = sql<
  never,
  [id: string, callId: string, name: string, actor: string, now: Date]
>(
  'insert_phone_audio',
  'insert into audio (id, call_id, wanted_name, actor, create_time) values ($1, $2, $3, $4, $5)',
)

export const findPhoneAudio = sql<PhoneAudioRow, [callId: string]>(
  'find_phone_audio',
  `select wanted_name as name, actor, create_time, case when name is not null then id end as audio_id, failure, reason
   from audio where call_id = $1`,
)

/** Does nothing if the message was kept. */
export const notePhoneAudioFailed = sql<never, [callId: string, failure: string, reason: string]>(
  'note_phone_audio_failed',
  'update audio set failure = $2, reason = $3 where call_id = $1 and name is null',
)
