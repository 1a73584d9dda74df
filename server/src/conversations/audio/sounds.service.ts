// Sounds that gateways play, and the addresses from which they fetch them. A sound never changes under its key, so what is known of
// it is cached.
//
// The key of an uploaded audio is the SHA-256 of its bytes. The key of a sentence is that of the words and the voice: two
// nodes that make the same sentence have the same key, whatever bytes their speech engines return.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../platform/kernel/clock.ts'
import { createLatestEntries } from '../../platform/kernel/latest-entries.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import * as queries from './sounds.queries.ts'
import type { SoundFile } from './wav.ts'

export interface KnownSound {
  key: string
  durationMs: number
  /** Of the file. */
  sha256: string
}

interface SoundsDependencies {
  db: Database
  clock: Clock
}

export type Sounds = ReturnType<typeof createSounds>

const CACHED_SOUNDS = 50_000
/** How often the use of a sound is written down. */
const NOTE_USE_MS = 6 * 60 * 60 * 1000
const SIGNATURE_CHARACTERS = 32

export function createSounds({ db, clock }: SoundsDependencies) {
  const cached = createLatestEntries<string, { sound: KnownSound; notedMs: number }>(CACHED_SOUNDS)
  let secret: Promise<string> | undefined

  function remember(sound: KnownSound): KnownSound {
    cached.set(sound.key, { sound, notedMs: clock.elapsedMs() })
    return sound
  }

  /** Read once. After an error it is read again. */
  async function readSecret(): Promise<string> {
    secret ??= queries.readMediaSecret.first(db).then((row) => {
      if (!row) throw new Error('the table service has no row')
      return row.secret
    })
    secret.catch(() => {
      secret = undefined
    })
    return secret
  }

  async function sign(key: string): Promise<string> {
    const signature = createHmac('sha256', await readSecret())
      .update(key)
      .digest('hex')
    return signature.slice(0, SIGNATURE_CHARACTERS)
  }

  return {
    /** The sound, if it is in the cache: costs no query. */
    peek(key: string): KnownSound | undefined {
      const entry = cached.get(key)
      return entry && clock.elapsedMs() - entry.notedMs < NOTE_USE_MS ? entry.sound : undefined
    },

    /** The sounds with these keys, as far as they exist. */
    async find(keys: readonly string[]): Promise<Map<string, KnownSound>> {
      const now = clock.now()
      const rows = await queries.useSounds(db, [keys, now, new Date(now.getTime() - NOTE_USE_MS)])
      return new Map(
        rows.map(({ key, duration_ms, sha256 }) => [key, remember({ key, durationMs: duration_ms, sha256 })]),
      )
    },

    /** Whether this node may make the sound: it does not exist, and no other node is making it. */
    async lease(key: string, forMs: number): Promise<boolean> {
      return (await queries.leaseSound.first(db, [key, forMs, clock.now()])) !== undefined
    },

    /** The sound could not be made: another node may try. */
    async giveUp(key: string): Promise<void> {
      await queries.giveUpSound(db, [key])
    },

    async keep(key: string, { bytes, durationMs }: SoundFile, on: Queryable = db): Promise<KnownSound> {
      const row = await queries.insertSound.first(on, [key, bytes, durationMs, clock.now(), keyOf(bytes)])
      const sound = { key, durationMs: row?.duration_ms ?? durationMs, sha256: row?.sha256 ?? keyOf(bytes) }
      // Inside a transaction it may still be undone.
      return on === db ? remember(sound) : sound
    },

    async read(key: string): Promise<Buffer | undefined> {
      return (await queries.readSound.first(db, [key]))?.bytes
    },

    /** The path from which a gateway fetches the sound, without a token. */
    path: async (key: string) => `/media/${await sign(key)}/${key}.wav`,

    async isSigned(key: string, signature: string): Promise<boolean> {
      const expected = Buffer.from(await sign(key))
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },

    /** Returns how many were removed. */
    removeUnused: (since: Date, max: number) => queries.removeUnusedSounds.run(db, [since, max]),
  }
}

export function keyOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
