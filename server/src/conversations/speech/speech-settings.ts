// Which speech provider there is: SPEECH and the settings around it.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { requireEncryption } from '../../platform/kernel/secrets/encryption.ts'
import { InvalidSetting, type Settings } from '../../platform/kernel/settings.ts'
import type { CommandSettings } from './command-provider.ts'
import type { HttpSpeechSettings } from './http-provider.ts'

export type SpeechSettings =
  /** `isFound`: on this machine, without being asked for. */
  (
    | ({ kind: 'command'; isFound?: boolean } & CommandSettings)
    | ({ kind: 'http' } & HttpSpeechSettings)
    /** Recorded phrases only. `isChosen`: not for want of a speech program. */
    | { kind: 'none'; isChosen?: boolean }
  ) & {
    /** How many sentences are made at once. */
    atOnce: number
    /** Sentences that were not said for this many days are removed. */
    keptDays: number
    /** The voices that are offered, instead of those that the provider tells. */
    voices?: string[] | undefined
  }

export const NO_SPEECH: Extract<SpeechSettings, { kind: 'none' }> = { kind: 'none', atOnce: 1, keptDays: 30 }

export const ESPEAK = 'espeak-ng -v {voice} -w {file} -- {text}'
const PREFIX = 'command:'

export function readSpeechSettings(settings: Settings): SpeechSettings {
  const chosen = settings.text('SPEECH')
  const given = chosen ?? (isOnPath('espeak-ng', settings) ? PREFIX + ESPEAK : 'none')
  const common = {
    atOnce: settings.wholeNumber('SPEECH_AT_ONCE', { default: 4, min: 1, max: 100 }),
    keptDays: settings.wholeNumber('SPEECH_DAYS', { default: 30, min: 1, max: 3650 }),
    voices: settings.text('SPEECH_VOICES')?.match(/[^,\s][^,]*(?<!\s)/g) ?? undefined,
  }
  const timeoutMs = settings.wholeNumber('SPEECH_TIMEOUT', { default: 30, min: 1, max: 300 }) * 1000
  const voice = settings.text('SPEECH_VOICE')
  if (given === 'none') return { kind: 'none', isChosen: chosen !== undefined, ...common }
  if (given.startsWith(PREFIX)) {
    const words = given.slice(PREFIX.length).match(/\S+/g)
    if (!words) throw new InvalidSetting('SPEECH names no command after "command:"')
    return {
      kind: 'command',
      ...(chosen === undefined && { isFound: true }),
      words,
      defaultVoice: voice ?? 'en',
      environment: environment(settings),
      timeoutMs,
      ...common,
    }
  }
  if (!/^https?:\/\//.test(given) || !URL.canParse(given)) {
    throw new InvalidSetting(
      `SPEECH must be the address of an OpenAI-compatible endpoint such as https://api.openai.com/v1/audio/speech, "command:" with a command such as ${ESPEAK}, or none; not "${given}"`,
    )
  }
  const url = new URL(given)
  if (url.username !== '' || url.password !== '')
    throw new InvalidSetting(
      'SPEECH must have no user name and no password in it: give the key as SPEECH_API_KEY',
    )
  requireEncryption(settings, 'SPEECH', url)
  return {
    kind: 'http',
    url: given,
    apiKey: settings.secret('SPEECH_API_KEY'),
    model: settings.text('SPEECH_MODEL') ?? 'tts-1',
    defaultVoice: voice ?? 'alloy',
    format: settings.oneOf('SPEECH_FORMAT', ['wav', 'pcm'], 'wav'),
    timeoutMs,
    ...common,
  }
}

/** The environment of the speech program: not all of ours, which has secrets in it. */
function environment(settings: Settings): Record<string, string> {
  const names = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'ESPEAK_DATA_PATH', 'LD_LIBRARY_PATH']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = settings.text(name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

function isOnPath(program: string, settings: Settings): boolean {
  return (settings.text('PATH') ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
