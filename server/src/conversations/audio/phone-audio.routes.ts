import { Type } from 'typebox'
import { oneCallOf } from '../../platform/http/access/auth.ts'
import {
  type Api,
  Id,
  named,
  oneOf,
  operation,
  optional,
  orNull,
  readOperation,
  ref,
  success,
  Timestamp,
} from '../../platform/http/schemas/route-schema.ts'
import { nameText, text } from '../../platform/http/schemas/text-schema.ts'
import { PHONE_NUMBER_MAX_LENGTH, PHONE_NUMBER_PATTERN } from '../../platform/kernel/phone/phone-number.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { AUDIO_NAME } from './audio.routes.ts'
import { PHONE_AUDIO_FAILURES, type PhoneAudio, type PhoneAudios } from './phone-audio.service.ts'

const AudioToRecord = named(
  'AudioToRecord',
  Type.Object(
    {
      name: AUDIO_NAME,
      // The pattern is only documented: the service checks the number itself, with a more precise message.
      phoneNumber: text({
        description: 'The phone that is called.',
        'x-documented': { pattern: PHONE_NUMBER_PATTERN, maxLength: PHONE_NUMBER_MAX_LENGTH },
      }),
      text: optional(
        nameText(2000, {
          description:
            'Said before the tone. Left out where the service cannot say it: then there is only the tone.',
        }),
      ),
      language: optional(text({ maxLength: 35, description: 'Of the text: a BCP 47 tag such as en-US.' })),
    },
    { examples: [{ name: 'Welcome', phoneNumber: '13800138000' }] },
  ),
)

const AudioRecording = named(
  'AudioRecording',
  Type.Object({
    id: Id,
    name: Type.String({ examples: ['Welcome'] }),
    phoneNumber: Type.String({ examples: ['13800138000'] }),
    status: oneOf(['ringing', 'recording', 'saving', 'kept', 'failed'], {
      description: '`kept`: `audioId` is the new audio. `failed`: `failure` and `reason` say why.',
    }),
    audioId: orNull(Id),
    failure: orNull(
      oneOf([...PHONE_AUDIO_FAILURES], {
        description:
          '`not_answered`: the call was not answered or not placed, see `cause`. `nothing_recorded`: nothing was said. ' +
          '`not_delivered`: the gateway has no recording. `name_taken`: another audio got the name meanwhile. ' +
          '`unreadable`: what the gateway recorded is not audio.',
      }),
    ),
    cause: orNull(Type.String({ description: 'How the call ended, as in call records.' })),
    reason: orNull(Type.String({ description: 'Why there is no audio, in words.' })),
    createTime: Timestamp,
  }),
)

interface PhoneAudioRouteDependencies {
  phoneAudios: PhoneAudios
  timestamps: Timestamps
}

export function addPhoneAudioRoutes(
  app: Api,
  { phoneAudios, timestamps }: PhoneAudioRouteDependencies,
): void {
  for (const schema of [AudioToRecord, AudioRecording]) app.addSchema(schema)
  const tag = 'Audio'

  app.post(
    '/api/audio/record',
    operation({
      id: 'recordAudio',
      tag,
      summary: 'Record an audio by phone',
      description:
        'Calls the number. What is said after the tone, until # or four seconds of silence, five minutes at most, becomes an audio ' +
        'of this name; silence before and after it is cut off. The rules are those of test calls, which are ' +
        'also counted with them: there are at most ten at once.',
      needs: 'call',
      bound: 'all',
      body: ref(AudioToRecord),
      data: ref(AudioRecording),
      errors: [405, 409],
    }),
    async (request) => {
      const { name, phoneNumber, text, language } = request.body
      const asked = { name, phoneNumber, text, language }
      return success(present(await phoneAudios.record(asked, oneCallOf(request))))
    },
  )

  app.get(
    '/api/audio/record/:id',
    readOperation({
      id: 'getAudioRecording',
      needs: 'seeNumbers',
      bound: 'all',
      tag,
      summary: 'Show how the recording of an audio by phone goes',
      description: '404 after the audio has been deleted.',
      data: ref(AudioRecording),
    }),
    async (request) => success(present(await phoneAudios.find(request.params.id))),
  )

  function present({ createTime, ...facts }: PhoneAudio) {
    return { ...facts, createTime: timestamps.format(createTime) }
  }
}
