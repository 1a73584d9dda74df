// An error as a sentence, made from its code, its parameters and the name of its field.
import { en } from './en/errors.ts'
import type { ErrorDetail, ErrorWords } from './error-codes.ts'
import type { Language } from './languages.ts'
import { zh } from './zh/errors.ts'

export const errorWords: Record<Language, ErrorWords> = { en, zh }

/** Undefined for a code that is not known here, such as one of a newer service. */
export function errorSentence(
  { code, params, row, field = '' }: ErrorDetail,
  language: Language,
): string | undefined {
  const words = errorWords[language][code] as ((facts: object, field: string) => string) | undefined
  return words?.({ ...params, ...(row !== undefined && { row }) }, field)
}
