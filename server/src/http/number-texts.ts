// The text of the numbers in a JSON object. JSON.parse turns `99.50` into 99.5, but an amount should be kept as it was
// written. Only the object's own fields are read; nested values are skipped.

const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const COLON = 0x3a
const BACKSLASH = 0x5c

/** The text must be valid JSON: this is not a validator. If a name occurs twice, the last one counts. */
export function readNumberTexts(json: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  let depth = 0
  let name = ''
  let isName = false
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(json, at)
      if (depth === 1 && isName) {
        name = JSON.parse(json.slice(at, end))
        texts.delete(name)
      }
      at = end - 1
    } else if (isOpening(code)) {
      depth += 1
      isName = true
    } else if (isClosing(code)) {
      depth -= 1
    } else if (code === COMMA) {
      isName = true
    } else if (code === COLON) {
      isName = false
    } else if (depth === 1 && !isName && (code === MINUS || isDigit(code))) {
      const end = endOfNumber(json, at)
      texts.set(name, json.slice(at, end))
      at = end - 1
    }
  }
  return texts
}

function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); ; at = json.indexOf('"', at + 1)) {
    let backslashes = 0
    while (json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return at + 1
  }
}

function endOfNumber(json: string, start: number): number {
  let end = start + 1
  while (end < json.length && /[\d.eE+-]/.test(json.charAt(end))) end += 1
  return end
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** `{` or `[` */
function isOpening(code: number): boolean {
  return code === 0x7b || code === 0x5b
}

/** `}` or `]` */
function isClosing(code: number): boolean {
  return code === 0x7d || code === 0x5d
}
