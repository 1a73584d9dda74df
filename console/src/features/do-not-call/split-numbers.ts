// Phone numbers as people paste them, and the field that an API error about one of them belongs to.
import { ApiError } from '@carillon/client/errors'

/** A number may itself contain spaces and dashes, so only line breaks, commas, semicolons and tabs separate numbers. */
export function splitNumbers(text: string): string[] {
  return text
    .split(/[\n\r\t,;，；、]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The API names an entry of the request, as in `phoneNumbers[3]`; the form has one field for all of them. */
export function fieldOfError(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const [field = ''] = error.errors.map((detail) => detail.field ?? '')
  if (field.startsWith('phoneNumbers')) return 'numbers'
  return field === 'note' || field === 'expireTime' ? field : undefined
}
