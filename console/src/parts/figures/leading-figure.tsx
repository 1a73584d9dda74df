import type { ReactNode } from 'react'
import { Sparkline } from '../charts/sparkline.tsx'
import { Change, Figure } from './figure.tsx'

interface LeadingFigureProps {
  label: string
  value: string
  /** What the value is compared with; undefined if there is nothing to compare it with. */
  change: { isUp: boolean; text: string } | undefined
  /** Instead of a change. */
  note?: ReactNode
  href?: string
  /** The course of the figure, oldest first. */
  values: number[]
}

/** The most important figure of a page: its value, its change against the period before, and its course. */
export function LeadingFigure({ label, value, change, note, href, values }: LeadingFigureProps) {
  return (
    <Figure
      isLeading
      label={label}
      value={value}
      note={change ? <Change isUp={change.isUp}>{change.text}</Change> : note}
      beside={<Sparkline values={coarse(values)} />}
      {...(href !== undefined && { href })}
    />
  )
}

const MAX_POINTS = 40

/** Takes the mean of neighbours, so that a sparkline shows the course and not the noise. */
function coarse(values: number[]): number[] {
  const size = Math.max(1, Math.ceil(values.length / MAX_POINTS))
  const means: number[] = []
  for (let start = 0; start < values.length; start += size) {
    const group = values.slice(start, start + size)
    means.push(group.reduce((sum, value) => sum + value, 0) / group.length)
  }
  return means
}
