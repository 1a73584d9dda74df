// Looks up tokens that are not cached, in batches: one query at a time and at most 50 a second, however many unknown tokens are
// tried. A request never joins a query that has already been sent, so it sees every revocation committed before it.
import { setTimeout as delay } from 'node:timers/promises'

type Lookup<Found> = (hash: Buffer) => Promise<Found | undefined>

interface LookupOptions<Found> {
  find: (hashes: Buffer[]) => Promise<Found[]>
  hashOf: (found: Found) => Buffer
  /** From the start of one query to the start of the next. */
  pauseMs?: number
}

const PAUSE_MS = 20
const MAX_HASHES = 1000

export function createTokenLookup<Found>({
  find,
  hashOf,
  pauseMs = PAUSE_MS,
}: LookupOptions<Found>): Lookup<Found> {
  /** Lookups that wait for the next statement, by the hash of the token, so that many requests with one token cause one lookup. */
  let waiting = new Map<string, Question<Found>>()
  let isAsking = false

  async function askAll(): Promise<void> {
    isAsking = true
    while (waiting.size > 0) {
      const pause = delay(pauseMs)
      const all = [...waiting]
      const asked = all.slice(0, MAX_HASHES)
      waiting = new Map(all.slice(MAX_HASHES))
      await ask(asked.map(([, question]) => question))
      await pause
    }
    isAsking = false
  }

  async function ask(questions: Question<Found>[]): Promise<void> {
    try {
      const found = await find(questions.map(({ hash }) => hash))
      const byHash = new Map(found.map((each) => [keyOf(hashOf(each)), each]))
      for (const { hash, resolve } of questions) resolve(byHash.get(keyOf(hash)))
    } catch (error) {
      for (const { reject } of questions) reject(error)
    }
  }

  return (hash) => {
    const key = keyOf(hash)
    const question = waiting.get(key) ?? createQuestion<Found>(hash)
    waiting.set(key, question)
    if (!isAsking) askAll()
    return question.answer
  }
}

interface Question<Found> {
  hash: Buffer
  answer: Promise<Found | undefined>
  resolve(found: Found | undefined): void
  reject(error: unknown): void
}

function createQuestion<Found>(hash: Buffer): Question<Found> {
  let resolve: Question<Found>['resolve'] = () => undefined
  let reject: Question<Found>['reject'] = () => undefined
  const answer = new Promise<Found | undefined>((onFound, onError) => {
    resolve = onFound
    reject = onError
  })
  return { hash, answer, resolve, reject }
}

export function keyOf(hash: Buffer): string {
  return hash.toString('latin1')
}
