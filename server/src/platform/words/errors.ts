// An error as a sentence, made from the fault, its parameters and the name of its field. The words are an argument, so that a
// browser loads them in one language.
import type { ErrorDetail, ErrorWords, Fault } from './faults.ts'

/** Undefined for a fault that is not known here, such as one of a newer service. */
export function errorSentence(
  { fault, params, row, field = '' }: ErrorDetail,
  words: ErrorWords,
): string | undefined {
  const sentence = words[fault] as ((facts: object, field: string) => string) | undefined
  return sentence?.({ ...params, ...(row !== undefined && { row }) }, field)
}

/** Codes that several faults share, one of which has the same name. */
const NAMES_OF_BOTH: ReadonlySet<string> = new Set(['invalid', 'phone_invalid', 'request_malformed'])

/** The fault that an answer names. The list of codes is not needed for it, so that a browser does not load that. */
export function faultOf(
  { code, params }: { code: string; params: { reason?: unknown } },
  words: ErrorWords,
): Fault {
  return (code in words && !NAMES_OF_BOTH.has(code) ? code : params.reason) as Fault
}
