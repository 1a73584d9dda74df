import { expect, it } from 'vitest'
import { wavPeaks } from './wav-peaks.ts'

function wav(samples: number[], format = 1, channels = 1): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(44 + samples.length * 2))
  for (const [at, text] of [
    [0, 'RIFF'],
    [8, 'WAVEfmt '],
    [36, 'data'],
  ] as const)
    for (const [i, letter] of [...text].entries()) view.setUint8(at + i, letter.charCodeAt(0))
  view.setUint32(16, 16, true)
  view.setUint16(20, format, true)
  view.setUint16(22, channels, true)
  view.setUint16(34, 16, true)
  view.setUint32(40, samples.length * 2, true)
  for (const [i, sample] of samples.entries()) view.setInt16(44 + i * 2, sample, true)
  return view.buffer
}

it('has the loudest sample of each part', () => {
  expect(wavPeaks(wav([0, -16_384, 8192, 0, 32_767, 1]), 3)).toEqual([[0.5, 0.25, 32_767 / 32_768]])
})

it('has more parts than samples', () => {
  expect(wavPeaks(wav([16_384]), 3)).toEqual([[0.5, 0, 0]])
})

it.each([new ArrayBuffer(0), new ArrayBuffer(60), wav([1000], 7)])('is flat for another file', (file) => {
  expect(wavPeaks(file, 2)).toEqual([[0, 0]])
})

it('tells both sides of a call apart', () => {
  expect(wavPeaks(wav([16_384, 0, 0, 8192], 1, 2), 2)).toEqual([
    [0.5, 0],
    [0, 0.25],
  ])
})
