// Text with places for values: `{{name}}`, or `{{name|there}}` with what stands there if the value is missing or empty.

const PLACE = /\{\{\s*([^{}|]+?)\s*(?:\|\s*([^{}]*?)\s*)?\}\}/g

export interface TemplatePlace {
  name: string
  /** Undefined if the text has none. */
  fallback: string | undefined
}

export function placesIn(text: string): TemplatePlace[] {
  return [...text.matchAll(PLACE)].map(([, name = '', fallback]) => ({ name, fallback }))
}

export function fillValues(
  texts: Readonly<Record<string, string>>,
  valueFor: (name: string) => string | undefined,
): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fillTemplate(text, valueFor)]))
}

/** A missing value without a fallback is left out. */
export function fillTemplate(text: string, valueFor: (name: string) => string | undefined): string {
  return text
    .replace(PLACE, (_whole, name: string, fallback: string | undefined) => valueFor(name) || fallback || '')
    .replace(/\s+/g, ' ')
    .trim()
}
