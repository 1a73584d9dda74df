// The JSON form of what came of a call.
import { type Static, Type } from 'typebox'
import { Id, named, oneOf, ref, Timestamp } from '../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { TRANSFER_RESULTS, VERDICTS } from '../../platform/words/calls.ts'
import { NOTE_CODES, type PathStep, type CallResult as StoredResult } from './call-result.ts'
import { MAX_PATH } from './run/keep-result.ts'

const meanings = {
  person: 'a person',
  machine: 'an answering machine or voicemail',
  screening: 'a call screening service',
  silence: 'nobody spoke',
  unknown: 'it is not known',
} satisfies Record<(typeof VERDICTS)[number], string>

export const verdictKind = oneOf([...VERDICTS], {
  description: `Who answered: ${VERDICTS.map((kind) => `\`${kind}\` ${meanings[kind]}`).join(', ')}.`,
  examples: ['person'],
})

export const transferResult = oneOf([...TRANSFER_RESULTS], {
  description:
    '`handed_over`: a queue or the dialplan has the call; who answered there is not known. `refused`: the rules of permission forbid the place. `declined`: the other party did not press the key that takes the call.',
})

const offset = (when: string, example = 4200) =>
  Type.Integer({ description: `${when}, in milliseconds after the answer.`, examples: [example] })

const audioHash = Type.String({
  description:
    'The SHA-256 of the audio, a WAV file of 8 kHz, in hexadecimal. Left out if a simulator or a platform made it.',
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
})

export const EXITS =
  'How the step was left, if the next one does not say it: `keys:1` what was keyed in, `noInput`, `case:1` the case of a branch from 1, ' +
  '`else`, `transfer:busy` how a transfer ended, `agent:done` how the voice agent ended, `machine` because a machine answered, ' +
  '`passedScreening` because an assistant put the call through. Of the last step: `hungUp` the callee hung up, `failed` the call could not go on, `interrupted` its end was not observed; ' +
  '`transfer:answered` and `transfer:handed_over` the call was transferred; otherwise the flow came to its end. `skipped`: steps are left out.'

const texts = (description: string, example: Record<string, string>) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description,
    examples: [example],
  })

/** Parts that nothing is known about are left out. */
export const CallResult = named(
  'CallResult',
  Type.Object(
    {
      verdict: Type.Optional(
        Type.Object(
          {
            is: Type.Unsafe<string>(verdictKind),
            by: Type.Unsafe<string>(oneOf(['detector', 'agent', 'platform'])),
            how: Type.String({ description: 'How it was decided, in a word.', examples: ['short_greeting'] }),
            afterMs: Type.Integer({ description: 'Milliseconds after the answer.', examples: [1900] }),
          },
          { description: 'Who answered.' },
        ),
      ),
      digits: Type.Optional(
        texts('What was keyed in, by gather step; empty if nothing valid was.', { confirm: '1' }),
      ),
      fields: Type.Optional(texts('Result fields.', { mood: 'good' })),
      transfer: Type.Optional(
        Type.Object({
          to: Type.String(),
          result: Type.Unsafe<string>(transferResult),
          offsetMs: Type.Optional(offset('When the result was known')),
        }),
      ),
      optOut: Type.Optional({ ...Id, description: 'The do-not-call list that the number was put on.' }),
      callbackTime: Type.Optional({ ...Timestamp, description: 'When another call was asked for.' }),
      recordings: Type.Optional(
        Type.Array(
          Type.Object({
            id: Id,
            what: Type.Unsafe<string>(oneOf(['call', 'message'])),
            offsetMs: Type.Optional(offset('When it began', 20)),
          }),
        ),
      ),
      said: Type.Optional(
        Type.Array(
          Type.Object({
            step: Type.String(),
            text: Type.String(),
            offsetMs: Type.Optional(offset('When it began')),
            sha256: Type.Optional(audioHash),
          }),
          { description: 'What was said, by step, in order.' },
        ),
      ),
      played: Type.Optional(
        Type.Array(
          Type.Object({
            step: Type.String(),
            audioId: Id,
            offsetMs: offset('When it began'),
            sha256: Type.Optional(audioHash),
          }),
          { description: 'The uploaded audio that was played, by step, in order.' },
        ),
      ),
      pressed: Type.Optional(
        Type.Array(
          Type.Object({
            step: Type.String(),
            keys: Type.String({ examples: ['1'] }),
            offsetMs: offset('When the last of the keys was pressed'),
          }),
          { description: 'What was keyed in at gather steps, valid or not, in order.' },
        ),
      ),
      agent: Type.Optional(
        Type.Unsafe<string>(
          oneOf(['done', 'refused', 'silent', 'died'], { description: 'How the voice agent ended.' }),
        ),
      ),
      step: Type.Optional(Type.String({ description: 'The last step that began.' })),
      version: Type.Optional(
        Type.Integer({ description: "The version of its task's flow that the call ran.", examples: [1] }),
      ),
      path: Type.Optional(
        Type.Array(
          Type.Object({
            step: Type.String({ examples: ['confirm'] }),
            offsetMs: Type.Integer({
              description: 'When it began, in milliseconds after the answer.',
              examples: [2100],
            }),
            exit: Type.Optional(Type.String({ description: EXITS, examples: ['keys:1'] })),
          }),
          {
            description:
              `The steps that the call took, in order: at most ${MAX_PATH}. Of a longer path the middle is left out. Empty if it was ` +
              'forgotten with its contact.',
          },
        ),
      ),
      hungUp: Type.Optional(
        Type.String({
          description:
            'The step at which the callee hung up. Left out if the flow came to its end or a transfer was answered.',
          examples: ['confirm'],
        }),
      ),
      ending: Type.Optional(
        Type.Unsafe<'interrupted'>(
          oneOf(['interrupted'], {
            description:
              'Set if the call was answered and its end was not observed, because its node or its gateway died: the result is what was known until then.',
          }),
        ),
      ),
      media: Type.Optional(
        Type.Object(
          {
            loss: Type.Number({
              description: 'Share of the packets that did not arrive, from 0 to 1.',
              examples: [0.01],
            }),
            jitterMs: Type.Number({ description: 'Milliseconds.', examples: [4.2] }),
            mes: Type.Optional(
              Type.Number({
                description:
                  "Asterisk's media experience score, from 0 to 100; from 80 on the sound is good. Left out for short calls.",
                examples: [92],
              }),
            ),
          },
          {
            description: 'How the sound of the callee arrived, over the whole call. Only from Asterisk.',
          },
        ),
      ),
      notes: Type.Optional(
        Type.Array(
          Type.Object({
            step: Type.String(),
            code: Type.Unsafe<string>(oneOf([...NOTE_CODES])),
            text: Type.String({ description: 'The time that was asked for, or the field.' }),
          }),
          {
            description:
              'What was not done as the flow or a voice agent says: a callback time that was ignored, or a field for which there was no room.',
          },
        ),
      ),
    },
    { description: 'What came of an answered call. Parts that nothing is known about are left out.' },
  ),
)

/** In the answer of an operation; the name is the schema's own. */
export function resultOrNull(description: string) {
  return Type.Unsafe<Static<typeof CallResult> | null>({
    anyOf: [ref(CallResult), { type: 'null' }],
    description,
  })
}

export function presentResult(
  result: StoredResult | null,
  timestamps: Timestamps,
): Static<typeof CallResult> | null {
  if (result === null) return null
  const { callbackTime } = result
  return {
    ...presentPath(result),
    ...(callbackTime !== undefined && { callbackTime: timestamps.format(new Date(callbackTime)) }),
  } as Static<typeof CallResult>
}

export function presentPath({ path, ...rest }: StoredResult) {
  const present = ([step, offsetMs, exit]: PathStep) => ({
    step,
    offsetMs,
    ...(exit !== undefined && { exit }),
  })
  return { ...rest, ...(path && { path: path.map(present) }) }
}
