// Errors caused by the caller. Each carries a code with parameters for programs, and the same as a sentence that a user can act on,
// which is that of the catalogue if the code says it all; only the HTTP layer maps classes to status codes.

import { en } from '../words/en/errors.ts'
import { errorSentence } from '../words/errors.ts'
import type { ErrorDetail } from '../words/faults.ts'

export abstract class DomainError extends Error {
  readonly detail: ErrorDetail

  /** With a sentence of its own only where that says more than the code does. */
  constructor(...given: [ErrorDetail, ErrorOptions?] | [string, ErrorDetail, ErrorOptions?]) {
    const [message, detail, options] = isOfCode(given) ? [errorSentence(given[0], en), ...given] : given
    super(message, options)
    this.detail = detail
  }

  override get name(): string {
    return this.constructor.name
  }
}

type Given = ConstructorParameters<typeof DomainError>
const isOfCode = (given: Given): given is [ErrorDetail, ErrorOptions?] => typeof given[0] === 'object'

/** The request is malformed or breaks a rule; the message names the field. */
export class InvalidInput extends DomainError {}

/** The caller may not do this; somebody else may. */
export class Forbidden extends DomainError {}

/** No such task, data source, contact or token. */
export class NotFound extends DomainError {
  constructor(what: string, id: string) {
    super(`${what} ${quote(id)} does not exist`, { fault: 'not_found', params: { what, id: shorten(id) } })
  }
}

/** The request is valid, but something with the same name or number already exists. */
export class Conflict extends DomainError {}

/** More bytes, rows or cells than the service accepts. */
export class TooLarge extends DomainError {}

/** The operation is not permitted in the current state. */
export class NotAllowed extends DomainError {}

/** Not now: `seconds` later. */
export abstract class Later extends DomainError {
  readonly retryAfterSeconds: number

  constructor(...given: [LaterDetail] | [string, LaterDetail]) {
    super(...given)
    this.retryAfterSeconds = (given[1] ?? (given[0] as LaterDetail)).params.seconds
  }
}
type LaterDetail = ErrorDetail & { params: { seconds: number } }

/** More than the caller may ask for in this time. */
export class TooManyRequests extends Later {}

/** It could not be done now, through no fault of the caller. */
export class TryAgain extends DomainError {}

/** Ids come from callers: keeps a message short and printable whatever was sent. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text))
}

/** A field names by its id what is not there. */
export function namesUnknown(field: string, what: string, id: string): InvalidInput {
  return new InvalidInput(`${field} names the ${what} ${quote(id)}, which does not exist`, {
    fault: 'not_found',
    field,
    params: { what, id: shorten(id) },
  })
}

const SHOWN_CHARACTERS = 80

/** As much of a caller's text as an answer repeats. */
export function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}
