// Brings audio to the 8 kHz of telephones. What a telephone cannot carry, above 4 kHz, is filtered out first: otherwise it
// would be heard as noise at other frequencies.
import { type DecodedAudio, SOUND_RATE } from './wav.ts'

/** How many zero crossings of the filter there are on each side: more are steeper. */
const ZERO_CROSSINGS = 16
/** Where the filter begins to cut, as a share of half the lower rate. */
const CUTOFF = 0.92
/** Kaiser window: side lobes below -70 dB. */
const BETA = 7
/** Filters with more phases than this are looked up at the nearest one. */
const MAX_PHASES = 1024

/** Mono, at 8 kHz. */
export function toTelephone({ rate, channels }: DecodedAudio): Float32Array {
  const mono = mixDown(channels)
  return rate === SOUND_RATE ? mono : resample(mono, rate)
}

function mixDown(channels: Float32Array[]): Float32Array {
  const [first = new Float32Array()] = channels
  if (channels.length <= 1) return first
  const mono = new Float32Array(first.length)
  for (const channel of channels)
    for (let index = 0; index < mono.length; index += 1)
      mono[index] = (mono[index] ?? 0) + (channel[index] ?? 0) / channels.length
  return mono
}

/** A polyphase filter: each output sample is the sum of the input around it, weighted by the phase it falls into. */
function resample(input: Float32Array, rate: number): Float32Array {
  const divisor = greatestCommonDivisor(rate, SOUND_RATE)
  const phases = Math.min(SOUND_RATE / divisor, MAX_PHASES)
  const { weights, taps } = designFilter(rate, phases)
  const output = new Float32Array(Math.floor((input.length * SOUND_RATE) / rate))
  for (let index = 0; index < output.length; index += 1) {
    const position = (index * rate) / SOUND_RATE
    let start = Math.floor(position)
    let phase = Math.round((position - start) * phases)
    if (phase === phases) {
      phase = 0
      start += 1
    }
    start -= taps / 2 - 1
    const row = phase * taps
    const from = Math.max(0, -start)
    const to = Math.min(taps, input.length - start)
    let sum = 0
    for (let tap = from; tap < to; tap += 1)
      sum += (input[start + tap] as number) * (weights[row + tap] as number)
    output[index] = sum
  }
  return output
}

/** Row by row, the weights of each phase. Each row adds up to 1, so that the level stays. */
function designFilter(rate: number, phases: number): { weights: Float64Array; taps: number } {
  const cutoff = CUTOFF * Math.min(1, SOUND_RATE / rate)
  const half = Math.ceil(ZERO_CROSSINGS / cutoff)
  const taps = half * 2
  const weights = new Float64Array(phases * taps)
  for (let phase = 0; phase < phases; phase += 1) {
    let sum = 0
    for (let tap = 0; tap < taps; tap += 1) {
      const distance = tap - (half - 1) - phase / phases
      const weight = sinc(distance * cutoff) * kaiser(distance / half)
      weights[phase * taps + tap] = weight
      sum += weight
    }
    for (let tap = 0; tap < taps; tap += 1)
      weights[phase * taps + tap] = (weights[phase * taps + tap] as number) / sum
  }
  return { weights, taps }
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

function kaiser(x: number): number {
  return Math.abs(x) > 1 ? 0 : bessel(BETA * Math.sqrt(1 - x * x)) / bessel(BETA)
}

/** The modified Bessel function of the first kind, of order 0. */
function bessel(x: number): number {
  let [sum, term] = [1, 1]
  for (let k = 1; term > sum * 1e-12; k += 1) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
