// Values from users in files of Asterisk. A value may not become anything but the value of its own line: what has a form is refused if it
// has another one, and text without a form is escaped.
import { isIP } from 'node:net'

/** A value of a trunk that cannot be written into the configuration. The message is a sentence for the operator. */
export class UnusableTrunk extends Error {
  override name = 'UnusableTrunk'
}

/** Asterisk reads lines of up to 8191 bytes, and begins a new one behind them. */
const MAX_BYTES = 1000
/** A section is `trunk-` and the id. */
const ID = /^[A-Za-z0-9_-]{1,64}$/
const HOST_NAME = /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9_-]{0,62})?(\.[A-Za-z0-9]([A-Za-z0-9_-]{0,62})?)*\.?$/
/** What RFC 3261 allows in the user part of an address without an escape, but for `;`, `,` and `?`. */
const USER = /^[A-Za-z0-9._!~*'()&=+$/#-]{1,128}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/

export function isHost(text: string): boolean {
  return isIP(text) !== 0 || HOST_NAME.test(text)
}

/** The name of the PJSIP objects of a trunk. */
export function sectionOf(id: string): string {
  if (!ID.test(id)) throw new UnusableTrunk(`its id ${JSON.stringify(id)} is not letters, digits and hyphens`)
  return `trunk-${id}`
}

/** A host as it is in a SIP address. */
export function sipHost(field: string, text: string): string {
  if (!isHost(text))
    throw new UnusableTrunk(
      `${field} must be a name or an address such as sip.example.com, not ${shown(text)}`,
    )
  return isIP(text) === 6 ? `[${text}]` : text
}

export function sipPort(text: number): number {
  if (Number.isInteger(text) && text >= 1 && text <= 65_535) return text
  throw new UnusableTrunk(`port must be a whole number from 1 to 65535, not ${text}`)
}

/** The user part of an address as it is written there. */
export function sipUser(field: string, text: string): string {
  if (USER.test(text)) return text
  throw new UnusableTrunk(
    `${field} must be letters, digits and some signs, as in an address, not ${shown(text)}`,
  )
}

/** The user part of an address, with all that has a meaning there as percent codes. */
export function encodedUser(text: string): string {
  return encodeURIComponent(checked('username', text))
}

/** A number as it is in the address of a call, where `#` has a meaning of its own. */
export function dialString(number: string): string {
  return number.replaceAll('#', '%23')
}

/** Any text: a semicolon would begin a comment. */
export function freeText(field: string, text: string): string {
  return escaped(checked(field, text))
}

/** For addresses, which have semicolons of their own. */
export function escaped(text: string): string {
  return text.replaceAll(';', '\\;')
}

function checked(field: string, text: string): string {
  // Never the value: it may be a password.
  if (CONTROL.test(text)) throw new UnusableTrunk(`${field} may not have line breaks or control characters`)
  if (text !== text.trim() || text === '')
    throw new UnusableTrunk(`${field} may not be empty, begin or end with spaces`)
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new UnusableTrunk(`${field} may not be longer than ${MAX_BYTES} bytes`)
  return text
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100))
}
