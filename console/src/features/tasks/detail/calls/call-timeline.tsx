import './call-timeline.css'
import type { CSSProperties, ReactNode } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useFormat } from '../../../../language/use-format.ts'
import { type Tone, toneVariable } from '../../../../parts/status-badge.tsx'
import { resultsMessages } from '../../results.messages.ts'
import { verdictTones } from '../../verdict-badge.tsx'
import type { Mark, Wait } from './call-marks.ts'
import type { Line, Side } from './conversation-lines.ts'
import { useLineWords } from './line-words.tsx'

export interface CallTimelineProps {
  marks: readonly Mark[]
  waits: readonly Wait[]
  /** The sound of the call; without it, a line stands for it. */
  children?: ReactNode
}

/** Below this share a mark has no room for words; its line is there all the same. */
const ROOM_FOR_WORDS = 0.03
/** Of the whole: room for `1.4 s`. */
const ROOM_FOR_WAIT = 0.05

/** A call over its whole length. The list of its lines says the same to screen readers, so the marks are only to be seen. */
export function CallTimeline({ marks, waits, children }: CallTimelineProps) {
  const { seconds } = useMessages(resultsMessages)
  const format = useFormat()
  return (
    <div className="call-timeline">
      <Marks marks={marks} side="us" />
      <div className="call-timeline-sound">
        {children ?? <div className="waveform" data-silent />}
        <div className="call-timeline-ticks" aria-hidden>
          {waits.map(({ at, width, ms }) => (
            <span
              key={at}
              className="call-timeline-wait"
              style={{ left: percent(at), width: percent(width) }}
              title={seconds(format.number(ms / 1000, 1))}
            >
              {width >= ROOM_FOR_WAIT && seconds(format.number(ms / 1000, 1))}
            </span>
          ))}
          {marks.map(({ line, at }, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: two marks may be at the same time
              key={index}
              className="call-timeline-tick"
              style={{ left: percent(at), ...colourOf(line) }}
            />
          ))}
        </div>
      </div>
      <Marks marks={marks} side="callee" />
      <Marks marks={marks} side="middle" />
    </div>
  )
}

function Marks({ marks, side }: { marks: readonly Mark[]; side: Side }) {
  const wordsOf = useLineWords(true)
  const own = marks.filter((mark) => mark.side === side)
  if (own.length === 0) return null
  return (
    <div className="call-timeline-marks" aria-hidden>
      {own.map(({ line, at, room, isFlipped }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said twice
          key={index}
          className="call-timeline-mark"
          data-flipped={isFlipped || undefined}
          style={{
            ...(isFlipped ? { right: percent(1 - at) } : { left: percent(at) }),
            maxWidth: percent(room),
            ...colourOf(line),
          }}
        >
          {room >= ROOM_FOR_WORDS && wordsOf(line)}
        </span>
      ))}
    </div>
  )
}

const colourOf = (line: Line) =>
  ({ '--status-colour': `var(${toneVariable(toneOf(line))})` }) as CSSProperties

function toneOf({ side, what }: Line): Tone {
  if (what.is === 'verdict') return verdictTones[what.verdict.is] ?? 'silent'
  if (what.is === 'transfer') return 'later'
  if (what.is === 'noKeys') return 'silent'
  if (side === 'middle' || what.is === 'optOut') return 'failed'
  return side === 'callee' ? 'person' : 'silent'
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`
