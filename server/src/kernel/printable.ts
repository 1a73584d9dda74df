// Text as a terminal may get it. Names come from anyone who may use the API, and a control character in one could clear
// the screen, recolour it, or make a line read as another.

/** C0, DEL and C1, and what ends lines or turns the direction of text around without being seen. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** One line, with each such character as the escape that JSON has for it. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped)
}

/** The same for text of several lines. */
export function printableLines(text: string): string {
  return text.replace(UNPRINTABLE, (character) => (/[\n\t]/.test(character) ? character : escaped(character)))
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
