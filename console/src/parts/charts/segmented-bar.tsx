import type { CSSProperties } from 'react'
import { type Tone, toneVariable } from '../status-badge.tsx'

interface Segment {
  label: string
  tone: Tone
  value: number
}

interface SegmentedBarProps {
  label: string
  segments: Segment[]
  /** The sum that fills the bar; the rest stays empty. */
  total: number
}

/** Shows shares of a total side by side. */
export function SegmentedBar({ label, segments, total }: SegmentedBarProps) {
  return (
    <div className="segmented-bar" role="img" aria-label={label}>
      {segments.map(({ label: name, tone, value }) => (
        <span
          key={name}
          style={
            {
              width: `${total > 0 ? (value / total) * 100 : 0}%`,
              '--status-colour': `var(${toneVariable(tone)})`,
            } as CSSProperties
          }
        />
      ))}
    </div>
  )
}
