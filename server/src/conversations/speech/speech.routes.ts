import { Type } from 'typebox'
import { createMinuteLimit } from '../../platform/http/limits/minute-limit.ts'
import {
  type Api,
  audioOperation,
  named,
  oneOf,
  operation,
  optional,
  orNull,
  ref,
  success,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import { nameText, text } from '../../platform/http/schemas/text-schema.ts'
import { counted } from '../../platform/kernel/counted.ts'
import { TooManyRequests } from '../../platform/kernel/errors.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { Speech } from './speech.service.ts'

const MAX_TEXT_LENGTH = 2000
/** Max number of sentences of one token on one node: speech providers are paid by the sentence. */
const MAX_HEARD_PER_MINUTE = 60

const language = text({
  maxLength: 35,
  description: 'A BCP 47 tag such as en-US or zh-CN.',
  examples: ['en-US'],
})
const voice = text({ maxLength: 100, description: 'As the speech provider names it.', examples: ['en-us'] })

const SentenceToSay = named(
  'SentenceToSay',
  Type.Object(
    {
      text: nameText(MAX_TEXT_LENGTH, { description: 'What is said.', examples: ['Hello Ann'] }),
      language: optional(language),
      voice: optional(voice),
    },
    { examples: [{ text: 'Hello Ann', language: 'en-US' }] },
  ),
)

const SpeechState = named(
  'Speech',
  Type.Object({
    provider: oneOf(['command', 'http', 'none'], {
      description:
        'What makes speech of text: a command, an HTTP endpoint, or nothing: then only recorded phrases can be said.',
    }),
    voice: orNull(
      Type.String({ description: 'The voice of sentences that name neither voice nor language.' }),
    ),
    voices: orNull(
      Type.Array(Type.String(), {
        description: 'The voices that a step can name, as far as the provider tells; null if it does not.',
        examples: [['alloy', 'echo']],
      }),
    ),
    isWorking: Type.Boolean({
      description: 'False if the last sentence that this node asked for could not be made.',
    }),
    reason: orNull(Type.String({ description: 'Why the last sentence could not be made.' })),
    failTime: TimestampOrNull,
  }),
)

interface SpeechRouteDependencies {
  speech: Speech
  timestamps: Timestamps
}

export function addSpeechRoutes(app: Api, { speech, timestamps }: SpeechRouteDependencies): void {
  for (const schema of [SentenceToSay, SpeechState]) app.addSchema(schema)
  const tag = 'Audio'
  const heard = createMinuteLimit(MAX_HEARD_PER_MINUTE)

  app.get(
    '/api/speech',
    operation({
      id: 'getSpeech',
      tag,
      summary: 'Show what makes speech of text, and whether it works',
      needs: 'see',
      bound: 'none',
      data: ref(SpeechState),
    }),
    async () => {
      const failure = speech.lastFailure()
      return success({
        provider: speech.kind,
        voice: speech.defaultVoice,
        voices: await speech.voices(),
        isWorking: failure === null,
        reason: failure?.reason ?? null,
        failTime: failure && timestamps.format(failure.time),
      })
    },
  )

  app.post(
    '/api/speech/say',
    audioOperation({
      id: 'saySentence',
      tag,
      summary: 'Hear a sentence as a call says it',
      description:
        'A WAV file. A sentence that no call has said is made for this once and not kept. If the speech provider fails, the answer is ' +
        `409 with its reason. A token may hear ${MAX_HEARD_PER_MINUTE} sentences a minute.`,
      needs: 'operate',
      bound: 'none',
      body: ref(SentenceToSay),
      errors: [409],
    }),
    async (request, reply) => {
      const seconds = heard.count(request.principal?.id ?? '')
      if (seconds !== undefined)
        throw new TooManyRequests(
          `this token has heard ${MAX_HEARD_PER_MINUTE} sentences in a minute; try again in ${counted(seconds, 'second')}`,
          { fault: 'rate_limited', params: { seconds } },
        )
      return reply.type('audio/wav').send(Buffer.from(await speech.say(request.body)))
    },
  )
}
