// PostgreSQL stores any text except NUL and lone surrogates.

const REPLACEMENT = '\ufffd'

export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** The text with a replacement character for everything that cannot be stored. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', REPLACEMENT)
}
