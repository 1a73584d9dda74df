// Recordings that can be listened to, as events.
import {
  boundsOf,
  type EventBounds,
  type EventSource,
  isBetween,
  isOfTask,
} from '../../platform/storage/event-log.ts'
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

export const keptRecordings: EventSource<KeptRecordingEvent> = {
  types: ['recording.ready'],
  read: async (db, range) =>
    (await readKept(db, boundsOf(range))).map(({ event_seq: seq, ...row }) => ({
      ...{ type: 'recording.ready', seq, row },
    })),
}
