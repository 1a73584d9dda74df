import './wall-outcomes.css'
import type { CSSProperties } from 'react'
import { toneVariable } from '../../../parts/status-badge.tsx'
import { useOutcomes } from '../outcome-bar.tsx'
import type { Overview } from '../overview.ts'

/** What came of the calls of a task: each outcome with its number, and a bar where there is room. */
export function WallOutcomes({ task }: { task: Overview['tasks'][number] }) {
  const outcomes = useOutcomes(task)
  const top = Math.max(1, ...outcomes.map(({ value }) => value))
  return (
    <dl className="wall-outcomes">
      {outcomes.map(({ ending, name, tone, value, shown }) => (
        <div
          key={ending}
          data-none={value === 0 || undefined}
          style={
            {
              '--outcome-colour': `var(${toneVariable(tone)})`,
              '--outcome-share': `${(value / top) * 100}%`,
            } as CSSProperties
          }
        >
          <dt>{name}</dt>
          <dd>{shown}</dd>
        </div>
      ))}
    </dl>
  )
}
