// How likely it is that text was decoded with the right encoding.
import type { Encoding } from './encodings.ts'
import { ASIAN_ENCODINGS, type AsianEncoding, isFrequent } from './frequent-characters.ts'

const OUTSIDE_ASCII = /[^\0-\x7f]/gu
const LETTER = /\p{L}/u
/** Characters without a meaning of their own: nobody writes them. */
const UNASSIGNED = /[\p{Co}\p{Cn}\x80-\x9f\ufffd]/u

export interface CharacterCounts {
  letters: number
  /** Of the letters: those that the language of the encoding is mostly written with. */
  frequent: number
  hasUnassigned: boolean
}

export interface CharacterCounter {
  look(text: string): void
  counts: Readonly<CharacterCounts>
}

/** Counts the characters outside ASCII of text that was decoded with an encoding of East Asia. */
export function createCharacterCounter(encoding: AsianEncoding): CharacterCounter {
  const counts: CharacterCounts = { letters: 0, frequent: 0, hasUnassigned: false }
  return {
    counts,
    look(text) {
      for (const [char] of text.matchAll(OUTSIDE_ASCII)) {
        if (UNASSIGNED.test(char)) counts.hasUnassigned = true
        if (!LETTER.test(char)) continue
        counts.letters++
        if (isFrequent(char, encoding)) counts.frequent++
      }
    },
  }
}

export function shareOfFrequent({ letters, frequent }: CharacterCounts): number {
  return letters === 0 ? 0 : frequent / letters
}

const LATIN = /[À-ÖØ-öø-ÿĀ-ſ€’‘“”–—…«»¿¡°§]/u
/** What words in the encoding are made of, outside ASCII. */
const SCRIPTS: Partial<Record<Encoding, RegExp>> = {
  'windows-1252': /[À-ÖØ-öø-ÿŒœŠšŽžŸ€’‘“”–—…«»¿¡°§]/u,
  'windows-1250': LATIN,
  'windows-1251': /[А-Яа-яЁёЄєІіЇїҐґ№«»–—]/u,
  'koi8-r': /[А-Яа-яЁё]/u,
  'windows-1253': /[Ά-ώ]/u,
  'windows-1254': LATIN,
  'windows-1255': /[א-ת]/u,
  'windows-1256': /[ء-ۿ]/u,
  'windows-1257': LATIN,
  'windows-1258': LATIN,
  'windows-874': /[ก-๛]/u,
  'iso-8859-15': LATIN,
  macintosh: LATIN,
}
const CASED = new Set<Encoding>(['windows-1251', 'koi8-r', 'windows-1253'])
/** In Latin words, letters outside ASCII stand among others; in the other scripts they stand together. */
const SIDE_BY_SIDE = /(?<=[^\0-\x7f])[^\0-\x7f]/gu
const BESIDE_ASCII = /(?<=[A-Za-z])[^\0-\x7f]|[^\0-\x7f](?=[A-Za-z])/gu
const CAPITAL_INSIDE = /(?<=\p{Ll})\p{Lu}/gu

/** From 0, nonsense, to 1: how much the text, decoded with the encoding, looks like words. */
export function likenessToWords(text: string, encoding: Encoding): number {
  const outside = text.match(OUTSIDE_ASCII) ?? []
  if (outside.length === 0 || outside.some((char) => UNASSIGNED.test(char))) return 0
  if (isAsian(encoding)) {
    const counter = createCharacterCounter(encoding)
    counter.look(text)
    return shareOfFrequent(counter.counts)
  }
  const script = SCRIPTS[encoding]
  if (!script) return 0
  const odd = (pattern: RegExp) => (text.match(pattern)?.length ?? 0) / outside.length
  const ofScript = outside.filter((char) => script.test(char)).length / outside.length
  const isLatin = script === LATIN || encoding === 'windows-1252'
  const misplaced = isLatin ? odd(SIDE_BY_SIDE) : odd(BESIDE_ASCII)
  return Math.max(0, ofScript - misplaced - (CASED.has(encoding) || isLatin ? odd(CAPITAL_INSIDE) : 0))
}

function isAsian(encoding: Encoding): encoding is AsianEncoding {
  return (ASIAN_ENCODINGS as string[]).includes(encoding)
}
