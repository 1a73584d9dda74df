// Recordings that can be listened to, as events.
import { type EventBounds, eventSource, isBetween, isOfTask } from '../../platform/storage/event-log.ts'
import { sql } from '../../platform/storage/sql.ts'
import { type RecordingRow, recordingColumns } from './recordings.queries.ts'

export interface KeptRecordingEvent {
  type: 'recording.ready'
  seq: number
  row: RecordingRow
}

const readKept = sql<RecordingRow & { event_seq: number }, EventBounds>(
  'read_kept_recordings',
  `select event_seq, ${recordingColumns} from recording r
   where ${isBetween('r')} and ${isOfTask('r')} and status = 'kept'
   order by event_seq, id
   limit $4`,
)

export const keptRecordings = eventSource<KeptRecordingEvent, RecordingRow & { event_seq: number }>(
  ['recording.ready'],
  readKept,
  (row) => ({ type: 'recording.ready', row }),
)
