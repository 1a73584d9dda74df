// Chooses the encoding of text that is not Unicode. Each encoding of East Asia decodes the same bytes, and the characters that come of it are
// compared with those that its language is mostly written with. GB18030 also counts where that gives plausible Chinese and nothing
// else is likely: rare characters of a name are no reason to ask. Encodings with one byte for each character decode anything, so they are
// only proposed.

import {
  type CharacterCounter,
  createCharacterCounter,
  likenessToWords,
  shareOfFrequent,
} from './encoding-score.ts'
import { createStrictDecoder, type Encoding, type StrictDecoder } from './encodings.ts'
import { ASIAN_ENCODINGS, type AsianEncoding } from './frequent-characters.ts'
import { createChineseCheck } from './plausible-chinese.ts'
import { createSampleCells } from './sample-cells.ts'

export interface Candidate {
  encoding: Encoding
  /** Some cells of the file, decoded. */
  sample: string
}

export interface EncodingChoice {
  look(bytes: Buffer): void
  /** More would not change the answer. */
  isEnough(): boolean
  finish(): { certain: Encoding | undefined; candidates: Candidate[] }
}

interface Reading {
  encoding: AsianEncoding
  decoder: StrictDecoder
  counter: CharacterCounter
}

const ENOUGH_LETTERS = 10_000
/** Fewer letters may be frequent in two encodings by chance. */
const MIN_LETTERS = 6
const MIN_SHARE = 0.6
/** Wrongly decoded, a sixth of the characters are frequent ones by chance; of Chinese lists it is more than half. */
const MIN_CHINESE_SHARE = 0.3
/** How much like words text in an alphabet is, if it is. */
const LIKE_WORDS = 0.8
/** What makes less sense than that is only proposed if there is nothing else to choose from. */
const MIN_LIKENESS = 0.3
const MIN_CANDIDATES = 2
const MAX_CANDIDATES = 6

/** In the order in which equal ones are proposed. */
const PROPOSED: Encoding[] = [
  ...([
    'windows-1252',
    'gb18030',
    'big5',
    'shift_jis',
    'euc-jp',
    'euc-kr',
    'windows-1250',
    'windows-1251',
  ] as const),
  ...(['koi8-r', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256', 'windows-1257'] as const),
  ...(['windows-1258', 'windows-874', 'iso-8859-15', 'macintosh'] as const),
]

export function createEncodingChoice(): EncodingChoice {
  const chinese = createChineseCheck()
  const cells = createSampleCells()
  let readings = ASIAN_ENCODINGS.map((encoding): Reading => {
    return { encoding, decoder: createStrictDecoder(encoding), counter: createCharacterCounter(encoding) }
  })

  /** At the end without bytes. An encoding in which the bytes are invalid is out. */
  function read(bytes?: Buffer): void {
    readings = readings.filter(({ encoding, decoder, counter }) => {
      const text = decodeOrUndefined(decoder, bytes)
      if (text === undefined) return false
      counter.look(text)
      if (encoding === 'gb18030') chinese.look(text)
      return !counter.counts.hasUnassigned
    })
  }

  return {
    look(bytes) {
      cells.look(bytes)
      read(bytes)
    },
    isEnough: () => readings.some(({ counter }) => counter.counts.letters >= ENOUGH_LETTERS),
    finish() {
      read()
      const sample = cells.finish()
      const candidates = propose(sample)
      return {
        certain: decide(readings, chinese.isPlausible(), candidates),
        candidates: candidates.map(asCandidate),
      }
    },
  }
}

interface Proposal extends Candidate {
  score: number
}

const asCandidate = ({ encoding, sample }: Proposal): Candidate => ({ encoding, sample })

function decide(readings: Reading[], isChinese: boolean, proposals: Proposal[]): Encoding | undefined {
  const scored = readings
    .map(({ encoding, counter: { counts } }) => ({
      encoding,
      letters: counts.letters,
      share: shareOfFrequent(counts),
    }))
    .sort((a, b) => b.share - a.share)
  const [best, second] = scored
  if (!best) return undefined
  const chinese = scored.find(({ encoding }) => encoding === 'gb18030')
  if (chinese && isChinese) {
    const isBest = best.share === chinese.share || best.share < MIN_SHARE
    const isOtherLikely =
      chinese.share < MIN_CHINESE_SHARE &&
      (chinese.letters > MIN_LETTERS ||
        proposals.some(({ encoding, score }) => isAlphabet(encoding) && score >= LIKE_WORDS))
    if (isBest && !isOtherLikely) return 'gb18030'
  }
  const isClear =
    best.letters >= MIN_LETTERS && best.share >= MIN_SHARE && (second?.share ?? 0) <= best.share / 2
  return isClear ? best.encoding : undefined
}

function isAlphabet(encoding: Encoding): boolean {
  return !(ASIAN_ENCODINGS as string[]).includes(encoding)
}

/** The encodings that make the most sense of the bytes; of those that make the same of them only the first. */
function propose(bytes: Buffer): Proposal[] {
  const proposals = new Map<string, Proposal>()
  for (const encoding of PROPOSED) {
    const decoder = createStrictDecoder(encoding)
    const start = decodeOrUndefined(decoder, bytes)
    const rest = start === undefined ? undefined : decodeOrUndefined(decoder)
    if (start === undefined || rest === undefined) continue
    const sample = start + rest
    const score = likenessToWords(sample, encoding)
    if (!proposals.has(sample)) proposals.set(sample, { encoding, sample, score })
  }
  return [...proposals.values()]
    .sort((a, b) => b.score - a.score)
    .filter(({ score }, rank) => rank < MIN_CANDIDATES || (score >= MIN_LIKENESS && rank < MAX_CANDIDATES))
}

function decodeOrUndefined(decoder: StrictDecoder, bytes?: Buffer): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
