import { SegmentedControl } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import { partsMessages } from '../parts.messages.ts'
import { type Days, shiftDay } from './days.ts'
import { TimeField } from './time-field.tsx'

interface PeriodChoiceProps {
  /** How many days up to today one click chooses. */
  presets: readonly number[]
  /** Undefined: no days are chosen. */
  days: Days | undefined
  today: string | undefined
  /** The first day of what is shown while no days are chosen. */
  first?: string | undefined
  onChange(days: Days): void
  /** Offers everything, without days. */
  onAll?: () => void
}

const ALL = 'all'

/** The days of a report. */
export function PeriodChoice({ presets, days, today, first, onChange, onAll }: PeriodChoiceProps) {
  const { period: t } = useMessages(partsMessages)
  const preset = presets.find(
    (count) => today !== undefined && days?.to === today && days.from === shiftDay(today, 1 - count),
  )
  const chosen = preset === undefined ? (!days && onAll ? ALL : '') : String(preset)
  function choose(next: string): void {
    if (next === ALL) onAll?.()
    else if (today !== undefined) onChange({ from: shiftDay(today, 1 - Number(next)), to: today })
  }
  return (
    <>
      <SegmentedControl
        aria-label={t.label}
        data={[
          ...presets.map((count) => ({ value: String(count), label: t.days(count) })),
          ...(onAll ? [{ value: ALL, label: t.all }] : []),
        ]}
        value={chosen}
        onChange={choose}
      />
      <TimeField
        kind="date"
        w={135}
        aria-label={t.from}
        value={days?.from ?? first ?? ''}
        max={today}
        onChange={(from) => from !== '' && onChange({ from, to: days?.to ?? today ?? from })}
      />
      <TimeField
        kind="date"
        w={135}
        aria-label={t.to}
        value={days?.to ?? today ?? ''}
        max={today}
        onChange={(to) => to !== '' && onChange({ from: days?.from ?? to, to })}
      />
    </>
  )
}
