import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { partsMessages } from '../parts.messages.ts'

interface SearchFieldProps {
  label: string
  value: string | undefined
  onChange(value: string | undefined): void
  /** The API's limit. */
  maxLength?: number
}

/** Searches 250 ms after the last key press, or immediately on Enter. */
export function SearchField({ label, value = '', onChange, maxLength = 1000 }: SearchFieldProps) {
  const t = useMessages(partsMessages)
  const [text, setText] = useState(value)
  // The value can also change from outside: a link, the back button, "clear filters".
  useEffect(() => {
    setText(value)
  }, [value])
  const later = useDebouncedCallback((next: string) => onChange(next.trim() || undefined), 250)
  function change(next: string): void {
    setText(next)
    later(next)
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      w={240}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={text}
      maxLength={maxLength}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && later.flush?.()}
      rightSection={
        text !== '' && <CloseButton size="xs" aria-label={t.clearSearch} onClick={() => change('')} />
      }
    />
  )
}
