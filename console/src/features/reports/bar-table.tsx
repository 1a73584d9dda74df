import type { CSSProperties } from 'react'
import { useFormat } from '../../language/use-format.ts'
import { type Tone, toneVariable } from '../../parts/status-badge.tsx'

export interface Bar {
  id: string
  name: string
  count: number
  /** Of the whole, from 0 to 1; what the bar shows. */
  share: number
  /** The share in the report that this one is compared with. */
  otherShare?: number | undefined
  tone: Tone
}

interface BarTableProps {
  label: string
  /** Names of the columns: what is counted, how many, which share, and the other share. */
  columns: { name: string; count: string; share: string; other: string }
  bars: Bar[]
}

/** Shares as bars, with their numbers. A line across a bar is the value that it is compared with. */
export function BarTable({ label, columns, bars }: BarTableProps) {
  const format = useFormat()
  const hasOther = bars.some(({ otherShare }) => otherShare !== undefined)
  const top = Math.max(0.01, ...bars.flatMap(({ share, otherShare }) => [share, otherShare ?? 0]))
  return (
    <table className="bar-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col" data-align="right">
            {columns.count}
          </th>
          <th scope="col" data-align="right">
            {columns.share}
          </th>
          {hasOther && (
            <th scope="col" data-align="right">
              {columns.other}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ id, name, count, share, otherShare, tone }) => (
          <tr key={id}>
            <th scope="row">
              {name}
              <span
                className="bar"
                style={
                  {
                    '--bar-colour': `var(${toneVariable(tone)})`,
                    '--bar-width': `${(share / top) * 100}%`,
                    '--bar-mark': `${((otherShare ?? 0) / top) * 100}%`,
                  } as CSSProperties
                }
                data-marked={otherShare !== undefined || undefined}
              />
            </th>
            <td>{format.number(count)}</td>
            <td>{format.percent(share)}</td>
            {hasOther && <td className="bar-other">{format.percent(otherShare ?? 0)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
