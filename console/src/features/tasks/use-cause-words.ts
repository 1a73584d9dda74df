import { useCallback } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { denialMessages } from './denial.messages.ts'
import { tasksMessages } from './tasks.messages.ts'

/** The words of a cause: how a call ended, or why a contact may not be called. */
export function useCauseWords(): (cause: string) => string {
  const { causes } = useMessages(tasksMessages)
  const denials = useMessages(denialMessages)
  return useCallback((cause) => causes[cause] ?? denials[cause] ?? cause, [causes, denials])
}
