// Phone numbers as people paste them, and what an API error about one of them is about.
import { ApiError } from '@carillon/client/errors'

/** A number may itself contain spaces and dashes, so only line breaks, commas, semicolons and tabs separate numbers. */
export function splitNumbers(text: string): string[] {
  return text
    .split(/[\n\r\t,;，；、]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The API names an entry of the request, as in `phoneNumbers[3]`; the user knows the number. */
export function withNumbers(error: unknown, phoneNumbers: string[]): unknown {
  if (!(error instanceof ApiError)) return error
  const errors = error.errors.map((detail) => {
    const [, index] = /^phoneNumbers\[(\d+)\]/.exec(detail.field ?? '') ?? []
    return { ...detail, field: phoneNumbers[Number(index)] ?? detail.field }
  })
  return new ApiError(error.status, error.message, { errors })
}

/** The field of the form: everything that is not about the note or the expiry is about the numbers. */
export function fieldOfError(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined
  const field = error.errors[0]?.field
  return field === 'note' || field === 'expireTime' ? field : 'numbers'
}
