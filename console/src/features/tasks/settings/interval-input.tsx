import { limits } from '@carillon/client/limits'
import { Group, Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { intervalMessages } from './interval.messages.ts'
import { type IntervalUnit, intervalUnits, readNumber } from './interval-units.ts'

interface IntervalInputProps {
  label: string
  value?: number | string
  unit: IntervalUnit
  error?: ReactNode
  onChange(value: number | string): void
  onUnit(unit: IntervalUnit): void
}

const { callInterval } = limits.NewTask

/** A number and its unit, side by side. */
export function IntervalInput({ label, value, unit, error, onChange, onUnit }: IntervalInputProps) {
  const t = useMessages(intervalMessages)
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        label={label}
        inputMode="numeric"
        miw={90}
        flex={1}
        value={value ?? ''}
        error={error}
        onChange={({ currentTarget }) => onChange(readNumber(currentTarget.value))}
      />
      <Select
        aria-label={t.unit}
        allowDeselect={false}
        w={110}
        data={intervalUnits.map((each) => ({ value: each, label: t.units[Number(each)] ?? each }))}
        value={unit}
        onChange={(each) => each && onUnit(each as IntervalUnit)}
      />
    </Group>
  )
}

export function maxInterval(unit: IntervalUnit): number {
  return Math.floor(callInterval.maximum / Number(unit))
}
