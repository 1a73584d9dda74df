// Whether text that was decoded as GB18030 is Chinese. Nearly any bytes decode as GB18030: the Windows-1252 bytes of
// "Jürgen" become "J黵gen", because an accented letter swallows the letter after it. Two things give such text away. Its
// characters are rare ones, while Chinese is written with the 3755 of the first level of GB 2312 for the most part; and
// they touch Latin letters or digits.

export interface ChineseCheck {
  look(text: string): void
  /** Enough characters were seen: more would not change the answer. */
  isEnough(): boolean
  isPlausible(): boolean
}

const ENOUGH_CHARACTERS = 10_000
const RUN = /[^\0-\x7f]+/g
/** Four-byte characters: the pattern is too long to occur by chance, however rare the characters are. */
const EXTENSION = /[\u3400-\u4dbf]|[\u{10000}-\u{10ffff}]/u
const ALPHANUMERIC = /[A-Za-z0-9]/

export function createChineseCheck(): ChineseCheck {
  const common = commonCharacters()
  let characters = 0
  let commonOnes = 0
  let strayOnes = 0
  let lastOfBefore = ''

  function lookAtRun(run: string, before: string, after: string): void {
    const chars = [...run]
    for (const [at, char] of chars.entries()) {
      if (EXTENSION.test(char)) continue
      characters++
      if (common.has(char)) commonOnes++
      else if (
        (at === 0 && ALPHANUMERIC.test(before)) ||
        (at === chars.length - 1 && ALPHANUMERIC.test(after))
      ) {
        strayOnes++
      }
    }
  }

  return {
    look(text) {
      for (const { 0: run, index } of text.matchAll(RUN)) {
        const before = index === 0 ? lastOfBefore : text.charAt(index - 1)
        lookAtRun(run, before, text.charAt(index + run.length))
        if (characters >= ENOUGH_CHARACTERS) return
      }
      if (text !== '') lastOfBefore = text.charAt(text.length - 1)
    },
    isEnough: () => characters >= ENOUGH_CHARACTERS,
    isPlausible: () => strayOnes * 4 <= characters && commonOnes * 2 >= characters,
  }
}

/** The characters of the first level of GB 2312, and its punctuation, symbols and full-width letters. */
function commonCharacters(): Set<string> {
  const bytes: number[] = []
  for (const [from, to] of [
    [0xa1, 0xa3],
    [0xb0, 0xd7],
  ] as const) {
    for (let lead = from; lead <= to; lead++)
      for (let trail = 0xa1; trail <= 0xfe; trail++) bytes.push(lead, trail)
  }
  return new Set(new TextDecoder('gb18030').decode(new Uint8Array(bytes)))
}
