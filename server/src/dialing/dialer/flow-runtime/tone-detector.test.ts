import { describe, expect, it } from 'vitest'
import { toMuLaw } from '../../../../test/telephony/wav.ts'
import { createToneDetector } from './tone-detector.ts'

const RATE = 8000

/** Samples of so many milliseconds. */
function make(ms: number, sampleAt: (seconds: number, index: number) => number): number[] {
  return Array.from({ length: (ms * RATE) / 1000 }, (_, index) => sampleAt(index / RATE, index))
}
const tone = (hz: number, ms: number, level = 8000) =>
  make(ms, (seconds) => level * Math.sin(2 * Math.PI * hz * seconds))
const silence = (ms: number) => make(ms, () => 0)
/** Always the same. */
const noise = (ms: number, level: number) =>
  make(ms, (_, index) => level * (((Math.sin(index * 12.9898) * 43_758.5453) % 1) * 2))
const mixed = (...sounds: number[][]) =>
  (sounds[0] ?? []).map((_, index) => sounds.reduce((sum, each) => sum + (each[index] ?? 0), 0))
/** A vowel: a voice of changing pitch with its overtones. */
const vowel = (ms: number) =>
  make(ms, (seconds) => {
    const turn = 2 * Math.PI * (120 * seconds + 8 * seconds * seconds)
    return [4000, 3000, 3500, 1500, 1200, 800].reduce(
      (sum, level, n) => sum + level * Math.sin((n + 1) * turn),
      0,
    )
  })

/** When a tone was heard to have ended, in milliseconds. */
function endsIn(samples: number[]): number[] {
  const ends: number[] = []
  let atMs = 0
  const hear = createToneDetector(() => ends.push(atMs))
  const audio = toMuLaw(Int16Array.from(samples))
  for (let at = 0; at < audio.length; at += 160) {
    atMs = at / 8 + 20
    hear(audio.subarray(at, at + 160))
  }
  return ends
}

describe('the tone of a machine', () => {
  it.each([400, 440, 487, 850, 1000, 1012, 1400, 2000])('of %i Hz is heard when it ends', (hz) => {
    const ends = endsIn([...silence(500), ...tone(hz, 400), ...silence(500)])
    expect(ends).toHaveLength(1)
    expect(ends[0]).toBeGreaterThanOrEqual(900)
    expect(ends[0]).toBeLessThanOrEqual(980)
  })

  it('is heard when it is quiet, on a noisy line and right after words', () => {
    expect(endsIn([...tone(1000, 300, 1200), ...silence(200)])).toHaveLength(1)
    expect(endsIn([...mixed(tone(440, 500), noise(500, 1500)), ...noise(500, 1500)])).toHaveLength(1)
    expect(endsIn([...vowel(2000), ...tone(850, 300), ...silence(200)])).toHaveLength(1)
  })

  it.each([
    ['silence', silence(3000)],
    ['noise', noise(3000, 8000)],
    ['a vowel', vowel(3000)],
    ['a click of 80 ms', [...silence(500), ...tone(1000, 80), ...silence(500)]],
    ['a key', [...mixed(tone(697, 400), tone(1209, 400)), ...silence(500)]],
    [
      'a whistle that glides',
      make(1500, (seconds) => 8000 * Math.sin(2 * Math.PI * (500 + 600 * seconds) * seconds)),
    ],
  ])('is not %s', (_, samples) => {
    expect(endsIn(samples)).toEqual([])
  })
})
