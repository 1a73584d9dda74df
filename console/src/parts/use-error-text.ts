import { ApiError } from '@carillon/client/errors'
import { useMessages } from '../language/language-provider.tsx'
import { partsMessages } from './parts.messages.ts'

/** The sentence for an error: the service's own, unless it could not say any. */
export function useErrorText(): (error: unknown) => string {
  const t = useMessages(partsMessages)
  return (error) => {
    if (error instanceof ApiError) return error.isUnreachable ? t.unreachable : sentence(error.message)
    return error instanceof Error ? error.message : String(error)
  }
}

/** The API writes no capital at the beginning unless it begins with a field's name, which stays as it is. */
function sentence(text: string): string {
  const [first = ''] = text.split(' ', 1)
  const isFieldName = /[A-Z[.]/.test(first)
  return isFieldName ? text : text.charAt(0).toUpperCase() + text.slice(1)
}
