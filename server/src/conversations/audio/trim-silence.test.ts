import { expect, it } from 'vitest'
import { trimSilence } from './trim-silence.ts'
import { SOUND_RATE, writeSound } from './wav.ts'

/** Silence, a tone and silence, in seconds; with the noise of a line. */
function message(before: number, spoken: number, after: number) {
  const [from, to] = [before * SOUND_RATE, (before + spoken) * SOUND_RATE]
  const samples = new Float32Array((before + spoken + after) * SOUND_RATE)
  for (let at = 0; at < samples.length; at += 1)
    samples[at] = Math.sin(at / 3) * (at >= from && at < to ? 0.3 : 0.005)
  return writeSound(samples)
}

it('leaves a moment of silence before and after what was said', () => {
  const trimmed = trimSilence(message(1, 2, 4))
  expect(trimmed?.durationMs).toBe(2400)
  expect(trimmed?.bytes).toHaveLength(44 + 2.4 * SOUND_RATE * 2)
})

it('leaves a message without silence as it is', () => {
  const whole = message(0, 2, 0)
  const trimmed = trimSilence(whole)
  expect(trimmed?.durationMs).toBe(2000)
  expect(Buffer.compare(trimmed?.bytes ?? Buffer.alloc(0), whole.bytes)).toBe(0)
})

it.each([
  ['silence', message(3, 0, 0)],
  ['a click', message(1, 0.06, 1)],
  ['no sample at all', message(0, 0, 0)],
])('finds nothing in %s', (_, sound) => {
  expect(trimSilence(sound)).toBeUndefined()
})
