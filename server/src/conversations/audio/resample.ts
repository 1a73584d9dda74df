// Brings audio to the 8 kHz of telephones, piece by piece. What a telephone cannot carry, above 4 kHz, is filtered out first:
// otherwise it would be heard as noise at other frequencies.
import { SOUND_RATE } from './wav.ts'

/** How many zero crossings of the filter there are on each side: more are steeper. */
const ZERO_CROSSINGS = 16
/** Where the filter begins to cut, as a share of half the lower rate. */
const CUTOFF = 0.92
/** Of the Kaiser window: side lobes below -70 dB. */
const BETA = 7
/** Filters with more phases than this are looked up at the nearest one. */
const MAX_PHASES = 1024

export interface Resampler {
  write(samples: Float32Array): void
  /** Whatever was written, at 8 kHz. */
  finish(): Float32Array
}

/** A polyphase filter: each output sample is the sum of the input around it, weighted by the phase it falls into. */
export function createResampler(rate: number): Resampler {
  const { weights, taps, phases } = designFilter(rate)
  const before = taps / 2 - 1
  const output: Float32Array[] = []
  /** Input that is still needed; it begins at the position `begin` of the input. */
  let pending = new Float32Array(before)
  let begin = -before
  let received = 0
  let produced = 0

  function filter(): void {
    const available = begin + pending.length
    const block = new Float32Array(Math.ceil((pending.length * SOUND_RATE) / rate) + 1)
    let filled = 0
    for (;;) {
      const position = (produced * rate) / SOUND_RATE
      const whole = Math.floor(position)
      const phase = Math.round((position - whole) * phases)
      const isNext = phase === phases
      const start = whole - before + (isNext ? 1 : 0)
      if (start + taps > available) {
        pending = pending.slice(whole - before - begin)
        begin = whole - before
        break
      }
      const row = isNext ? 0 : phase * taps
      const from = start - begin
      let sum = 0
      for (let tap = 0; tap < taps; tap += 1)
        sum += (pending[from + tap] as number) * (weights[row + tap] as number)
      block[filled] = sum
      filled += 1
      produced += 1
    }
    output.push(block.subarray(0, filled))
  }

  function append(samples: Float32Array): void {
    const joined = new Float32Array(pending.length + samples.length)
    joined.set(pending)
    joined.set(samples, pending.length)
    pending = joined
    filter()
  }

  return {
    write(samples) {
      received += samples.length
      append(samples)
    },
    finish() {
      append(new Float32Array(taps))
      return join(output).subarray(0, Math.floor((received * SOUND_RATE) / rate))
    },
  }
}

function join(blocks: Float32Array[]): Float32Array {
  const joined = new Float32Array(blocks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const block of blocks) {
    joined.set(block, at)
    at += block.length
  }
  return joined
}

/** Row by row, the weights of each phase. Each row adds up to 1, so that the level stays. */
function designFilter(rate: number): { weights: Float64Array; taps: number; phases: number } {
  const phases = Math.min(SOUND_RATE / greatestCommonDivisor(rate, SOUND_RATE), MAX_PHASES)
  const cutoff = CUTOFF * Math.min(1, SOUND_RATE / rate)
  const half = Math.ceil(ZERO_CROSSINGS / cutoff)
  const taps = half * 2
  const weights = new Float64Array(phases * taps)
  for (let phase = 0; phase < phases; phase += 1) {
    const row = weights.subarray(phase * taps, (phase + 1) * taps)
    let sum = 0
    for (let tap = 0; tap < taps; tap += 1) {
      const distance = tap - (half - 1) - phase / phases
      const weight = sinc(distance * cutoff) * kaiser(distance / half)
      row[tap] = weight
      sum += weight
    }
    for (let tap = 0; tap < taps; tap += 1) row[tap] = (row[tap] as number) / sum
  }
  return { weights, taps, phases }
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

function kaiser(x: number): number {
  return Math.abs(x) > 1 ? 0 : bessel(BETA * Math.sqrt(1 - x * x))
}

/** The modified Bessel function of the first kind, of order 0. */
function bessel(x: number): number {
  let [sum, term] = [1, 1]
  for (let k = 1; term > sum * 1e-9; k += 1) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
