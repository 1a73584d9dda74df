// Audios that are recorded by phone: which name the message of a call gets, and what came of it.
import { sql } from '../storage/sql.ts'

export interface PhoneAudioRow {
  id: string
  name: string
  actor: string
  create_time: Date
  audio_id: string | null
  failure: string | null
  reason: string | null
}

export const insertPhoneAudio = sql<never, [id: string, name: string, actor: string, now: Date]>(
  'insert_phone_audio',
  'insert into phone_audio (id, name, actor, create_time) values ($1, $2, $3, $4)',
)

export const findPhoneAudio = sql<PhoneAudioRow, [id: string]>(
  'find_phone_audio',
  'select id, name, actor, create_time, audio_id, failure, reason from phone_audio where id = $1',
)

export const notePhoneAudioKept = sql<never, [id: string, audioId: string]>(
  'note_phone_audio_kept',
  'update phone_audio set audio_id = $2, failure = null, reason = null where id = $1',
)

/** Does nothing if the message was kept. */
export const notePhoneAudioFailed = sql<never, [id: string, failure: string, reason: string]>(
  'note_phone_audio_failed',
  'update phone_audio set failure = $2, reason = $3 where id = $1 and audio_id is null',
)
