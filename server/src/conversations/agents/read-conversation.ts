// What a voice agent tells about its conversation: lines of a transcript, a summary, a cost.
import {
  type ConversationPart,
  type Costs,
  MAX_AMOUNT,
  MAX_COST_OF,
  MAX_LINE_TEXT,
  MAX_LINES_AT_ONCE,
  MAX_SUMMARY,
  SPEAKERS,
  type TranscriptLine,
} from '../transcripts/conversation.ts'
import { isGiven, readObject, readText, wrong } from './agent-word.ts'

const MAX_OFFSET_MS = 2 ** 31 - 1
/** Costs are kept in millionths of a unit of the currency. */
const AMOUNT_PARTS = 1_000_000

/** Undefined if nothing of this kind is told. Refuses with the name of the field. `atMs`: since the answer, for lines that do not say; null: not known. */
export function readConversation(given: object, atMs: number | null): ConversationPart | undefined {
  const { transcript, summary, cost } = given as Record<string, unknown>
  const part: ConversationPart = {
    ...(isGiven(transcript) && { lines: readLines(transcript, atMs) }),
    ...(isGiven(summary) && { summary: readText('summary', summary, MAX_SUMMARY) }),
    ...(isGiven(cost) && { costs: readCost(cost) }),
  }
  return Object.keys(part).length === 0 ? undefined : part
}

function readLines(given: unknown, atMs: number | null): TranscriptLine[] {
  if (!Array.isArray(given))
    throw wrong('transcript', { fault: 'wrong_type', params: { types: ['array'] } }, 'must be a list')
  if (given.length > MAX_LINES_AT_ONCE)
    throw wrong(
      'transcript',
      { fault: 'wrong_count', params: { max: MAX_LINES_AT_ONCE } },
      `must have at most ${MAX_LINES_AT_ONCE} lines at once (got ${given.length})`,
    )
  return given.map((each, index) => readLine(`transcript[${index}]`, each, atMs))
}

function readLine(name: string, given: unknown, atMs: number | null): TranscriptLine {
  const { who, text, offsetMs } = readObject(name, given)
  const speaker = SPEAKERS.find((each) => each === who)
  if (!speaker)
    throw wrong(
      `${name}.who`,
      { fault: 'not_one_of', params: { allowed: [...SPEAKERS] } },
      `must be one of ${SPEAKERS.join(', ')}`,
    )
  const at = isGiven(offsetMs) ? readNumber(`${name}.offsetMs`, offsetMs, MAX_OFFSET_MS) : atMs
  return {
    who: speaker,
    text: readText(`${name}.text`, text, MAX_LINE_TEXT),
    offsetMs: at === null ? null : Math.round(at),
  }
}

function readCost(given: unknown): Costs {
  const { amount, currency, of } = readObject('cost', given)
  const code = readText('cost.currency', currency, 3)
  if (!/^[A-Z]{3}$/.test(code))
    throw wrong('cost.currency', { fault: 'invalid' }, 'must be three letters such as USD, as in ISO 4217')
  const rounded = Math.round(readNumber('cost.amount', amount, MAX_AMOUNT) * AMOUNT_PARTS) / AMOUNT_PARTS
  return { [isGiven(of) ? readText('cost.of', of, MAX_COST_OF) : '']: { amount: rounded, currency: code } }
}

function readNumber(field: string, given: unknown, max: number): number {
  if (typeof given !== 'number')
    throw wrong(field, { fault: 'wrong_type', params: { types: ['number'] } }, 'must be a number')
  if (!(given >= 0 && given <= max))
    throw wrong(
      field,
      { fault: 'out_of_range', params: { min: 0, max } },
      `must be between 0 and ${max} (got ${given})`,
    )
  return given
}
