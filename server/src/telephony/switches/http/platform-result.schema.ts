// The result of a call in a platform's report, for the API description. platform-result.ts has the rules.
import { Type } from 'typebox'
import { EXITS } from '../../../conversations/flows/call-result.schema.ts'
import { MAX_PATH } from '../../../conversations/flows/run/keep-result.ts'
import { EXIT_PATTERN } from '../../../conversations/flows/steps/steps.ts'
import { EXAMPLE_ID, oneOf, optional } from '../../../platform/http/schemas/route-schema.ts'
import { storable, text } from '../../../platform/http/schemas/text-schema.ts'
import { TRANSFER_RESULTS, VERDICTS } from '../../../platform/words/calls.ts'
import { AGENT_ENDS, RESULT_LIMITS } from './platform-result.ts'

const { names, nameLength, digits, value, to, said } = RESULT_LIMITS
const textsBy = (description: string, valueSchema: object) =>
  optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      maxProperties: names,
      propertyNames: { minLength: 1, maxLength: nameLength, ...storable },
      additionalProperties: { type: 'string', ...storable, ...valueSchema },
      description,
    }),
  )

export const PlatformResult = Type.Object(
  {
    verdict: optional(
      Type.Object(
        {
          is: oneOf([...VERDICTS]),
          how: optional(
            text({
              minLength: 1,
              maxLength: nameLength,
              description: 'How it was decided, in a word.',
            }),
          ),
          afterMs: optional(
            Type.Integer({ minimum: 0, maximum: 86_400_000, description: 'Milliseconds after the answer.' }),
          ),
        },
        { additionalProperties: false, description: 'Who answered.' },
      ),
    ),
    digits: textsBy('What was keyed in, by the id of the gather step; empty if nothing valid was.', {
      maxLength: digits,
      pattern: '^[0-9*#]*$',
    }),
    fields: textsBy('Result fields.', { maxLength: value }),
    transfer: optional(
      Type.Object(
        { to: text({ minLength: 1, maxLength: to }), result: oneOf([...TRANSFER_RESULTS]) },
        { additionalProperties: false },
      ),
    ),
    optOut: optional(
      text({
        minLength: 1,
        maxLength: nameLength,
        description: 'The callee wants no more calls: the `listId` of an optOut step of the flow.',
        examples: [EXAMPLE_ID],
      }),
    ),
    callbackTime: optional(
      text({
        description: 'When another call was asked for: ISO 8601 with a zone.',
        examples: ['2026-06-10T17:00:00+02:00'],
      }),
    ),
    recordingUrl: optional(
      text({
        minLength: 1,
        maxLength: value,
        description: 'Where the platform keeps its recording. Stored as the result field `recordingUrl`.',
        examples: ['https://voice.example.com/recordings/1.wav'],
      }),
    ),
    said: optional(
      Type.Array(
        Type.Object(
          {
            step: text({ minLength: 1, maxLength: nameLength }),
            text: text({ maxLength: value }),
          },
          { additionalProperties: false },
        ),
        { maxItems: said, description: 'What was said, by step, in order.' },
      ),
    ),
    path: optional(
      Type.Array(
        Type.Object(
          {
            step: text({ minLength: 1, maxLength: nameLength }),
            offsetMs: Type.Integer({ minimum: 0, maximum: 86_400_000 }),
            exit: optional(Type.String({ pattern: EXIT_PATTERN, description: EXITS })),
          },
          { additionalProperties: false },
        ),
        {
          maxItems: MAX_PATH,
          description:
            'The steps that the call took, in order, each with its time in milliseconds after the answer. Counted when the call has ended.',
        },
      ),
    ),
    agent: optional(oneOf([...AGENT_ENDS], { description: 'How the voice agent ended.' })),
    step: optional(text({ minLength: 1, maxLength: nameLength, description: 'The last step that began.' })),
    hungUp: optional(
      text({ minLength: 1, maxLength: nameLength, description: 'The step at which the callee hung up.' }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'What came of the call. Results of several reports add up: a later value replaces an earlier one, digits and fields by name.',
  },
)
