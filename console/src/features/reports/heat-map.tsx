// In which hours of the week people answer: a colour for each hour, and its value on demand.
import './heat-map.css'
import { Switch } from '@mantine/core'
import { type CSSProperties, type KeyboardEvent, useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { firstCell, heatOf, keyOf, nextCell, shownHours } from './heat-cells.ts'
import { reportsMessages } from './reports.messages.ts'
import type { Report } from './use-report.ts'

type Cells = Report['heatMap']

export function HeatMapCard({ cells }: { cells: Cells }) {
  const t = useMessages(reportsMessages)
  const format = useFormat()
  const [hasValues, setValues] = useState(false)
  const [at, setAt] = useState<Cells[number]>()
  const rates = cells.map(({ calls, answered }) => answered / calls)
  return (
    <Card
      title={t.heatMap}
      beside={
        <Switch
          size="xs"
          labelPosition="left"
          label={t.heatValues}
          checked={hasValues}
          onChange={({ currentTarget }) => setValues(currentTarget.checked)}
        />
      }
    >
      <HeatMap cells={cells} hasValues={hasValues} onPoint={setAt} />
      <p className="heat-map-note">
        <span>
          {at
            ? t.heatCell(
                whenOf(at, t.weekdays),
                format.percent(at.answered / at.calls),
                format.number(at.calls),
              )
            : `${t.heatMapNote} ${t.heatHint}`}
        </span>
        <span className="heat-map-scale">
          {format.percent(Math.min(...rates))} <i aria-hidden="true" /> {format.percent(Math.max(...rates))}
        </span>
      </p>
    </Card>
  )
}

interface HeatMapProps {
  cells: Cells
  hasValues: boolean
  onPoint(cell: Cells[number] | undefined): void
}

/** A table, so that it can be read without colours. One cell can be reached by Tab, the others from there with the arrow keys. */
function HeatMap({ cells, hasValues, onPoint }: HeatMapProps) {
  const t = useMessages(reportsMessages)
  const format = useFormat()
  const [entry, setEntry] = useState<string>()
  const found = new Map(cells.map((cell) => [keyOf(cell), cell]))
  const hours = shownHours(cells)
  const heat = heatOf(cells)
  const start = entry !== undefined && found.has(entry) ? entry : firstCell(cells)

  function move(event: KeyboardEvent<HTMLTableElement>): void {
    const from = (event.target as HTMLElement).dataset['cell']
    const next = from && nextCell(cells, from, event.key)
    if (!next) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus()
  }

  return (
    <section className="heat-map-scroll" aria-label={t.heatMapHours}>
      <table
        className="heat-map"
        aria-label={t.heatMap}
        data-values={hasValues || undefined}
        style={{ '--hours': hours.length } as CSSProperties}
        onKeyDown={move}
      >
        <thead>
          <tr>
            <td />
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {String(hour).padStart(2, '0')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {t.weekdays.map((name, index) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {hours.map((hour) => {
                const key = keyOf({ weekday: index + 1, hour })
                const cell = found.get(key)
                if (!cell) return <td key={hour} />
                return (
                  <td
                    key={hour}
                    data-filled
                    data-cell={key}
                    tabIndex={key === start ? 0 : -1}
                    style={{ '--heat': `${heat(cell)}%` } as CSSProperties}
                    onPointerEnter={() => onPoint(cell)}
                    onPointerLeave={() => onPoint(undefined)}
                    onFocus={() => {
                      setEntry(key)
                      onPoint(cell)
                    }}
                    onBlur={() => onPoint(undefined)}
                  >
                    <span>{format.number((cell.answered / cell.calls) * 100)}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function whenOf({ weekday, hour }: Cells[number], weekdays: readonly string[]): string {
  return `${weekdays[weekday - 1]} ${String(hour).padStart(2, '0')}:00`
}
