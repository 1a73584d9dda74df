// What was said, pressed and decided in a call, as marks on a line of time.
import type { Schemas } from '@carillon/client'
import type { Line, Side } from './conversation-lines.ts'

/** Some time of a call, in milliseconds after the answer. */
export interface Span {
  fromMs: number
  lengthMs: number
}

export interface Mark {
  line: Line
  side: Side
  /** Where it is, from 0 to 1. */
  at: number
  /** How much there is until the next mark on its side: what its words have. */
  room: number
  /** Its words are before it, because there is no room behind it. */
  isFlipped: boolean
}

/** They say nothing that the line of time does not say. */
const UNMARKED: readonly Line['what']['is'][] = ['answered', 'recording', 'ended']
/** Of the whole: a few letters. */
const MIN_ROOM = 0.12

export function marksOf(lines: readonly Line[], { fromMs, lengthMs }: Span): Mark[] {
  const placed = lines.flatMap((line) =>
    line.offsetMs === null || UNMARKED.includes(line.what.is)
      ? []
      : [{ line, side: line.side, at: within((line.offsetMs - fromMs) / Math.max(lengthMs, 1)) }],
  )
  return placed.map((mark, index) => {
    const isSame = ({ side }: { side: Side }) => side === mark.side
    const next = placed.slice(index + 1).find(isSame)?.at ?? 1
    const before = placed.slice(0, index).findLast(isSame)?.at ?? 0
    const isFlipped = 1 - mark.at < MIN_ROOM
    return { ...mark, isFlipped, room: isFlipped ? mark.at - before : next - mark.at }
  })
}

const within = (share: number) => Math.min(Math.max(share, 0), 1)

/** How long the callee waited for an answer of a voice agent. */
export interface Wait {
  /** From 0 to 1. */
  at: number
  width: number
  ms: number
}

/**
 * The agent measures its waits and tells its lines separately: they belong together only if there is one wait for each answer. Without
 * that nothing is shown rather than something wrong.
 */
export function waitsOf(
  transcript: readonly Schemas['TranscriptLine'][],
  turns: readonly number[],
  { fromMs, lengthMs }: Span,
): Wait[] {
  const answers = transcript.filter(
    ({ who }, index) => who === 'agent' && transcript[index - 1]?.who === 'callee',
  )
  if (answers.length !== turns.length) return []
  return answers.flatMap(({ offsetMs }, index) => {
    const ms = turns[index] ?? 0
    if (offsetMs === null || ms <= 0) return []
    const at = within((offsetMs - ms - fromMs) / Math.max(lengthMs, 1))
    return [{ at, width: within((offsetMs - fromMs) / Math.max(lengthMs, 1)) - at, ms }]
  })
}
