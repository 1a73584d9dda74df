// In how many numbers each run of one to three symbols occurs. Counted here, stored per data source, so that
// the total of a short search is a look-up. Symbols are the digits and +, which makes 11 + 121 + 1331 runs.

const SYMBOLS = '0123456789+'
const BASE = SYMBOLS.length
const LENGTHS = 3
const FIRST_CODE = [0, 0, BASE, BASE + BASE * BASE]
const CODES = BASE + BASE ** 2 + BASE ** 3

export interface GramCounts {
  /** A number joins (1) or leaves (-1) the data source. */
  count(digits: string, change: 1 | -1): void
  /** The runs whose count changed, in a fixed order so that concurrent writers lock them alike. */
  changes(): { grams: string[]; deltas: number[] }
}

export function createGramCounts(): GramCounts {
  const deltas = new Int32Array(CODES)
  // The last number in which a run was seen: a run counts once a number, however often it occurs in it.
  const lastSeen = new Int32Array(CODES).fill(-1)
  let numbers = 0

  return {
    count(digits, change) {
      numbers += 1
      for (let start = 0; start < digits.length; start += 1) {
        let value = 0
        for (let length = 1; length <= LENGTHS && start + length <= digits.length; length += 1) {
          const symbol = digits.charCodeAt(start + length - 1)
          value = value * BASE + (symbol === 43 ? 10 : symbol - 48)
          const code = (FIRST_CODE[length] ?? 0) + value
          if (lastSeen[code] === numbers) continue
          lastSeen[code] = numbers
          deltas[code] = (deltas[code] ?? 0) + change
        }
      }
    },

    changes() {
      const changed = { grams: [] as string[], deltas: [] as number[] }
      deltas.forEach((delta, code) => {
        if (delta === 0) return
        changed.grams.push(gramOf(code))
        changed.deltas.push(delta)
      })
      return changed
    },
  }
}

/** Whether the total for this needle is among the stored counts. */
export function isCountedNeedle(needle: string): boolean {
  return needle.length >= 1 && needle.length <= LENGTHS
}

function gramOf(code: number): string {
  const length = code < BASE ? 1 : code < BASE + BASE ** 2 ? 2 : 3
  let value = code - (FIRST_CODE[length] ?? 0)
  let gram = ''
  for (let index = 0; index < length; index += 1) {
    gram = SYMBOLS[value % BASE] + gram
    value = Math.floor(value / BASE)
  }
  return gram
}
