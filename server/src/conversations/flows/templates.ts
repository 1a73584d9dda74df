// Templates: text with placeholders such as `{{name}}`, or `{{name|there}}` with a default for a missing or empty value.

// White space is trimmed afterwards: a pattern that also matched it would backtrack.
const PLACE = /\{\{([^{}|]+)(?:\|([^{}]*))?\}\}/g

/** Of a text whose places are filled in: fields that contain each other would otherwise multiply. */
export const MAX_FILLED_TEXT = 2000

export interface TemplatePlace {
  name: string
  /** Undefined if the text has none. */
  fallback: string | undefined
}

export function placesIn(text: string): TemplatePlace[] {
  return [...text.matchAll(PLACE)].map(([, name = '', fallback]) => ({
    name: name.trim(),
    fallback: fallback?.trim(),
  }))
}

type ValueFor = (name: string) => string | undefined

/** A missing value without a fallback is left out. */
export function fillTemplate(text: string, valueFor: ValueFor): string {
  return fill(text, valueFor, () => false)
}

/** Fills in what is known before the call; the places of what comes of the call stay. */
export function fillBeforeCall(text: string, valueFor: ValueFor): string {
  return fill(text, valueFor, isOfCall)
}

export function fillValues(
  texts: Readonly<Record<string, string>>,
  valueFor: ValueFor,
  fillText = fillTemplate,
): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fillText(text, valueFor)]))
}

/** Whether the value is only known in the call: what was keyed in, or a result field. */
export const isOfCall = (name: string) => /^(?:digits|result)\./.test(name)

function fill(text: string, valueFor: ValueFor, isKept: (name: string) => boolean): string {
  const filled = text.replace(PLACE, (whole, name: string, fallback: string | undefined) =>
    isKept(name.trim()) ? whole : valueFor(name.trim()) || fallback?.trim() || '',
  )
  return cutText(filled.replace(/\s+/g, ' ').trim())
}

/** The first characters of a text, counted as JSON Schema does: a character outside the first plane is one. */
export function cutText(text: string, max = MAX_FILLED_TEXT): string {
  return text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('')
}
