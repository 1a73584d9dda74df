// PostgreSQL stores any text except NUL and lone surrogates.

export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
