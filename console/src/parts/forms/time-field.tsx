import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { partsMessages } from '../parts.messages.ts'
import { readTime, showTime, type TimeKind } from './typed-time.ts'

interface TimeFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'placeholder'> {
  kind?: TimeKind
  /** `2026-03-02T09:30`, or `2026-03-02` for a date; empty for none. */
  value?: string
  /** Not called while what is typed is no date. */
  onChange?(value: string): void
  /** The last day that can be picked. */
  max?: string | undefined
}

/** Letters, because a date would look as if it were set. */
const PLACEHOLDERS = { date: 'YYYY-MM-DD', dateTime: 'YYYY-MM-DD HH:MM' }
const EXAMPLES = { date: '2026-03-02', dateTime: '2026-03-02T09:30' }

/**
 * A date, with or without a time, typed in the format in which the page shows it. A browser's own input would use the format of the
 * browser's language instead; it only picks here.
 */
export function TimeField({
  kind = 'dateTime',
  value = '',
  onChange,
  onBlur,
  max,
  error,
  ...rest
}: TimeFieldProps) {
  const { language } = useLanguage()
  const t = useMessages(partsMessages)
  const shown = showTime(value, kind, language)
  const [text, setText] = useState(shown)
  const [isInvalid, setInvalid] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const isTyping = useRef(false)
  // The value can also change from outside.
  useEffect(() => {
    if (isTyping.current) return
    setText(shown)
    setInvalid(false)
  }, [shown])

  function write(next: string): void {
    setText(next)
    const read = next.trim() === '' ? '' : readTime(next, kind)
    if (read !== undefined) onChange?.(read)
  }
  const example = t.such(showTime(EXAMPLES[kind], kind, language))
  return (
    <div className="time-field">
      <TextInput
        {...rest}
        placeholder={PLACEHOLDERS[kind]}
        value={text}
        error={error || (isInvalid && example)}
        onChange={({ currentTarget }) => {
          isTyping.current = true
          setInvalid(false)
          write(currentTarget.value)
        }}
        onBlur={(event) => {
          isTyping.current = false
          const read = text.trim() === '' ? '' : readTime(text, kind)
          setInvalid(read === undefined)
          if (read !== undefined) setText(showTime(read, kind, language))
          onBlur?.(event)
        }}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            tabIndex={-1}
            aria-label={t.pickDate}
            onClick={() => picker.current?.showPicker()}
          >
            <IconCalendar size={15} />
          </ActionIcon>
        }
      />
      <input
        ref={picker}
        className="time-field-picker"
        type={kind === 'date' ? 'date' : 'datetime-local'}
        tabIndex={-1}
        aria-hidden
        value={readTime(value, kind) ?? ''}
        max={max}
        onChange={({ currentTarget }) => {
          setInvalid(false)
          setText(showTime(currentTarget.value, kind, language))
          onChange?.(currentTarget.value)
        }}
      />
    </div>
  )
}
