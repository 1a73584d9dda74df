// What text a request may bring, as patterns that the OpenAPI document shows and validation enforces alike. They
// count code points, as JSON Schema does, and use no syntax that JavaScript has and other languages lack.
import { Type } from 'typebox'
import { INVISIBLE_PATTERN } from '../kernel/invisible-text.ts'

/** PostgreSQL does not store NUL. Nor half of a surrogate pair, which the parser of bodies refuses anywhere. */
const UNSTORABLE = '\\u0000'

export const STORABLE_MESSAGE = 'must not contain a NUL character'

export const storable = {
  pattern: `^[^${UNSTORABLE}]*$`,
  'x-messages': { pattern: STORABLE_MESSAGE },
}

/** Text of the caller's own, kept as it is. */
export function text(options: object = {}) {
  return Type.String({ ...storable, ...options })
}

/**
 * A name: trimmed, then 1 to `maxLength` characters of which a person sees at least one. The document has no way to
 * trim, so its pattern allows for outer white space; validation counts after trimming.
 */
export function nameText(maxLength: number, options: object = {}) {
  const any = `[^${UNSTORABLE}]`
  const solid = `[^\\s${UNSTORABLE}]`
  return Type.String({
    minLength: 1,
    maxLength,
    'x-trim': true,
    pattern: `^\\s*${solid}(?:${any}{0,${maxLength - 2}}${solid})?\\s*$`,
    not: { type: 'string', pattern: INVISIBLE_PATTERN },
    'x-messages': { pattern: STORABLE_MESSAGE, not: 'must have at least one visible character' },
    ...options,
  })
}
