// Sentences and uploaded audios as sounds that gateways can play. A call whose sentences were said before costs no query.
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict, quote } from '../../platform/kernel/errors.ts'
import { createLatestEntries } from '../../platform/kernel/latest-entries.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { Audios } from '../audio/audio.service.ts'
import { type KnownSound, keyOf, type Sounds } from '../audio/sounds.service.ts'
import { SOUND_RATE, type SoundFile, writeSound } from '../audio/wav.ts'
import { type FlowSounds, SpeechFailed } from '../flow-parts.ts'
import type { SoundPart } from '../flows/flow-state.ts'
import { createCommandProvider } from './command-provider.ts'
import { createHttpProvider } from './http-provider.ts'
import { createSentenceMaker, type Readiness } from './make-sentences.ts'
import type { Sentence, SpeechProvider } from './provider.ts'
import type { SpeechSettings } from './speech-settings.ts'

interface SpeechDependencies {
  sounds: Sounds
  audios: Audios
  settings: SpeechSettings
  /** The address under which gateways reach the service; undefined: that on which it listens. */
  mediaUrl: string | undefined
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
  let ownUrl = 'http://127.0.0.1'
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
    // The key of an uploaded audio is its hash.
    const sound = { key: audio.sound_key, durationMs: audio.duration_ms, sha256: audio.sound_key }
    knownAudios.set(what, { sound, atMs: clock.elapsedMs() })
    return { is: 'known', sound }
  }

  function sentenceSound(sentence: Sentence): Readiness | Promise<Readiness> {
    const { text } = sentence
    if (!isSpoken(sentence))
      return sentences.make(SILENCE.key, async () => writeSound(new Float32Array(SILENCE.samples)).bytes)
    if (provider)
      return sentences.make(keyOfSentence(provider, sentence), () => provider.synthesize(sentence))
    const problem = `no audio is named ${quote(text)}, and only recorded phrases can be said (SPEECH is none)`
    return audioSound(`name ${text}`, () => audios.findNamed(text), problem)
  }

  function soundOf(part: SoundPart): Readiness | Promise<Readiness> {
    if ('text' in part) return sentenceSound(sentenceOf(part))
    const { audioId } = part
    return audioSound(`id ${audioId}`, () => audios.find(audioId), `audio ${quote(audioId)} does not exist`)
  }

  /** Looks for all sentences that are not cached in one query. */
  async function findTogether(parts: readonly SoundPart[]): Promise<void> {
    if (!provider) return
    const keys = parts.flatMap((part) => ('text' in part ? [keyOfSentence(provider, sentenceOf(part))] : []))
    const unknown = keys.filter((key) => !sounds.peek(key))
    if (unknown.length > 1) await sounds.find(unknown)
  }

  /** Like `ready`, but says of each part what came of it. Rejects only if the database fails. */
  async function prepare(parts: readonly SoundPart[]): Promise<Readiness[]> {
    await findTogether(parts)
    return Promise.all(parts.map(soundOf))
  }

  const ready: FlowSounds['ready'] = async (parts) =>
    Promise.all(
      (await prepare(parts)).map(async (found) => {
        const { key, durationMs, sha256 } = soundIn(found)
        return { url: (mediaUrl ?? ownUrl) + (await sounds.path(key)), durationMs, sha256 }
      }),
    )

  /** A WAV file of the sentence, for somebody who listens. What no call has said is made for this once. */
  async function say(given: Sentence): Promise<Uint8Array> {
    const sentence = sentenceOf(given)
    if (provider && isSpoken(sentence)) {
      const made = await sounds.read(keyOfSentence(provider, sentence))
      return made ?? fileIn(await sentences.preview(() => provider.synthesize(sentence)))
    }
    const found = await soundOf(sentence)
    if (found.is === 'failed') return fileIn(found.error)
    const bytes = await sounds.read(found.sound.key)
    if (!bytes) throw new Error('a sound is missing')
    return bytes
  }

  let told: string[] | undefined
  /** The voices that the provider offers; null if it cannot tell. Asked once, and again after an error. */
  async function voices(): Promise<string[] | null> {
    if (!provider) return null
    try {
      told ??= settings.voices ?? (await provider.voices())
    } catch (error) {
      log.warn({ err: error }, 'the speech provider does not tell its voices; asking again next time')
    }
    return told ?? null
  }

  return {
    voices,
    kind: settings.kind,
    defaultVoice: settings.kind === 'none' ? null : settings.defaultVoice,
    prepare,
    ready,
    say,
    /** The node listens there now. */
    listensAt(url: string): void {
      ownUrl = url
    },
    lastFailure: sentences.lastFailure,
  }
}

function keyOfSentence({ identity }: SpeechProvider, { voice, language, text }: Sentence): string {
  return keyOf(JSON.stringify([identity, voice ?? null, language ?? null, text]))
}

function soundIn(found: Readiness): KnownSound {
  if (found.is === 'failed') throw found.error
  return found.sound
}

function fileIn(made: SoundFile | SpeechFailed): Uint8Array {
  if (!(made instanceof SpeechFailed)) return made.bytes
  const { message: reason } = made
  throw new Conflict({ fault: 'speech_failed', params: { reason } })
}

function isSpoken({ text }: Sentence): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** Providers get no control characters. */
function sentenceOf(sentence: Sentence): Sentence {
  return { ...sentence, text: sentence.text.replace(/[\p{Cc}\s]+/gu, ' ').trim() }
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
