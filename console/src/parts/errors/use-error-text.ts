import { ApiError } from '@carillon/client/errors'
import { useCallback } from 'react'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { partsMessages } from '../parts.messages.ts'
import { errorText } from './error-text.ts'

/** The sentence for an error, from its code; the service's message if this console does not know the code. */
export function useErrorText(): (error: unknown) => string {
  const t = useMessages(partsMessages)
  const { language } = useLanguage()
  return useCallback(
    (error) => {
      if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
      if (error.isUnreachable) return t.unreachable
      const [first] = error.errors
      return (first && errorText(first, language)) ?? error.message
    },
    [t, language],
  )
}
