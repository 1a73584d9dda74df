// PostgreSQL stores any text but NUL and half of a surrogate pair.

export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
