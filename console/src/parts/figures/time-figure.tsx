import { wallMilliseconds } from '../../language/format.ts'
import { useFormat } from '../../language/use-format.ts'
import { Figure } from './figure.tsx'

interface TimeFigureProps {
  label: string
  timestamp: string | null
  /** Instead of a time. */
  none?: string
}

/** A time of day, with the date beside it unless it is today: together they would not fit a line. */
export function TimeFigure({ label, timestamp, none = '–' }: TimeFigureProps) {
  const format = useFormat()
  if (timestamp === null) return <Figure label={label} value={none} />
  const wallMs = wallMilliseconds(timestamp)
  const isToday = format.shortTime(timestamp) !== format.dateTime(timestamp)
  return (
    <Figure
      label={label}
      value={<span title={format.dateTime(timestamp)}>{format.clock(wallMs)}</span>}
      {...(!isToday && { note: format.dateOfYear(wallMs) })}
    />
  )
}
