// A count over a day as a filled curve, with the day before faint behind it. Its values are read by pointer and with the arrow keys.
import './day-curve.css'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useFormat } from '../../language/use-format.ts'
import { type DayPoint, pathOf, spanOf, ticksOf, totalAt } from './day-curve.ts'

interface DayCurveProps {
  /** Says the same in one sentence. */
  label: string
  names: { today: string; before: string }
  today: DayPoint[]
  before: DayPoint[]
  nowMinute: number
}

const BOX = { width: 1000, height: 160 }
/** The key stands above the curves. */
const HEADROOM = 1.2
const STEP_MINUTES = 15

export function DayCurve({ label, names, today, before, nowMinute }: DayCurveProps) {
  const format = useFormat()
  const [at, setAt] = useState<number>()
  const span = spanOf(today, before, nowMinute)
  const [from, to] = span
  const top = Math.max(1, ...[...today, ...before].map(({ total }) => total)) * HEADROOM
  const drawn = pathOf(today, span, top, BOX)
  const faint = pathOf(before, span, top, BOX)
  const left = (minute: number) => `${((minute - from) / (to - from)) * 100}%`
  const last = today.at(-1)
  const clock = (minute: number) => format.clock(minute * 60_000)
  const ticks = ticksOf(span)
  const shownAt = (course: DayPoint[]) => {
    const total = totalAt(course, at ?? nowMinute)
    return total === undefined ? '–' : format.number(total)
  }

  function follow({ clientX, currentTarget }: PointerEvent<HTMLDivElement>): void {
    const { left, width } = currentTarget.getBoundingClientRect()
    setAt(Math.round(from + ((clientX - left) / width) * (to - from)))
  }

  function move(event: KeyboardEvent): void {
    const step = { ArrowLeft: -STEP_MINUTES, ArrowRight: STEP_MINUTES }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setAt(Math.min(Math.max((at ?? nowMinute) + step, from), to))
  }

  return (
    <figure className="day-curve">
      <div
        className="day-curve-plot"
        role="img"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the values can be read with the arrow keys
        tabIndex={0}
        onPointerMove={follow}
        onPointerLeave={() => setAt(undefined)}
        onKeyDown={move}
        onBlur={() => setAt(undefined)}
      >
        <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} preserveAspectRatio="none" aria-hidden="true">
          <linearGradient id="day-curve-fill" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--meaning-person)" stopOpacity="0.42" />
            <stop offset="1" stopColor="var(--meaning-person)" stopOpacity="0.06" />
          </linearGradient>
          <path data-fill="before" d={faint.area} />
          <path data-day="before" d={faint.line} />
          <path data-fill="today" d={drawn.area} />
          <path data-day="today" d={drawn.line} />
        </svg>
        {last && (
          <span
            className="day-curve-dot"
            style={{ left: left(last.minute), top: `${(1 - last.total / top) * 100}%` }}
          />
        )}
        {at !== undefined && <span className="day-curve-at" style={{ left: left(at) }} />}
        <ul className="day-curve-key">
          <li>{clock(at ?? nowMinute)}</li>
          <li data-day="today">
            {names.today} {shownAt(today)}
          </li>
          <li data-day="before">
            {names.before} {shownAt(before)}
          </li>
        </ul>
      </div>
      <div className="day-curve-hours" aria-hidden="true">
        {ticks.map((minute) => (
          <span
            key={minute}
            data-edge={minute === from ? 'first' : minute === to ? 'last' : undefined}
            style={{ left: left(minute) }}
          >
            {clock(minute)}
          </span>
        ))}
      </div>
    </figure>
  )
}
