// Makes each distinct sentence once, over all nodes: a node leases the key of the sound before it asks the provider, and the others
// wait for the result.

import type { Clock } from '../../platform/kernel/clock.ts'
import { createLatestEntries } from '../../platform/kernel/latest-entries.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import { createTurns } from '../../platform/kernel/threads/turns.ts'
import { convertWav } from '../audio/convert.ts'
import { convertInProcess } from '../audio/convert-process.ts'
import type { KnownSound, Sounds } from '../audio/sounds.service.ts'
import { isWav, type SoundFile } from '../audio/wav.ts'
import { SpeechFailed } from '../flow-parts.ts'

/** `made`: just now. `isFresh`: the provider was asked just now. */
export type Readiness =
  | { is: 'known' | 'made'; sound: KnownSound }
  | { is: 'failed'; error: SpeechFailed; isFresh: boolean }

interface Options {
  sounds: Sounds
  clock: Clock
  log: Log
  atOnce: number
  /** Max time of the provider. */
  timeoutMs: number
  sleep(forMs: number): Promise<unknown>
}

const REMEMBERED_FAILURES = 10_000
/** A sentence that has failed is not tried again for this long. */
const FAILURE_KEPT_MS = 2000
/** How often a node looks whether another one has made a sentence. */
const LOOK_AGAIN_MS = 100
/** For what a node does beside waiting for the provider. */
const LEASE_RESERVE_MS = 15_000
/** Larger files are converted in a process. */
const MAX_BYTES_HERE = 1024 * 1024

export function createSentenceMaker({ sounds, clock, log, atOnce, timeoutMs, sleep }: Options) {
  const inTurn = createTurns(atOnce)
  const convertInTurn = createTurns(1)
  /** However many users listen, calls get most of the provider. */
  const previewInTurn = createTurns(1)
  const making = new Map<string, Promise<Readiness>>()
  const failures = createLatestEntries<string, { error: SpeechFailed; atMs: number }>(REMEMBERED_FAILURES)
  let lastFailure: { reason: string; time: Date } | null = null

  async function makeOnce(key: string, synthesize: () => Promise<Uint8Array>): Promise<Readiness> {
    for (;;) {
      const known = (await sounds.find([key])).get(key)
      if (known) return { is: 'known', sound: known }
      const made = await inTurn(() => makeIfLeased(key, synthesize))
      if (made) return made
      // Another node makes it now.
      await sleep(LOOK_AGAIN_MS)
    }
  }

  async function makeIfLeased(
    key: string,
    synthesize: () => Promise<Uint8Array>,
  ): Promise<Readiness | undefined> {
    if (!(await sounds.lease(key, timeoutMs + LEASE_RESERVE_MS))) return undefined
    const file = await soundFileOf(synthesize)
    if (!(file instanceof SpeechFailed)) return { is: 'made', sound: await sounds.keep(key, file) }
    failures.set(key, { error: file, atMs: clock.elapsedMs() })
    await sounds.giveUp(key)
    return { is: 'failed', error: file, isFresh: true }
  }

  async function soundFileOf(synthesize: () => Promise<Uint8Array>): Promise<SoundFile | SpeechFailed> {
    const file = await synthesize()
      .then((audio) => convertInTurn(() => convert(audio)))
      .catch(asFailure)
    if (!(file instanceof SpeechFailed)) {
      lastFailure = null
      return file
    }
    const reason = file.message
    lastFailure = { reason, time: clock.now() }
    log.warn({ reason }, 'a sentence could not be synthesised; calls that need it are not placed')
    return file
  }

  return {
    /** The sound of a sentence. `synthesize` is called if no node has made it yet. Rejects only if the database fails. */
    make(key: string, synthesize: () => Promise<Uint8Array>): Readiness | Promise<Readiness> {
      const cached = sounds.peek(key)
      if (cached) return { is: 'known', sound: cached }
      const running = making.get(key)
      if (running) return running
      const failed = failures.get(key)
      if (failed && clock.elapsedMs() - failed.atMs < FAILURE_KEPT_MS)
        return { is: 'failed', error: failed.error, isFresh: false }
      const made = makeOnce(key, synthesize).finally(() => making.delete(key))
      making.set(key, made)
      return made
    },

    /** For somebody who listens: nothing of it is kept. */
    preview: (synthesize: () => Promise<Uint8Array>): Promise<SoundFile | SpeechFailed> =>
      previewInTurn(() => inTurn(() => soundFileOf(synthesize))),

    /** Why the last sentence could not be made; null if it was. */
    lastFailure: () => lastFailure,
  }
}

/** Most sentences are WAV files of a few seconds: starting a process would take longer than converting them. */
async function convert(audio: Uint8Array): Promise<SoundFile> {
  return isWav(audio) && audio.length <= MAX_BYTES_HERE ? convertWav(audio) : convertInProcess(audio)
}

function asFailure(error: unknown): SpeechFailed {
  return error instanceof SpeechFailed ? error : new SpeechFailed((error as Error).message, { cause: error })
}
