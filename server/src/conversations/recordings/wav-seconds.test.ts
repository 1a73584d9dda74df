import { expect, it } from 'vitest'
import { makeWav } from '../../../test/support/recording-switch.ts'
import { wavSeconds } from './wav-seconds.ts'

it('reads the length of a WAV file', () => {
  expect(wavSeconds(makeWav(3))).toBe(3)
})

it('reads a file whose recorder was killed: the header says 0', () => {
  const file = makeWav(2)
  new DataView(file.buffer).setUint32(40, 0, true)
  expect(wavSeconds(file)).toBe(2)
})

it('reads a file that is cut off', () => {
  expect(wavSeconds(makeWav(2).subarray(0, 44 + 16_000))).toBe(1)
})

it.each([new Uint8Array(), new TextEncoder().encode('RIFF but not a sound'), makeWav(0).subarray(0, 36)])(
  'refuses what is not a WAV file',
  (file) => {
    expect(wavSeconds(file)).toBeUndefined()
  },
)
