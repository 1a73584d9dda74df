// Makes text safe for a terminal. Names come from users of the API, and a control character in one could clear the screen,
// change its colours, or fake another line.

/** C0, DEL and C1 controls, Unicode line ends, and invisible characters that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** For a single line: replaces each such character by its JSON escape. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped)
}

/** For text of several lines: keeps line ends and tabs. */
export function printableLines(text: string): string {
  return text.replace(UNPRINTABLE, (character) => (/[\n\t]/.test(character) ? character : escaped(character)))
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
