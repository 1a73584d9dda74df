// Recordings in requests and answers of the API.
import { type Static, Type } from 'typebox'
import { givenPhoneNumber } from '../../lists/contacts/contacts.schema.ts'
import {
  EXAMPLE_ID,
  Id,
  named,
  oneOf,
  optional,
  orNull,
  Timestamp,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { RecordingRow } from './recordings.queries.ts'

export const Recording = named(
  'Recording',
  Type.Object(
    {
      id: Id,
      callId: Id,
      taskId: { ...orNull(Id), description: 'Null of a call without a task.' },
      contactId: Id,
      what: oneOf(['call', 'message'], { description: 'The whole call, or a message of the callee.' }),
      status: Type.Unsafe<string>(
        oneOf(['pending', 'kept', 'missing'], {
          description:
            '`pending` it is being recorded or fetched from the gateway, `kept` it can be listened to, `missing` the gateway did not have it for a day.',
        }),
      ),
      seconds: orNull(Type.Number({ description: 'Null until it is kept.', examples: [34.2] })),
      bytes: orNull(
        Type.Integer({ description: 'Size of the file; null until it is kept.', examples: [547_244] }),
      ),
      createTime: Timestamp,
      expireTime: { ...TimestampOrNull, description: 'When it is deleted; null: not by itself.' },
    },
    { description: 'A recording of a call.' },
  ),
)

export const RecordingsToDelete = Type.Object(
  {
    id: optional(
      Type.String({
        maxLength: 1000,
        description: 'One recording. Either this or `phoneNumber` must be given.',
      }),
    ),
    phoneNumber: optional({
      ...givenPhoneNumber,
      description: 'Instead of `id`: all recordings of calls to this number.',
    }),
  },
  { examples: [{ id: EXAMPLE_ID }] },
)

export function presentRecording(
  row: RecordingRow,
  expireTime: Date | null,
  timestamps: Timestamps,
): Static<typeof Recording> {
  return {
    id: row.id,
    callId: row.call_id,
    taskId: row.task_id,
    contactId: row.contact_id,
    what: row.what,
    status: row.status,
    seconds: row.seconds,
    bytes: row.bytes,
    createTime: timestamps.format(row.create_time),
    expireTime: timestamps.formatOrNull(expireTime),
  }
}
