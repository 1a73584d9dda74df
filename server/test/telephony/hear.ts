// Whether a sound is on a tape: where, and how much of it. The tape has gone through a telephone, and a busy machine may lose
// or delay some of it, so the sound is looked for in pieces.

import { RATE } from './wav.ts'

export interface Heard {
  /** Where the sound begins on the tape. */
  atSeconds: number
  /** The share of its pieces that are there, at their place. */
  share: number
  /** The mean correlation of all pieces. */
  correlation: number
}

const HOP = RATE / 100
const PIECE = RATE / 2
/** A piece is there if it correlates by this much. */
const ALIKE = 0.7
/** How far a piece may be from its place. */
const DRIFT = RATE / 8

export function findSound(tape: Int16Array, sound: Int16Array): Heard {
  const start = HOP * bestLag(loudness(tape), loudness(sound))
  const pieces: number[] = []
  let drift = 0
  for (let at = 0; at + PIECE <= sound.length; at += PIECE) {
    const piece = sound.subarray(at, at + PIECE)
    // Silence is alike everywhere.
    if (energyOf(piece) / PIECE < 10_000) continue
    const from = start + at + drift
    const near = match(tape, piece, from, HOP / 2)
    const found = near.correlation >= ALIKE ? near : match(tape, piece, from, DRIFT)
    if (found.correlation >= ALIKE) drift += found.offset
    pieces.push(found.correlation)
  }
  const total = Math.max(1, pieces.length)
  return {
    atSeconds: start / RATE,
    share: pieces.filter((correlation) => correlation >= ALIKE).length / total,
    correlation: pieces.reduce((sum, each) => sum + each, 0) / total,
  }
}

/** Seconds that are not silence. */
export function loudSeconds(tape: Int16Array, level = 300): number {
  return (loudness(tape).filter((each) => each > level).length * HOP) / RATE
}

function loudness(samples: Int16Array): Float64Array {
  return Float64Array.from({ length: Math.floor(samples.length / HOP) }, (_, index) =>
    Math.sqrt(energyOf(samples.subarray(index * HOP, (index + 1) * HOP)) / HOP),
  )
}

function energyOf(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return sum
}

function bestLag(tape: Float64Array, sound: Float64Array): number {
  let best = { lag: 0, score: Number.NEGATIVE_INFINITY }
  const mean = sound.reduce((sum, each) => sum + each, 0) / Math.max(1, sound.length)
  const last = Math.max(0, tape.length - Math.floor(sound.length / 2))
  for (let lag = 0; lag <= last; lag += 1) {
    let score = 0
    for (let index = 0; index < sound.length; index += 1)
      score += (tape[lag + index] ?? 0) * ((sound[index] ?? 0) - mean)
    if (score > best.score) best = { lag, score }
  }
  return best.lag
}

function match(tape: Int16Array, piece: Int16Array, from: number, within: number) {
  let best = { correlation: 0, offset: 0 }
  const energy = energyOf(piece)
  for (let offset = -within; offset <= within; offset += 1) {
    const start = from + offset
    if (start < 0) continue
    let product = 0
    let tapeEnergy = 0
    for (let index = 0; index < piece.length; index += 1) {
      const heard = tape[start + index] ?? 0
      product += heard * (piece[index] ?? 0)
      tapeEnergy += heard * heard
    }
    const correlation = product / Math.sqrt(energy * tapeEnergy || 1)
    if (correlation > best.correlation) best = { correlation, offset }
  }
  return best
}
