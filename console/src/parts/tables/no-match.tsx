import { Button } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import { EmptyState } from '../empty-state.tsx'
import { partsMessages } from '../parts.messages.ts'

interface NoMatchProps {
  title: string
  hint: string
  onClear(): void
}

/** Shown when a search finds nothing. */
export function NoMatch({ title, hint, onClear }: NoMatchProps) {
  const t = useMessages(partsMessages)
  return (
    <EmptyState
      title={title}
      hint={hint}
      action={
        <Button variant="default" onClick={onClear}>
          {t.clearSearch}
        </Button>
      }
    />
  )
}
