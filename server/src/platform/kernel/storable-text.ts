// PostgreSQL stores any text except NUL and lone surrogates.

const REPLACEMENT = '\ufffd'

export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** The text with a replacement character for everything that cannot be stored. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', REPLACEMENT)
}

/** The value as JSON that PostgreSQL can store. */
export function toStorableJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each === 'string') return toStorableText(each)
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [toStorableText(key), inner]))
  })
}
