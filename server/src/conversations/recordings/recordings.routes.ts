import { Type } from 'typebox'
import { readRange } from '../../platform/http/byte-range.ts'
import { sendError } from '../../platform/http/errors.ts'
import {
  type Api,
  audioOperation,
  IdParams,
  operation,
  readOperation,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import { NotFound } from '../../platform/kernel/errors.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { RecordingRow } from './recordings.queries.ts'
import { presentRecording, Recording, RecordingsToDelete } from './recordings.schema.ts'
import type { Recordings } from './recordings.service.ts'

interface RouteDependencies {
  recordings: Recordings
  /** Whether there is, or was, such a call. */
  isCall(id: string): Promise<boolean>
  timestamps: Timestamps
}

export function addRecordingRoutes(app: Api, { recordings, isCall, timestamps }: RouteDependencies): void {
  app.addSchema(Recording)
  const tag = 'Recordings'
  const present = (row: RecordingRow) => presentRecording(row, recordings.expiryOf(row), timestamps)

  app.get(
    '/api/recording/:id',
    readOperation({
      id: 'getRecording',
      needs: 'seeNumbers',
      bound: 'recording',
      tag,
      summary: 'Show a recording',
      description: 'What is known about it, without the sound.',
      data: ref(Recording),
    }),
    async (request) => success(present(await recordings.find(request.params.id))),
  )

  app.get(
    '/api/call/:id/recordings',
    readOperation({
      id: 'listCallRecordings',
      needs: 'seeNumbers',
      bound: 'call',
      tag,
      summary: 'List the recordings of a call',
      description: 'In the order in which they began; empty if there are none.',
      data: Type.Array(ref(Recording)),
    }),
    async (request) => {
      const { id } = request.params
      const found = await recordings.ofCall(id)
      if (found.length === 0 && !(await isCall(id))) throw new NotFound('call', id)
      return success(found.map(present))
    },
  )

  app.get(
    '/api/recording/:id/file',
    audioOperation({
      id: 'listenToRecording',
      tag,
      summary: 'Listen to a recording',
      description:
        'A WAV file. A `Range` header gives a part of it, as players ask for. It needs a token of scope `write`: one of scope ' +
        '`read` sees that there is a recording, but does not hear it.',
      needs: 'hear',
      records: 'recording.hear',
      bound: 'recording',
      params: IdParams,
      errors: [404, 409, 416],
    }),
    async (request, reply) => {
      const row = await recordings.find(request.params.id)
      const size = row.bytes ?? 0
      const range = readRange(request.headers.range, size)
      if (range === 'outside') {
        reply.header('content-range', `bytes */${size}`)
        return sendError(reply, 416, `the recording has ${size} bytes: none of them is in the range`, {
          fault: 'range_outside',
          params: { size },
        })
      }
      const { start, end } = range ?? { start: 0, end: size - 1 }
      const content = await recordings.read(row, { start, end })
      request.log.info({ recording: row.id }, 'a recording was listened to')
      if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
      return reply
        .type('audio/wav')
        .header('accept-ranges', 'bytes')
        .header('content-length', end - start + 1)
        .header('cache-control', 'private, no-store')
        .send(content)
    },
  )

  app.post(
    '/api/recording/delete',
    operation({
      id: 'deleteRecordings',
      tag,
      summary: 'Delete a recording, or all of a number',
      description:
        'They can no longer be listened to when this is answered. The files are removed within seconds, also on the gateway; ' +
        'a file on the disk of a node that is down is removed when that node is up again.',
      needs: 'operate',
      bound: 'all',
      body: RecordingsToDelete,
      data: Type.Object({ deletedCount: Type.Integer({ examples: [1] }) }),
      errors: [404],
    }),
    async (request) => {
      const deletedCount = await recordings.remove(request.body)
      request.log.info({ deletedCount }, 'recordings were deleted')
      return success({ deletedCount })
    },
  )
}
