import { listByName } from '../../platform/storage/list-by-name.ts'
import { sql } from '../../platform/storage/sql.ts'

export interface AudioRow {
  id: string
  name: string
  sound_key: string
  duration_ms: number
  size: number
  actor: string
  create_time: Date
}

const columns = 'id, name, sound_key, duration_ms, size, actor, create_time'

/** An audio that was recorded by phone, in the call $8, has a row already. */
export const insertAudio = sql<AudioRow>(
  'insert_audio',
  `insert into audio (${columns}, call_id, wanted_name)
   values ($1, $2, $3, $4, $5, $6, $7, $8, case when $8::uuid is not null then $2 end)
   on conflict (call_id) do update set name = excluded.name, sound_key = excluded.sound_key, duration_ms = excluded.duration_ms,
     size = excluded.size, failure = null, reason = null
   returning ${columns}`,
)

export const findAudio = sql<AudioRow>('find_audio', `select ${columns} from audio where id = $1`)

export const findAudioNamed = sql<AudioRow>(
  'find_audio_named',
  `select ${columns} from audio where name = $1`,
)

export const findExistingAudios = sql<{ id: string }>(
  'find_existing_audios',
  'select id from audio where id = any($1::uuid[])',
)

/** Which of these audios exist. They cannot be deleted before the transaction ends. */
export const holdAudios = sql<{ id: string }>(
  'hold_audios',
  'select id from audio where id = any($1::uuid[]) order by id for key share',
)

/** Also waits for tasks that are about to name the audio. */
export const lockAudioToDelete = sql<{ name: string }>(
  'lock_audio_to_delete',
  'select name from audio where id = $1 for update',
)

export const deleteAudio = sql<never>('delete_audio', 'delete from audio where id = $1')

export const listAudios = listByName<AudioRow>('audio', columns)
