// Access tokens: random, shown once, stored only as a hash. A node caches what it reads about a token, including that it
// does not exist, until a notification says that tokens changed. While notifications do not arrive, nothing is cached.

import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict, InvalidInput, NotFound } from '../../platform/kernel/errors.ts'
import { isId, newId } from '../../platform/kernel/ids.ts'
import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { refuseTakenName } from '../../platform/storage/taken-names.ts'
import { isReservedName, recordChange, SERVICE_ACTOR } from '../audit/audit.service.ts'
import { type CountCalls, createCallLimit } from './call-limit.ts'
import { createTokenLookup, keyOf } from './token-lookup.ts'
import type { TokenRow, TokenScope } from './tokens.queries.ts'
import * as queries from './tokens.queries.ts'

export interface Token {
  id: string
  name: string
  scope: TokenScope
  createTime: Date
  expireTime: Date | null
  revokeTime: Date | null
  /** An assistant that works with it may make phones ring, each time after asking its person. */
  assistantMayCall: boolean
  /** Whether the token may listen in on live calls. */
  mayListen: boolean
  /** How many calls may be asked for with it in 24 hours; null: as many as the service allows every token. */
  maxCallsPerDay: number | null
}

type TokenHolder = Pick<Token, 'id' | 'name' | 'scope'> &
  Partial<Pick<Token, 'assistantMayCall' | 'mayListen'>> & {
    /** Without it, the token has no limit of calls. */
    countCalls?: CountCalls
  }

interface NewToken {
  name: string
  scope: TokenScope
  /** Default: it does not expire. */
  expiresInDays?: number | undefined
  assistantMayCall?: boolean | undefined
  mayListen?: boolean | undefined
  maxCallsPerDay?: number | undefined
}

export interface Tokens {
  /** The token itself is only in the answer. */
  create(input: NewToken, actor: string): Promise<{ token: string; details: Token }>
  /** If there are no tokens, creates one with scope admin. It is valid after `keep` has stored it. */
  createFirst(keep: (token: string) => Promise<void>): Promise<string | undefined>
  list(): Promise<Token[]>
  revoke(id: string, actor: string): Promise<Token>
  /** Returns without waiting if the token is cached. */
  authenticate(token: string): TokenHolder | undefined | Promise<TokenHolder | undefined>
  /** Empties the cache. */
  forget(): void
}

interface Dependencies {
  db: Database
  clock: Clock
  /** A token from the environment, valid beside those in the database. */
  presetToken: string | undefined
  /** Whether notifications of changed tokens currently arrive. */
  hearsChanges: () => boolean
  /** Of tokens that have no limit of their own. */
  maxCallsPerTokenPerDay?: number | undefined
}

const MAX_REMEMBERED = 10_000

export function createTokens(dependencies: Dependencies): Tokens {
  const { db, clock, presetToken, hearsChanges, maxCallsPerTokenPerDay } = dependencies
  const remembered = new Map<string, TokenRow>()
  /** Hashes that belong to no token. Kept separately, see below. */
  const unknown = new Set<string>()
  const presetHash = presetToken === undefined ? undefined : sha256(presetToken)
  let generation = 0

  async function insert(tx: Queryable, input: NewToken, actor: string) {
    const {
      name,
      scope,
      expiresInDays,
      assistantMayCall = false,
      mayListen = false,
      maxCallsPerDay = null,
    } = input
    const token = `carillon_${randomBytes(32).toString('base64url')}`
    const now = clock.now()
    const expireTime = expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * DAY_MS)
    const rows = await queries.insertToken(tx, [
      ...[newId(), name, scope, sha256(token), now, expireTime, assistantMayCall, mayListen, maxCallsPerDay],
    ])
    const details = rows.map(present)[0] as Token
    const change = { at: now, actor, operation: 'token.create', subject: details }
    await recordChange(tx, {
      ...change,
      after: {
        ...{ scope, expireTime },
        ...(assistantMayCall && { assistantMayCall }),
        ...(mayListen && { mayListen }),
        ...(maxCallsPerDay !== null && { maxCallsPerDay }),
      },
    })
    return { token, details }
  }

  const find = createTokenLookup<TokenRow>({
    hashOf: ({ hash }) => hash,
    async find(hashes) {
      const heardBefore = hearsChanges()
      const before = generation
      const rows = await queries.findTokensByHash(db, [hashes])
      // If tokens changed, or may have changed unnoticed, during the query, the answer is used once and not
      // cached.
      if (heardBefore && before === generation && hearsChanges()) remember(hashes, rows)
      return rows
    },
  })

  /** Unknown tokens are cached separately, so guesses never evict tokens that are in use. */
  function remember(hashes: Buffer[], rows: TokenRow[]): void {
    if (unknown.size + hashes.length > MAX_REMEMBERED) unknown.clear()
    for (const hashed of hashes) unknown.add(keyOf(hashed))
    if (remembered.size + rows.length > MAX_REMEMBERED) remembered.clear()
    for (const row of rows) {
      unknown.delete(keyOf(row.hash))
      remembered.set(keyOf(row.hash), row)
    }
  }

  function holderOf(row: TokenRow | undefined, hashed: Buffer): TokenHolder | undefined {
    if (!row || !timingSafeEqual(hashed, row.hash)) return undefined
    const isOver = row.revoke_time !== null || (row.expire_time !== null && row.expire_time <= clock.now())
    return isOver
      ? undefined
      : {
          ...{ id: row.id, name: row.name, scope: row.scope },
          ...{ assistantMayCall: row.assistant_may_call, mayListen: row.may_listen },
          ...callLimit(row.id, row.max_calls_per_day),
        }
  }

  function callLimit(id: string, own: number | null): Pick<TokenHolder, 'countCalls'> {
    const max = own ?? maxCallsPerTokenPerDay
    return max === undefined ? {} : { countCalls: createCallLimit(id, max) }
  }

  const forget = () => {
    generation += 1
    remembered.clear()
    unknown.clear()
  }

  return {
    async create(input, actor) {
      const { name } = input
      if (isReservedName(name)) throw reserved()
      return refuseTakenName({ constraint: 'access_token_name_unique', field: 'name', name }, () =>
        db.transaction((tx) => insert(tx, input, actor)),
      )
    },
    forget,

    async createFirst(keep) {
      return db.transaction(async (tx) => {
        await queries.lockTokens(tx, [])
        if ((await queries.listTokens(tx, [])).length > 0) return undefined
        const { token } = await insert(tx, { name: 'first', scope: 'admin' }, SERVICE_ACTOR)
        await keep(token)
        return token
      })
    },

    async list() {
      return (await queries.listTokens(db, [])).map(present)
    },

    async revoke(id, actor) {
      if (!isId(id)) throw new NotFound('token', id)
      const now = clock.now()
      const [revoked] = await db.transaction(async (tx) => {
        await queries.lockTokens(tx, [])
        if (!presetHash && (await queries.isLastAdmin(tx, [id, now])).length > 0) {
          throw new Conflict({ fault: 'last_admin_token' })
        }
        const rows = await queries.revokeToken(tx, [id, now])
        for (const subject of rows)
          await recordChange(tx, { at: now, actor, operation: 'token.revoke', subject })
        return rows
      })
      forget()
      const [row] = revoked ? [revoked] : await queries.findToken(db, [id])
      if (!row) throw new NotFound('token', id)
      return present(row)
    },

    authenticate(token) {
      const hashed = sha256(token)
      if (presetHash && timingSafeEqual(hashed, presetHash)) {
        return { id: 'preset', name: 'ACCESS_TOKEN', scope: 'admin', ...callLimit('preset', null) }
      }
      const key = keyOf(hashed)
      if (hearsChanges()) {
        const known = remembered.get(key)
        if (known || unknown.has(key)) return holderOf(known, hashed)
      }
      return find(hashed).then((row) => holderOf(row, hashed))
    },
  }
}

/** What the service does itself is recorded under these names. */
function reserved(): InvalidInput {
  return new InvalidInput({
    fault: 'name_reserved',
    field: 'name',
  })
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

function present(row: TokenRow): Token {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    createTime: row.create_time,
    expireTime: row.expire_time,
    revokeTime: row.revoke_time,
    assistantMayCall: row.assistant_may_call,
    mayListen: row.may_listen,
    maxCallsPerDay: row.max_calls_per_day,
  }
}
