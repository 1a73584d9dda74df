import './heat-map.css'
import type { CSSProperties } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { reportsMessages } from './reports.messages.ts'
import type { Report } from './use-report.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** In which hours of the week people answer. A table, so that it can be read without colours. */
export function HeatMap({ cells }: { cells: Report['heatMap'] }) {
  const t = useMessages(reportsMessages)
  const format = useFormat()
  const found = new Map(cells.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]))
  const hours = HOURS.filter((hour) => hour >= firstHour(cells) && hour <= lastHour(cells))
  const rates = cells.map(({ calls, answered }) => answered / calls)
  const [low, top] = [Math.min(...rates), Math.max(...rates)]
  // From pale to strong between the worst and the best hour.
  const heat = (rate: number) => `${Math.round(8 + (top > low ? (rate - low) / (top - low) : 1) * 40)}%`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a narrow screen scrolls it, also by keyboard
    <section className="heat-map-scroll" aria-label={t.heatMapHours} tabIndex={0}>
      <table className="heat-map" aria-label={t.heatMap} style={{ '--hours': hours.length } as CSSProperties}>
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
                const cell = found.get(`${index + 1} ${hour}`)
                if (!cell) return <td key={hour} />
                const rate = cell.answered / cell.calls
                return (
                  <td
                    key={hour}
                    data-filled
                    style={{ '--heat': heat(rate) } as CSSProperties}
                    title={t.heatCell(
                      `${name} ${String(hour).padStart(2, '0')}:00`,
                      format.percent(rate),
                      format.number(cell.calls),
                    )}
                  >
                    {format.number(rate * 100)}
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

/** At least the working day, so that the map keeps its shape. */
function firstHour(cells: Report['heatMap']): number {
  return Math.min(8, ...cells.map(({ hour }) => hour))
}

function lastHour(cells: Report['heatMap']): number {
  return Math.max(20, ...cells.map(({ hour }) => hour))
}
