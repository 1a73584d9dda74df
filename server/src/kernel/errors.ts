// Errors caused by the caller. Each carries its facts and a sentence that a user can act on; only the HTTP layer maps
// classes to status codes.

export abstract class DomainError extends Error {
  override get name(): string {
    return this.constructor.name
  }
}

/** The request is malformed or breaks a rule; the message names the field. */
export class InvalidInput extends DomainError {}

/** No such task, data source, contact or token. */
export class NotFound extends DomainError {
  constructor(what: string, id: string) {
    super(`${what} ${quote(id)} does not exist`)
  }
}

/** The request is valid, but something with the same name or number already exists. */
export class Conflict extends DomainError {}

/** More bytes, rows or cells than the service accepts. */
export class TooLarge extends DomainError {}

/** The operation is not permitted in the current state. */
export class NotAllowed extends DomainError {}

/** Ids come from callers: keeps a message short and printable whatever was sent. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}
