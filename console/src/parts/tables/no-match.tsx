import { Button } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import { EmptyState } from '../empty-state.tsx'
import { partsMessages } from '../parts.messages.ts'

interface NoMatchProps {
  title: string
  hint?: string
  /** What clears them; default: a search. */
  action?: string
  onClear(): void
}

/** Shown when a search or filters find nothing. */
export function NoMatch({ title, hint, action, onClear }: NoMatchProps) {
  const t = useMessages(partsMessages)
  return (
    <EmptyState
      title={title}
      hint={hint}
      action={
        <Button variant="default" onClick={onClear}>
          {action ?? t.clearSearch}
        </Button>
      }
    />
  )
}
