// Sentences by a real speech engine, espeak-ng, in English and in Mandarin, as gateways fetch them.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { ESPEAK } from '../../src/conversations/speech/speech-settings.ts'
import { testSpeech } from '../support/speech-settings.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { findSound, loudSeconds } from './hear.ts'
import { installPrograms } from './install-programs.ts'
import { RATE, readWav } from './wav.ts'

let app: TestApp
beforeAll(async () => {
  const { command, args } = (await installPrograms()).espeak
  const [, ...words] = ESPEAK.split(' ')
  app = await createTestApp({
    speech: testSpeech({ words: [command, ...args, ...words] }),
    mediaUrl: 'http://carillon.test',
  })
})
afterAll(() => app.close())

async function say(text: string, language?: string): Promise<Int16Array> {
  const part = language === undefined ? { text } : { text, language }
  const [sound] = await app.speech.ready([part])
  const { rawPayload } = await app.http.inject((sound?.url ?? '').replace('http://carillon.test', ''))
  const { rate, samples } = readWav(rawPayload)
  expect(rate).toBe(RATE)
  expect(samples.length / RATE).toBeCloseTo((sound?.durationMs ?? 0) / 1000, 2)
  return samples
}

it.each([
  ['en-US', 'Hello Ann, please press one to confirm your appointment.', 2],
  ['zh-CN', '您好，王小明，请按一确认预约。', 2],
  ['zh-HK', '你好，請按一確認。', 1],
  ['de-DE', 'Guten Tag, bitte drücken Sie die Eins.', 1],
])('%s is spoken', async (language, text, minSeconds) => {
  const spoken = await say(text, language)
  expect(loudSeconds(spoken)).toBeGreaterThan(minSeconds)
  // Not in the voice of another language, which would read it letter by letter or not at all.
  const other = await say(text, language === 'en-US' ? 'zh-CN' : 'en-US')
  expect(findSound(other, spoken).share).toBeLessThan(0.5)
})

it('the name of the contact is heard', async () => {
  const [ann, bo, again] = [
    await say('Hello Ann Miller'),
    await say('Hello Bo Zhang'),
    await say('Hello Ann Miller'),
  ]
  expect(findSound(again, ann).share).toBe(1)
  expect(findSound(bo, ann).share).toBeLessThan(1)
})
