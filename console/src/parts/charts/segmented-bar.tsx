import { type Tone, toneStyle } from '../status-badge.tsx'

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

/** Shows shares of a total side by side. What is more than nothing can be seen. */
export function SegmentedBar({ label, segments, total }: SegmentedBarProps) {
  const shown = segments.filter(({ value }) => value > 0)
  const rest = total - shown.reduce((sum, { value }) => sum + value, 0)
  return (
    <div className="segmented-bar" role="img" aria-label={label}>
      {shown.map(({ label: name, tone, value }) => (
        <span key={name} style={{ flexGrow: value, ...toneStyle(tone) }} />
      ))}
      {(rest > 0 || shown.length === 0) && <span data-rest style={{ flexGrow: Math.max(rest, 1) }} />}
    </div>
  )
}
