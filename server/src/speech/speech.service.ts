// Sentences and uploaded audios as sounds that gateways can play. A call whose sentences were said before costs no query.
import { setTimeout as delay } from 'node:timers/promises'
import type { Audios } from '../audio/audio.service.ts'
import { type KnownSound, keyOf, type Sounds } from '../audio/sounds.service.ts'
import { SOUND_RATE, writeSound } from '../audio/wav.ts'
import { type FlowSounds, SpeechFailed } from '../dialer/flow-parts.ts'
import type { SoundPart } from '../flows/run-flow.ts'
import type { Clock } from '../kernel/clock.ts'
import { quote } from '../kernel/errors.ts'
import { createLatestEntries } from '../kernel/latest-entries.ts'
import type { Log } from '../kernel/log.ts'
import { createCommandProvider } from './command-provider.ts'
import { createHttpProvider } from './http-provider.ts'
import { createSentenceMaker, type Readiness } from './make-sentences.ts'
import type { Sentence, SpeechProvider } from './provider.ts'
import type { SpeechSettings } from './speech-settings.ts'

interface SpeechDependencies {
  sounds: Sounds
  audios: Audios
  settings: SpeechSettings
  /** The address under which gateways reach the service. */
  mediaUrl(): string
  clock: Clock
  log: Log
  /** Tests provide their own. */
  sleep?: (forMs: number) => Promise<unknown>
}

/** Trying again does not help: an audio does not exist. */
export class AudioMissing extends SpeechFailed {
  override name = 'AudioMissing'
}

export type Speech = ReturnType<typeof createSpeech>

const CACHED_AUDIOS = 10_000
/** An audio may be deleted, and another one may get its name. */
const AUDIO_CACHED_MS = 60_000
/** Played where there is nothing to say. */
const SILENCE = { key: keyOf('silence'), samples: SOUND_RATE / 10 }

export function createSpeech({
  sounds,
  audios,
  settings,
  mediaUrl,
  clock,
  log,
  sleep = delay,
}: SpeechDependencies) {
  const provider = createProvider(settings)
  const timeoutMs = settings.kind === 'none' ? 0 : settings.timeoutMs
  const sentences = createSentenceMaker({ sounds, clock, log, sleep, timeoutMs, atOnce: settings.atOnce })
  const knownAudios = createLatestEntries<string, { sound: KnownSound; atMs: number }>(CACHED_AUDIOS)

  async function audioSound(
    what: string,
    read: () => ReturnType<Audios['find']>,
    problem: string,
  ): Promise<Readiness> {
    const known = knownAudios.get(what)
    if (known && clock.elapsedMs() - known.atMs < AUDIO_CACHED_MS) return { is: 'known', sound: known.sound }
    const audio = await read()
    if (!audio) return { is: 'failed', error: new AudioMissing(problem), isFresh: true }
    const sound = { key: audio.sound_key, durationMs: audio.duration_ms }
    knownAudios.set(what, { sound, atMs: clock.elapsedMs() })
    return { is: 'known', sound }
  }

  function sentenceSound(sentence: Sentence): Readiness | Promise<Readiness> {
    const { text } = sentence
    if (!/[\p{L}\p{N}]/u.test(text))
      return sentences.make(SILENCE.key, async () => writeSound(new Float32Array(SILENCE.samples)).bytes)
    if (provider)
      return sentences.make(keyOfSentence(provider, sentence), () => provider.synthesize(sentence))
    const problem = `no audio is named ${quote(text)}, and only recorded phrases can be said (SPEECH is none)`
    return audioSound(`name ${text}`, () => audios.findNamed(text), problem)
  }

  function soundOf(part: SoundPart): Readiness | Promise<Readiness> {
    if (!('audioId' in part)) return sentenceSound({ ...part, text: printable(part.text) })
    const { audioId } = part
    return audioSound(`id ${audioId}`, () => audios.find(audioId), `audio ${quote(audioId)} does not exist`)
  }

  /** Like `ready`, but says of each part what came of it. Rejects only if the database fails. */
  const prepare = (parts: readonly SoundPart[]): Promise<Readiness[]> => Promise.all(parts.map(soundOf))

  async function find(part: SoundPart): Promise<KnownSound> {
    const found = await soundOf(part)
    if (found.is === 'failed') throw found.error
    return found.sound
  }

  const ready: FlowSounds['ready'] = (parts) =>
    Promise.all(
      parts.map(async (part) => {
        const { key, durationMs } = await find(part)
        return { url: mediaUrl() + (await sounds.path(key)), durationMs }
      }),
    )

  return { kind: settings.kind, prepare, find, ready, lastFailure: sentences.lastFailure }
}

function keyOfSentence({ identity }: SpeechProvider, { voice, language, text }: Sentence): string {
  return keyOf(JSON.stringify([identity, voice ?? null, language ?? null, text]))
}

/** Providers get no control characters. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}

function createProvider(settings: SpeechSettings): SpeechProvider | undefined {
  switch (settings.kind) {
    case 'command':
      return createCommandProvider(settings)
    case 'http':
      return createHttpProvider(settings)
    case 'none':
      return undefined
  }
}
