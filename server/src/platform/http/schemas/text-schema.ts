// The text that a request may contain, as patterns that validation enforces and the OpenAPI document shows. They count code
// points, as JSON Schema does, and use only syntax that other languages support too.
import { Type } from 'typebox'
import { HIDDEN_CHARACTER, INVISIBLE_PATTERN } from '../../kernel/invisible-text.ts'
import { COUNTRIES } from '../../kernel/phone/phone-key.ts'
import { rule } from './field-rule.ts'

/** PostgreSQL stores neither NUL nor lone surrogates; the body parser refuses the latter everywhere. */
const UNSTORABLE = '\\u0000'

export const storableRule = rule('unstorable_text', 'must not contain a NUL character')

export const storable = {
  pattern: `^[^${UNSTORABLE}]*$`,
  'x-rules': { pattern: storableRule },
}

/** Free text, stored unchanged. */
export function text(options: object = {}) {
  return Type.String({ ...storable, ...options })
}

/** Two letters, of a country that has phone numbers. */
export function countryCode(description: string) {
  return Type.Unsafe<string>({
    type: 'string',
    enum: COUNTRIES,
    'x-rules': { enum: rule('invalid', 'must be a two-letter country code such as CN or GB') },
    description,
    examples: ['DE'],
  })
}

/** What a list of named things may be searched for. */
export const PartOfName = Type.Optional(
  text({ maxLength: 1000, description: 'Part of the name, ignoring case.' }),
)

/**
 * A name: trimmed, then 1 to `maxLength` characters, at least one of them visible. JSON Schema cannot trim, so the pattern
 * in the document allows outer white space; validation counts after trimming.
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
    'x-rules': {
      pattern: storableRule,
      not: rule('no_visible_character', 'must have at least one visible character'),
    },
    ...options,
  })
}

/** Who did something is told by this name, so none may look like another one by what nobody sees. */
export function accountName(options: object = {}) {
  return nameText(100, {
    ...options,
    not: { type: 'string', pattern: HIDDEN_CHARACTER },
    'x-rules': {
      pattern: storableRule,
      not: rule('hidden_character', 'must not contain invisible characters'),
    },
  })
}

export const currency = (description: string) =>
  Type.String({
    pattern: '^[A-Z]{3}$',
    'x-rules': { pattern: rule('invalid', 'must be three letters such as USD, as in ISO 4217') },
    description,
    examples: ['USD'],
  })
