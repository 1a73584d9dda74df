import { sql } from '../storage/sql.ts'

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

export const findAudio = sql<AudioRow>('find_audio', `select ${columns} from audio where id = $1`)

export const findAudioNamed = sql<AudioRow>(
  'find_audio_named',
  `select ${columns} from audio where name = $1`,
)
