import { Type } from 'typebox'
import { addDeletion } from '../../platform/http/delete-route.ts'
import {
  type Api,
  audioOperation,
  Id,
  IdParams,
  largeReads,
  named,
  operation,
  PageQuery,
  pageOf,
  readOperation,
  ref,
  success,
  Timestamp,
} from '../../platform/http/schemas/route-schema.ts'
import { nameText, PartOfName } from '../../platform/http/schemas/text-schema.ts'
import { addUploads, readUpload, uploadOperation, withUpload } from '../../platform/http/upload.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { AudioRow } from './audio.queries.ts'
import type { Audios } from './audio.service.ts'

/** Sentences may be names, where only recorded phrases are said. */
const MAX_NAME_LENGTH = 500
const MAX_FILE_BYTES = 64 * 1024 * 1024

export const AUDIO_NAME = nameText(MAX_NAME_LENGTH, {
  description: `Unique, 1-${MAX_NAME_LENGTH} characters after outer white space is trimmed, at least one of them visible.`,
  examples: ['Welcome'],
})

const Audio = named(
  'Audio',
  Type.Object({
    id: Id,
    name: Type.String({ examples: ['Welcome'] }),
    durationSeconds: Type.Number({ examples: [4.25] }),
    size: Type.Integer({ description: 'Bytes of the uploaded file.', examples: [68_044] }),
    actor: Type.String({ description: 'The name of the token with which it was uploaded.' }),
    createTime: Timestamp,
  }),
)

interface AudioRouteDependencies {
  audios: Audios
  timestamps: Timestamps
}

export function addAudioRoutes(app: Api, { audios, timestamps }: AudioRouteDependencies): void {
  app.addSchema(Audio)
  const tag = 'Audio'

  app.get(
    '/api/audio/list',
    operation({
      id: 'listAudios',
      tag,
      summary: 'List uploaded audios, newest first',
      needs: 'see',
      bound: 'none',
      query: Type.Object({ ...PageQuery, name: PartOfName }),
      data: pageOf(ref(Audio)),
      work: largeReads,
    }),
    async (request) => {
      const { total, rows } = await audios.list(request.query)
      return success({ total, rows: rows.map(present) })
    },
  )

  app.get(
    '/api/audio/:id',
    readOperation({
      id: 'getAudio',
      needs: 'see',
      bound: 'none',
      tag,
      summary: 'Show an uploaded audio',
      description: 'What is known about it, without the sound.',
      data: ref(Audio),
    }),
    async (request) => success(present(await audios.detail(request.params.id))),
  )

  app.get(
    '/api/audio/:id/file',
    audioOperation({
      id: 'listenToAudio',
      tag,
      summary: 'Listen to an uploaded audio',
      description: 'As a telephone plays it: a WAV file of 8 kHz, 16 bit, mono.',
      needs: 'see',
      bound: 'none',
      params: IdParams,
      errors: [404],
    }),
    async (request, reply) => reply.type('audio/wav').send(await audios.read(request.params.id)),
  )

  addDeletion(app, '/api/audio/delete', audios.remove, {
    id: 'deleteAudio',
    tag,
    summary: 'Delete an audio that no task needs',
    description: 'Refused with 409 while a DRAFT, RUNNING, PAUSED or FAILED task has a flow that plays it.',
    needs: 'operate',
    bound: 'all',
    errors: [404, 409],
  })

  app.register(async (scope: Api) => {
    await addUploads(scope, MAX_FILE_BYTES)
    scope.post(
      '/api/audio',
      uploadOperation({
        id: 'uploadAudio',
        needs: 'operate',
        bound: 'none',
        tag,
        summary: 'Upload an audio for call flows to play',
        description:
          'One part `file`, mono or stereo, up to 192 kHz, 64 MiB and 10 minutes. It is converted once, to what ' +
          'telephones play: 8 kHz, mono. A file that cannot be read is refused with the reason.',
        query: Type.Object({
          name: AUDIO_NAME,
        }),
        data: ref(Audio),
        errors: [409],
        maxBytes: MAX_FILE_BYTES,
        file: 'WAV (PCM of 8 to 32 bit, float, A-law or mu-law), MP3, or OGG with Vorbis or Opus.',
      }),
      async (request, reply) => {
        const { name } = request.query
        const file = await withUpload({ request, reply }, MAX_FILE_BYTES, readUpload, 'the audio')
        return success(present(await audios.add(file, { name })))
      },
    )
  })

  function present(row: AudioRow) {
    return {
      id: row.id,
      name: row.name,
      durationSeconds: row.duration_ms / 1000,
      size: row.size,
      actor: row.actor,
      createTime: timestamps.format(row.create_time),
    }
  }
}
