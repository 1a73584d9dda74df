import { expect, it } from 'vitest'
import { createSimulatedSpeech } from './simulated-speech.ts'

it('has audios of the length that they have, and sentences of about theirs', async () => {
  const lengths: Record<string, number> = { long: 47_000, short: 800 }
  const speech = createSimulatedSpeech({
    ready: async (parts) =>
      parts.map((part) => ({
        url: '',
        durationMs: ('audioId' in part && lengths[part.audioId]) || Number.NaN,
      })),
  })
  const sounds = await speech.ready([
    { audioId: 'long' },
    { text: 'Good morning.' },
    { audioId: 'short' },
    { text: '早上好。' },
  ])
  expect(sounds.map(({ durationMs }) => durationMs)).toEqual([
    47_000,
    expect.closeTo(538),
    800,
    expect.closeTo(526),
  ])
})
