// What a voice agent tells about its call, in requests and answers of the API.
import { type Static, Type } from 'typebox'
import { named, oneOf, optional, orNull } from '../../platform/http/schemas/route-schema.ts'
import { currency, text } from '../../platform/http/schemas/text-schema.ts'
import {
  type AgentPace,
  type ConversationFacts,
  costsOf,
  MAX_AMOUNT,
  MAX_COST_OF,
  MAX_COSTS,
  MAX_LINE_TEXT,
  MAX_LINES,
  MAX_LINES_AT_ONCE,
  MAX_SUMMARY,
  SPEAKERS,
} from './conversation.ts'

const who = oneOf([...SPEAKERS], { description: 'Who said it.' })
const OFFSET = 'Milliseconds after the answer'
const MAX_OFFSET_MS = 2 ** 31 - 1

export const TranscriptLine = named(
  'TranscriptLine',
  Type.Object(
    {
      who: Type.Unsafe<string>(who),
      text: Type.String({ examples: ['Yes, that is fine.'] }),
      offsetMs: orNull(
        Type.Integer({ description: `${OFFSET}; null if the agent did not say.`, examples: [4200] }),
      ),
    },
    { description: 'Something that was said in a call with a voice agent.' },
  ),
)

export const Conversation = named(
  'Conversation',
  Type.Object(
    {
      summary: orNull(Type.String({ examples: ['She comes on Monday.'] })),
      costs: Type.Array(
        Type.Object({
          amount: Type.Number({ examples: [0.042] }),
          currency: Type.String({ examples: ['USD'] }),
          of: Type.String({ description: 'What it is for; may be empty.', examples: ['speech'] }),
        }),
        { description: 'What the voice agent says that the call has cost.' },
      ),
      pace: Type.Unsafe<AgentPace | null>({
        anyOf: [
          Type.Object({
            turns: Type.Array(Type.Integer({ examples: [820] }), {
              description: 'Milliseconds that the callee waited for each answer.',
            }),
            talkedOver: Type.Integer({
              description: 'How often the agent began while the callee talked.',
              examples: [0],
            }),
            silences: Type.Integer({
              description: 'How often the callee waited for 3 seconds.',
              examples: [0],
            }),
          }),
          { type: 'null' },
        ],
        description: 'How the agent took turns; null if it did not talk.',
      }),
      lineCount: Type.Integer({
        description: 'Lines of the transcript, which is read with `getTranscript`.',
        examples: [12],
      }),
    },
    { description: 'What a voice agent has told about its call.' },
  ),
)

export function presentConversation(facts: ConversationFacts): Static<typeof Conversation> {
  const { summary, pace, lineCount } = facts
  return { summary, costs: costsOf(facts), pace, lineCount }
}

/** As an agent tells it. */
export const toldConversation = {
  transcript: optional(
    Type.Array(
      Type.Object({
        who,
        text: text({ minLength: 1, maxLength: MAX_LINE_TEXT }),
        offsetMs: optional(
          Type.Integer({
            minimum: 0,
            maximum: MAX_OFFSET_MS,
            description: `${OFFSET}, as \`timestamp\` of the audio.`,
          }),
        ),
      }),
      {
        maxItems: MAX_LINES_AT_ONCE,
        description: `What was said since the last time: appended to the transcript, which has at most ${MAX_LINES} lines.`,
      },
    ),
  ),
  summary: optional(
    text({ maxLength: MAX_SUMMARY, description: 'What the call was about. Replaces the earlier one.' }),
  ),
  cost: optional(
    Type.Object(
      {
        amount: Type.Number({ minimum: 0, maximum: MAX_AMOUNT }),
        currency: currency('Three letters, as in ISO 4217.'),
        of: optional(text({ maxLength: MAX_COST_OF, description: 'What it is for, in a word or two.' })),
      },
      {
        description: `What the call costs. Replaces the earlier cost of the same thing; a call may have ${MAX_COSTS} of them.`,
      },
    ),
  ),
}
