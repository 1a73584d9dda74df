import { TextInput, type TextInputProps } from '@mantine/core'

interface TimeInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  value?: string
  onChange?(value: string): void
}

/** A time of day as HH:MM, independent of the browser's locale. Accepts `9`, `930` and `9.30` too. */
export function TimeInput({ value = '', onChange, onBlur, ...rest }: TimeInputProps) {
  return (
    <TextInput
      {...rest}
      placeholder="HH:MM"
      inputMode="numeric"
      maxLength={5}
      miw={180}
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      onBlur={(event) => {
        onChange?.(completeTime(value))
        onBlur?.(event)
      }}
    />
  )
}

export function completeTime(text: string): string {
  const [, hours, minutes = '00'] = /^(\d{1,2}?)[:.：h]?(\d{2})?$/.exec(text.trim()) ?? []
  return hours === undefined ? text : `${hours.padStart(2, '0')}:${minutes}`
}

/** Whether a daily window begins and ends at once. A missing time means midnight. */
export function isSameTime(start: string, end: string): boolean {
  return (start !== '' || end !== '') && (start || '00:00') === (end || '00:00')
}
