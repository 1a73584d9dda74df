// A POST with an Idempotency-Key is carried out once: a retry with the same key gets the first answer.
//
// The key is claimed in the database when the request has arrived as a whole and is valid, and before its handler runs; of an upload, when the
// file is there. The answer is stored before it is sent. A request that was refused and changed nothing releases its key. One that is
// interrupted, by a crash or because the database went away, keeps it without an answer: a retry is told that its state is
// unknown, and is never carried out. So the claim is no lease of `platform/work/lease.ts`, which another node takes over: that it lasts no longer is an answer. It goes
// by the clock that says when the request came.
//
// What is kept is bounded for each token, by number and by bytes. A request that needs only the scope read changes nothing, so its key is not kept:
// carrying it out again does no harm, and nobody fills the disk with a token that may only read.
//
// Requests without the header pass without a lookup.
import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { scopeFor } from '../../kernel/access/permissions.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Conflict, InvalidInput } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log/log.ts'
import { DAY_MS } from '../../kernel/timestamps.ts'
import type { Database } from '../../storage/database.ts'
import { isConnectionError } from '../../storage/database-errors.ts'
import { InProgress, KeyReused, ReplayedAnswer } from '../errors.ts'
import type { Api } from '../schemas/route-schema.ts'
import * as queries from './keyed-requests.queries.ts'
import { seal, secretOf, unseal } from './sealed-answer.ts'

export const IDEMPOTENCY_KEY = 'Idempotency-Key'
export const REPLAYED = 'Idempotent-Replayed'
/** Visible ASCII: two headers, which Node joins with a comma and a space, are not a key. */
export const KEY_FORM = /^[!-~]{1,255}$/

const LEASE_MS = 15_000
const RENEW_MS = 5000
const RETRY_SECONDS = 1
const MAX_KEPT_BYTES = 1024 * 1024
const MAX_KEYS_PER_TOKEN = 100_000
const MAX_BYTES_PER_TOKEN = 64 * 1024 * 1024
/** The oldest answers are removed each minute, and whenever a node has kept another share of this. */
const REMOVE_AFTER_SHARE = 1 / 8
const MAX_REMOVED_AT_ONCE = 10_000

declare module 'fastify' {
  interface FastifyRequest {
    /** The request by its idempotency key; null without a key. */
    keyed: KeyedRequest | null
  }
}

interface KeyedRequest {
  owner: string
  key: string
  secret: Buffer
  /** Readers of the body add what they read. */
  fingerprint: Hmac
  /** Throws what a retry is answered. */
  claim(): Promise<void>
  isClaimed: boolean
  /** What becomes of the key when the request is answered. A failure that changed nothing releases it, and after one that may have made its change nobody knows. */
  end: 'keep' | 'release' | 'unknown'
  noteFailure(status: number, error: unknown): void
}

export interface KeyedRequests {
  add(app: Api): void
  /** A maintenance job. */
  removeOld(): Promise<'unfinished' | 'done'>
}

interface Dependencies {
  db: Database
  clock: Clock
  log: Log
  maxPerToken?: number
  maxBytesPerToken?: number
  /** Of a longer answer only that it was given is kept. */
  maxKeptBytes?: number
}

export function createKeyedRequests({
  db,
  clock,
  log,
  maxPerToken = MAX_KEYS_PER_TOKEN,
  maxBytesPerToken = MAX_BYTES_PER_TOKEN,
  maxKeptBytes = MAX_KEPT_BYTES,
}: Dependencies): KeyedRequests {
  const inProgress = new Set<KeyedRequest>()
  let timer: NodeJS.Timeout | undefined
  /** Bytes of answers that were kept here since the last removal. */
  let keptBytes = 0
  const leaseUntil = () => new Date(clock.now().getTime() + LEASE_MS)
  const expiredBefore = () => new Date(clock.now().getTime() - DAY_MS)

  async function renew(): Promise<void> {
    const mine = [...inProgress]
    const [owners, keys] = [mine.map(({ owner }) => owner), mine.map(({ key }) => key)]
    await queries
      .renewLeases(db, [owners, keys, leaseUntil()])
      .catch((error) => log.warn({ err: error }, 'leases of requests were not renewed; retrying'))
  }

  function hold(keyed: KeyedRequest): void {
    keyed.isClaimed = true
    inProgress.add(keyed)
    timer ??= setInterval(renew, RENEW_MS).unref()
  }

  function letGo(keyed: KeyedRequest): void {
    inProgress.delete(keyed)
    if (inProgress.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  async function claim(keyed: KeyedRequest): Promise<void> {
    const { owner, key, secret } = keyed
    const fingerprint = keyed.fingerprint.digest()
    // The row that is in the way may be released before it is read: then the next claim succeeds.
    for (;;) {
      const times = [clock.now(), leaseUntil(), expiredBefore()] as const
      if ((await queries.claimKey.run(db, [owner, key, fingerprint, ...times])) > 0) return hold(keyed)
      const found = await queries.findKey.first(db, [owner, key])
      if (found) throw answerToRetry(found, fingerprint, secret)
    }
  }

  function answerToRetry(found: queries.KeyedRequestRow, fingerprint: Buffer, secret: Buffer): Error {
    if (!timingSafeEqual(found.fingerprint, fingerprint)) return new KeyReused({ fault: 'key_reused' })
    if (found.answer?.length === 0) return new Conflict({ fault: 'answer_not_kept' })
    if (found.answer) return new ReplayedAnswer(unseal(secret, found.answer))
    if (found.lease_until > clock.now()) {
      const detail = { fault: 'request_in_progress', params: { seconds: RETRY_SECONDS } } as const
      return new InProgress('the same request is still being carried out; ask again for its answer', detail)
    }
    return new Conflict({ fault: 'state_unknown' })
  }

  /** The answer is sent even if it cannot be stored: then a retry is told that the state is unknown. */
  async function finish(keyed: KeyedRequest, reply: FastifyReply, body: Buffer | undefined): Promise<void> {
    const { owner, key, secret } = keyed
    try {
      if (keyed.end === 'release') await queries.releaseKey(db, [owner, key])
      if (keyed.end === 'keep') {
        const answer = body && seal(secret, { status: reply.statusCode, headers: keptHeaders(reply), body })
        await queries.keepAnswer(db, [owner, key, answer ?? Buffer.alloc(0)])
        keptBytes += answer?.length ?? 0
        // Before the request is answered: whoever fills it waits.
        if (keptBytes > maxBytesPerToken * REMOVE_AFTER_SHARE) await removeOld()
      }
    } catch (error) {
      log.warn({ err: error }, 'an answer was not kept; a retry will be told that its state is unknown')
    } finally {
      letGo(keyed)
    }
  }

  /** Reads the answer to its end, whether the client is still there or not. */
  function keepStream(keyed: KeyedRequest, reply: FastifyReply, source: Readable): Readable {
    const copy = new PassThrough()
    const chunks: Buffer[] = []
    let bytes = 0
    const isGone = () => copy.destroyed
    async function pump(): Promise<void> {
      for await (const chunk of source as AsyncIterable<Buffer | string>) {
        const piece = Buffer.from(chunk as Buffer)
        bytes += piece.length
        if (bytes <= maxKeptBytes) chunks.push(piece)
        if (!isGone() && !copy.write(piece)) await drained(copy)
      }
      await finish(keyed, reply, bytes <= maxKeptBytes ? Buffer.concat(chunks) : undefined)
      copy.end()
    }
    pump().catch((error) => {
      letGo(keyed)
      copy.destroy(error)
    })
    return copy
  }

  async function removeOld(): Promise<'unfinished' | 'done'> {
    keptBytes = 0
    const bounds = [expiredBefore(), maxPerToken, maxBytesPerToken] as const
    const removed = await queries.removeOldKeys.run(db, [...bounds, MAX_REMOVED_AT_ONCE, clock.now()])
    return removed >= MAX_REMOVED_AT_ONCE ? 'unfinished' : 'done'
  }

  return {
    add(app) {
      app.decorateRequest('keyed', null)
      // Added later than authentication, so it runs after it.
      app.addHook('onRequest', (request, _reply, done) => {
        const key = request.headers['idempotency-key']
        if (key === undefined || request.method !== 'POST') return done()
        const { principal, credential } = request
        if (!principal || !credential) return done()
        if (typeof key !== 'string' || !KEY_FORM.test(key)) return done(malformed())
        const { needs } = request.routeOptions.config
        if (needs !== undefined && scopeFor(needs) === 'read') return done()
        const { id: owner } = principal
        const secret = secretOf(credential.secret, key)
        const fingerprint = createHmac('sha256', secret).update(`${request.method} ${request.url}\n`)
        const keyed: KeyedRequest = {
          ...{ owner, key, secret, fingerprint, isClaimed: false, end: 'keep' },
          claim: () => claim(keyed),
          noteFailure(status, error) {
            if (REFUSED.has(status)) this.end = 'release'
            else if (status === 503) this.end = isConnectionError(error) ? 'unknown' : 'release'
          },
        }
        request.keyed = keyed
        done()
      })
      // The handler of an upload reads the body, and claims the key then.
      app.addHook('preHandler', (request, _reply, done) => {
        if (!request.keyed || request.routeOptions.config.work === 'uploads') return done()
        request.keyed.claim().then(() => done(), done)
      })
      app.addHook('onSend', (request, reply, payload, done) => {
        const { keyed } = request
        if (!keyed?.isClaimed) return done(null, payload)
        if (payload instanceof Readable) return done(null, keepStream(keyed, reply, payload))
        const body = Buffer.from((payload ?? '') as string | Buffer)
        finish(keyed, reply, body.length > maxKeptBytes ? undefined : body).then(() => done(null, payload))
      })
    },

    removeOld,
  }
}

/** The request is invalid, or not accepted for now: nothing was done. */
const REFUSED = new Set([400, 401, 403, 413, 415, 422, 429])

function malformed(): InvalidInput {
  const message = `the ${IDEMPOTENCY_KEY} header must have 1 to 255 visible ASCII characters and be sent once`
  return new InvalidInput(message, {
    fault: 'header_malformed',
    field: IDEMPOTENCY_KEY,
    params: { header: IDEMPOTENCY_KEY },
  })
}

/** The headers that belong to the answer, and not to the connection or the request. */
function keptHeaders(reply: FastifyReply): Record<string, string> {
  const kept = ['content-type', 'allow'].map((name) => [name, reply.getHeader(name)] as const)
  return Object.fromEntries(kept.filter((each): each is [string, string] => typeof each[1] === 'string'))
}

function drained(stream: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    stream.once('drain', resolve)
    stream.once('close', resolve)
  })
}
