// A call as a conversation: what was said, pressed and heard, and what became of it, in the order in which it happened.
import type { Schemas } from '@carillon/client'

export type CallResult = Schemas['CallResult']
type SpokenLine = Schemas['TranscriptLine']

/** `us`: what the callee hears. `middle`: what happened, said by nobody. */
export type Side = 'us' | 'callee' | 'middle'

export interface Line {
  side: Side
  what:
    | { is: 'answered' | 'agent' | 'optOut' | 'ended' | 'interrupted' }
    | { is: 'said' | 'spoken'; text: string; by?: string }
    | { is: 'pressed'; keys: string; step: string }
    | { is: 'noKeys' | 'hungUp'; step: string }
    | { is: 'verdict'; verdict: NonNullable<CallResult['verdict']> }
    | { is: 'transfer'; transfer: NonNullable<CallResult['transfer']> }
    | { is: 'recording'; of: string }
  /** Milliseconds after the answer; null: not known. */
  offsetMs: number | null
  /** Where it belongs if its time is not known. */
  nearMs?: number | undefined
}

interface Conversation {
  result: CallResult
  /** What the voice agent has told. */
  transcript: readonly SpokenLine[]
  /** When the call ended, after the answer; null: it is live; undefined: not known. */
  talkMs: number | null | undefined
}

export function conversationLines({ result, transcript, talkMs }: Conversation): Line[] {
  const { verdict, transfer, said = [], recordings = [] } = result
  const groups: Line[][] = [
    [{ side: 'middle', what: { is: 'answered' }, offsetMs: 0 }],
    recordings.map(({ what, offsetMs = null }) => ({
      side: what === 'message' ? 'callee' : 'middle',
      what: { is: 'recording', of: what },
      offsetMs,
    })),
    verdict ? [{ side: 'middle', what: { is: 'verdict', verdict }, offsetMs: verdict.afterMs }] : [],
    said.map(({ text, offsetMs = null }) => ({ side: 'us', what: { is: 'said', text }, offsetMs })),
    pressedLines(result),
    transcript.map(({ who, text, offsetMs }) => ({
      side: who === 'callee' ? 'callee' : 'us',
      what: { is: 'spoken', text, by: who },
      offsetMs,
    })),
    transfer
      ? [{ side: 'middle', what: { is: 'transfer', transfer }, offsetMs: transfer.offsetMs ?? null }]
      : [],
    // Nobody has noted when.
    result.optOut === undefined ? [] : [{ side: 'callee', what: { is: 'optOut' }, offsetMs: null }],
    result.agent === undefined || result.agent === 'done'
      ? []
      : [{ side: 'middle', what: { is: 'agent' }, offsetMs: null }],
    endLines(result, talkMs),
  ]
  return inOrder(groups)
}

/** A question that nobody answered has no time of its own, and old calls have only what was valid. */
function pressedLines({ digits = {}, pressed = [], said = [] }: CallResult): Line[] {
  const askedMs = (step: string) => said.findLast((each) => each.step === step)?.offsetMs
  const known = new Set(pressed.map(({ step }) => step))
  return [
    ...pressed.map(
      ({ step, keys, offsetMs }): Line => ({ side: 'callee', what: { is: 'pressed', keys, step }, offsetMs }),
    ),
    ...Object.entries(digits)
      .filter(([step]) => !known.has(step))
      .map(
        ([step, keys]): Line =>
          keys === ''
            ? { side: 'middle', what: { is: 'noKeys', step }, offsetMs: null, nearMs: askedMs(step) }
            : { side: 'callee', what: { is: 'pressed', keys, step }, offsetMs: null },
      ),
  ]
}

function endLines({ hungUp, ending }: CallResult, talkMs: number | null | undefined): Line[] {
  if (talkMs === null) return []
  const offsetMs = talkMs ?? null
  if (ending !== undefined) return [{ side: 'middle', what: { is: ending }, offsetMs }]
  return hungUp === undefined
    ? [{ side: 'middle', what: { is: 'ended' }, offsetMs }]
    : [{ side: 'middle', what: { is: 'hungUp', step: hungUp }, offsetMs }]
}

/** What has no time comes behind what is before it in its group, and a group without times behind all before it. */
function inOrder(groups: Line[][]): Line[] {
  let latest = 0
  const placed = groups.flatMap((group) => {
    let at = group.some(({ offsetMs }) => offsetMs !== null) ? 0 : latest
    const lines = group.map((line) => {
      at = line.offsetMs ?? line.nearMs ?? at
      return { at, line }
    })
    latest = Math.max(latest, ...lines.map((each) => each.at))
    return lines
  })
  return placed
    .sort((one, other) => one.at - other.at || rankOf(one.line) - rankOf(other.line))
    .map(({ line }) => line)
}

/** A key comes before the sentence that answers it at the same moment. */
const rankOf = ({ what, offsetMs }: Line) => (what.is === 'pressed' && offsetMs !== null ? -1 : 0)
