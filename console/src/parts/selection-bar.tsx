// Says what is selected in a table and what can be done with it. It floats above the end of the table, so that selecting moves no row.
import { CloseButton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../language/language-provider.tsx'
import { useFormat } from '../language/use-format.ts'
import { partsMessages } from './parts.messages.ts'

interface SelectionBarProps {
  /** Describes the actions to screen readers. */
  label: string
  count: number
  /** How many of them are not on the page that is shown. */
  elsewhere: number
  onClear(): void
  /** The actions. */
  children: ReactNode
}

export function SelectionBar({ label, count, elsewhere, onClear, children }: SelectionBarProps) {
  const t = useMessages(partsMessages)
  const format = useFormat()
  if (count === 0) return null
  return (
    <div className="selection-bar" role="toolbar" aria-label={label}>
      <Text size="sm" fw={600} aria-live="polite">
        {t.selected(format.number(count))}
        {elsewhere > 0 && (
          <Text span size="sm" c="dimmed" fw={400}>
            {' '}
            {t.selectedElsewhere(format.number(elsewhere))}
          </Text>
        )}
      </Text>
      {children}
      <CloseButton size="sm" aria-label={t.clearSelection} title={t.clearSelection} onClick={onClear} />
    </div>
  )
}
