import { NumberInput } from '@mantine/core'

interface NumberFieldProps {
  label: string
  value: number | undefined
  onChange(value: number | undefined): void
  /** What holds without a value. */
  fallback?: number | undefined
  min: number
  max: number
  error?: boolean
}

/** A whole number that may be left out. */
export function NumberField({ label, value, onChange, fallback, min, max, error = false }: NumberFieldProps) {
  return (
    <NumberInput
      label={label}
      placeholder={fallback === undefined ? '' : String(fallback)}
      value={value ?? ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
      min={min}
      max={max}
      clampBehavior="none"
      allowDecimal={false}
      error={error}
    />
  )
}
