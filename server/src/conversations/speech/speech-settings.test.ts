import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createSettings } from '../../platform/kernel/settings.ts'
import { espeakVoice } from './espeak-voices.ts'
import { readSpeechSettings } from './speech-settings.ts'

const read = (env: Record<string, string>) => readSpeechSettings(createSettings(env))

it('speaks with espeak-ng if it is installed, otherwise only recorded phrases', async () => {
  expect(read({ PATH: '/nowhere' })).toMatchObject({ kind: 'none', keptDays: 30 })
  const folder = await mkdtemp(join(tmpdir(), 'carillon-path-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'espeak-ng'), '')
  await chmod(join(folder, 'espeak-ng'), 0o755)
  expect(read({ PATH: `/nowhere:${folder}`, DATABASE_URL: 'postgres://secret' })).toMatchObject({
    kind: 'command',
    isFound: true,
    words: ['espeak-ng', '-v', '{voice}', '-w', '{file}', '--', '{text}'],
    defaultVoice: 'en',
    // Not the secrets.
    environment: { PATH: `/nowhere:${folder}` },
  })
  expect(read({ PATH: folder, SPEECH: 'none' })).toMatchObject({ kind: 'none' })
  expect(read({ PATH: folder, SPEECH: 'command: espeak-ng {text}' })).not.toHaveProperty('isFound')
})

it('takes a command or an endpoint', () => {
  expect(read({ SPEECH: 'command: say  {text}', SPEECH_VOICE: 'b', SPEECH_DAYS: '2' })).toMatchObject({
    kind: 'command',
    words: ['say', '{text}'],
    defaultVoice: 'b',
    keptDays: 2,
  })
  expect(read({ SPEECH: 'http://127.0.0.1:1/v1/audio/speech', SPEECH_API_KEY: 'k' })).toMatchObject({
    kind: 'http',
    apiKey: 'k',
    model: 'tts-1',
    defaultVoice: 'alloy',
    format: 'wav',
  })
})

it('takes an endpoint on another machine without encryption only if the operator allows it', () => {
  const env = { SPEECH: 'http://10.0.0.9/v1/audio/speech', ALLOW_UNENCRYPTED_GATEWAY: 'yes' }
  expect(read(env)).toMatchObject({ kind: 'http', url: env.SPEECH })
})

it('takes a list of voices', () => {
  expect(read({ SPEECH: 'command: say {text}', SPEECH_VOICES: ' Ann, Bo Chen ,,d' }).voices).toEqual([
    'Ann',
    'Bo Chen',
    'd',
  ])
  expect(read({ SPEECH: 'command: say {text}' }).voices).toBeUndefined()
})

it.each([
  [
    { SPEECH: 'espeak-ng' },
    /^SPEECH must be the address of an OpenAI-compatible endpoint .* not "espeak-ng"$/,
  ],
  [{ SPEECH: 'command: ' }, /^SPEECH names no command after "command:"$/],
  [{ SPEECH: 'https://a', SPEECH_FORMAT: 'mp3' }, /^SPEECH_FORMAT must be one of wav, pcm, not "mp3"$/],
  [
    { SPEECH: 'http://10.0.0.9/v1/audio/speech' },
    /^SPEECH must begin with https:.*ALLOW_UNENCRYPTED_GATEWAY=yes$/,
  ],
  [
    { SPEECH: 'https://user:word@speech.example.com/' },
    /^SPEECH must have no user name and no password in it: (?!.*word@)/,
  ],
  [{ SPEECH_DAYS: '0' }, /^SPEECH_DAYS must be a whole number from 1 to 3650, not "0"$/],
])('refuses %o', (env, message) => {
  expect(() => read(env as unknown as Record<string, string>)).toThrow(message)
})

it.each([
  ['en-US', 'en-us'],
  ['en', 'en'],
  ['en-AU', 'en'],
  ['zh-CN', 'cmn'],
  ['zh', 'cmn'],
  ['zh-Hant-TW', 'cmn'],
  ['zh-HK', 'yue'],
  ['yue', 'yue'],
  ['de-DE', 'de'],
  ['pt-BR', 'pt-br'],
])('%s is the voice %s of espeak-ng', (language, voice) => {
  expect(espeakVoice(language)).toBe(voice)
})
