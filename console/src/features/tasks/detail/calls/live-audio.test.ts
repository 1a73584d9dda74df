import { expect, it } from 'vitest'
import { createLiveAudio, decodeMuLaw } from './live-audio.ts'

it('decodes mu-law as G.711 says', () => {
  const samples = [...decodeMuLaw(Uint8Array.of(0xff, 0x7f, 0x80, 0x00, 0xf0))]
  expect(samples.map((sample) => Math.round(sample * 32_768) + 0)).toEqual([0, 0, 32_124, -32_124, 120])
})

/** A browser whose clock the test sets. */
function createBrowser() {
  const starts: number[] = []
  const context = {
    currentTime: 10,
    destination: {},
    createBuffer: () => ({ copyToChannel: () => undefined }),
    createBufferSource: () => ({
      buffer: null,
      connect: () => undefined,
      start: (at: number) => starts.push(Math.round(at * 1000)),
    }),
  }
  return { context, starts, play: createLiveAudio(context as unknown as AudioContext) }
}

it('plays one part after the other, and again after a gap', () => {
  const { context, starts, play } = createBrowser()
  const part = new Uint8Array(160)
  play(part)
  play(part)
  context.currentTime = 12
  play(part)
  expect(starts).toEqual([10_060, 10_080, 12_060])
})

it('is never more than 200 ms behind: what would be heard later is left out', () => {
  const { context, starts, play } = createBrowser()
  for (let part = 0; part < 100; part += 1) play(new Uint8Array(160))
  expect(Math.max(...starts)).toBeLessThanOrEqual(10_180)
  context.currentTime = 10.1
  play(new Uint8Array(160))
  expect(starts.at(-1)).toBeLessThanOrEqual(10_300)
})
