// Access tokens: random, shown once, stored only as a hash. A token belongs to the service, or to the person who made it: then it has at most the
// rights of that person, at each request, and ends with the person.

import { randomBytes, timingSafeEqual } from 'node:crypto'
import {
  CLAIMED_RIGHTS_MS,
  permissionsOfRole,
  permissionsOfScope,
} from '../../platform/kernel/access/permissions.ts'
import type { TokenPrincipal } from '../../platform/kernel/access/principal.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict, InvalidInput, NotFound, namesUnknown, shorten } from '../../platform/kernel/errors.ts'
import { isId, newId } from '../../platform/kernel/ids.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import { isNetwork } from '../../platform/kernel/network-text.ts'
import { COUNTRIES } from '../../platform/kernel/phone/phone-key.ts'
import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { refuseTakenName } from '../../platform/storage/taken-names.ts'
import { isReservedName } from '../../platform/trail/actor.ts'
import { recordChange } from '../../platform/trail/record.ts'
import { type CountCalls, createCallLimit } from './call-limit.ts'
import { createRemembered, sha256 } from './remembered.ts'
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
  /** The data sources that it is bound to: what belongs to others does not exist for it. Null: it sees all. */
  dataSourceIds: string[] | null
  /** Calls may be asked for to numbers of these countries alone; null: all. */
  countries: string[] | null
  /** Networks from which alone it may be used; null: all. */
  addresses: string[] | null
  /** The person whose it is; null: it belongs to the service. */
  ownerId: string | null
  /** To the minute. */
  usedTime: Date | null
}

type TokenHolder = TokenPrincipal & {
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
  dataSourceIds?: string[] | undefined
  countries?: string[] | undefined
  addresses?: string[] | undefined
}

export interface Tokens {
  /** The token itself is only in the answer. `ownerId`: the person whose it is; null or absent: the service. */
  create(input: NewToken, ownerId?: string | null): Promise<{ token: string; details: Token }>
  /** If there are no tokens, creates one with scope admin. It is valid after `keep` has stored it. */
  createFirst(keep: (token: string) => Promise<void>): Promise<string | undefined>
  list(): Promise<Token[]>
  revoke(id: string): Promise<Token>
  /** Returns without waiting if the token is cached. */
  authenticate(token: string): TokenHolder | undefined | Promise<TokenHolder | undefined>
  /** Empties the cache. */
  forget(): void
}

interface Dependencies {
  db: Database
  clock: Clock
  log: Log
  /** A token from the environment, valid beside those in the database. */
  presetToken: string | undefined
  /** Whether notifications of changed tokens currently arrive. */
  hearsChanges: () => boolean
  /** One of these ids that no data source has. */
  unknownDataSource(ids: readonly string[]): Promise<string | undefined>
  /** The limit of calls of tokens that have none of their own. */
  maxCallsPerTokenPerDay?: number | undefined
}

const USE_MS = 60_000
const isCountry = (text: string) => (COUNTRIES as readonly string[]).includes(text)

export function createTokens(dependencies: Dependencies): Tokens {
  const { db, clock, log, presetToken, hearsChanges, unknownDataSource, maxCallsPerTokenPerDay } =
    dependencies
  const presetHash = presetToken === undefined ? undefined : sha256(presetToken)

  async function insert(tx: Queryable, input: NewToken, ownerId: string | null = null) {
    const {
      name,
      scope,
      expiresInDays,
      assistantMayCall = false,
      mayListen = false,
      maxCallsPerDay = null,
      dataSourceIds = null,
      countries = null,
      addresses = null,
    } = input
    const token = `carillon_${randomBytes(32).toString('base64url')}`
    const now = clock.now()
    const expireTime = expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * DAY_MS)
    const rows = await queries.insertToken(tx, [
      ...[newId(), name, scope, sha256(token), now, expireTime, assistantMayCall, mayListen, maxCallsPerDay],
      ...[dataSourceIds, ownerId, countries && [...new Set(countries)].sort(), addresses],
    ])
    const details = rows.map(present)[0] as Token
    const change = { at: now, operation: 'token.create', subject: details }
    await recordChange(tx, {
      ...change,
      after: {
        ...{ scope, expireTime },
        ...(assistantMayCall && { assistantMayCall }),
        ...(mayListen && { mayListen }),
        ...(maxCallsPerDay !== null && { maxCallsPerDay }),
        ...(dataSourceIds && { dataSourceIds }),
        ...(countries && { countries }),
        ...(addresses && { addresses }),
        ...(ownerId !== null && { ownerId }),
      },
    })
    return { token, details }
  }

  const remembered = createRemembered<TokenRow>({
    find: (hashes) => queries.findTokensByHash(db, [hashes]),
    hearsChanges,
  })

  function holderOf(row: TokenRow | undefined): TokenHolder | undefined {
    if (!row) return undefined
    const now = clock.now()
    const isOver = row.revoke_time !== null || (row.expire_time !== null && row.expire_time <= now)
    // With its owner it ends, and it has never more rights.
    if (isOver || (row.owner_id !== null && row.owner_role === null)) return undefined
    // Its provider has not told the rights of the owner for long: the token is good again after the owner has signed in.
    const checkedMs = row.owner_check_time?.getTime() ?? Number.POSITIVE_INFINITY
    if (now.getTime() - checkedMs >= CLAIMED_RIGHTS_MS) return undefined
    noteUse(row, now)
    const own = permissionsOfScope(row.scope, row.may_listen)
    const ofOwner = row.owner_role && permissionsOfRole(row.owner_role, row.owner_extras ?? [])
    return {
      ...{ kind: 'token', id: row.id, name: row.name, scope: row.scope },
      permissions: ofOwner ? new Set([...own].filter((each) => ofOwner.has(each))) : own,
      dataSourceIds: within(row.data_source_ids, row.owner_data_source_ids),
      assistantMayCall: row.assistant_may_call,
      ...{ countries: row.countries, addresses: row.addresses },
      ...callLimit(row.id, row.max_calls_per_day),
    }
  }

  /** Once a minute, and in nobody's way. */
  function noteUse(row: TokenRow, now: Date): void {
    if (row.used_time && now.getTime() - row.used_time.getTime() < USE_MS) return
    row.used_time = now
    queries.noteUse
      .run(db, [row.id, now])
      .catch((error) => log.warn({ err: error }, 'when a token was last used is not stored; next time it is'))
  }

  function callLimit(id: string, own: number | null): Pick<TokenHolder, 'countCalls'> {
    const max = own ?? maxCallsPerTokenPerDay
    return max === undefined ? {} : { countCalls: createCallLimit(id, max) }
  }

  return {
    async create(input, ownerId = null) {
      const { name, scope, dataSourceIds } = input
      if (isReservedName(name)) throw reserved()
      if (dataSourceIds && scope === 'admin')
        throw new InvalidInput({ fault: 'admin_not_bound', field: 'dataSourceIds' })
      if (input.countries && scope === 'admin')
        throw new InvalidInput({ fault: 'admin_not_limited', field: 'countries' })
      const noCountry = input.countries?.find((each) => !isCountry(each))
      if (noCountry !== undefined) throw namesUnknown('countries', 'country', noCountry)
      const noNetwork = input.addresses?.find((each) => !isNetwork(each))
      if (noNetwork !== undefined)
        throw new InvalidInput({
          ...{ fault: 'not_a_network', field: 'addresses' },
          params: { value: shorten(noNetwork) },
        })
      const unknown = dataSourceIds && (await unknownDataSource(dataSourceIds))
      if (unknown !== undefined) throw namesUnknown('dataSourceIds', 'data source', unknown)
      return refuseTakenName({ constraint: 'access_token_name_unique', field: 'name', name }, () =>
        db.transaction((tx) => insert(tx, input, ownerId)),
      )
    },
    forget: remembered.forget,

    async createFirst(keep) {
      return db.transaction(async (tx) => {
        await queries.lockTokens(tx, [])
        if ((await queries.listTokens(tx, [])).length > 0) return undefined
        const { token } = await insert(tx, { name: 'first', scope: 'admin' })
        await keep(token)
        return token
      })
    },

    async list() {
      return (await queries.listTokens(db, [])).map(present)
    },

    async revoke(id) {
      if (!isId(id)) throw new NotFound('token', id)
      const now = clock.now()
      const [revoked] = await db.transaction(async (tx) => {
        await queries.lockTokens(tx, [])
        if (!presetHash && (await queries.isLastAdmin(tx, [id, now])).length > 0) {
          throw new Conflict({ fault: 'last_admin_token' })
        }
        const rows = await queries.revokeToken(tx, [id, now])
        for (const subject of rows) await recordChange(tx, { at: now, operation: 'token.revoke', subject })
        return rows
      })
      remembered.forget()
      const [row] = revoked ? [revoked] : await queries.findToken(db, [id])
      if (!row) throw new NotFound('token', id)
      return present(row)
    },

    authenticate(token) {
      const hashed = sha256(token)
      if (presetHash && timingSafeEqual(hashed, presetHash)) {
        return {
          ...{ kind: 'token', id: 'preset', name: 'ACCESS_TOKEN', scope: 'admin' },
          ...{
            permissions: permissionsOfScope('admin', false),
            dataSourceIds: null,
            assistantMayCall: false,
            countries: null,
            addresses: null,
          },
          ...callLimit('preset', null),
        }
      }
      const found = remembered.find(hashed)
      return found instanceof Promise ? found.then(holderOf) : holderOf(found)
    },
  }
}

/** Null: all. */
function within(own: string[] | null, ofOwner: string[] | null): string[] | null {
  return own && ofOwner ? own.filter((id) => ofOwner.includes(id)) : (own ?? ofOwner)
}

/** What the service does itself is recorded under these names. */
function reserved(): InvalidInput {
  return new InvalidInput({
    fault: 'name_reserved',
    field: 'name',
  })
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
    dataSourceIds: row.data_source_ids,
    countries: row.countries,
    addresses: row.addresses,
    ownerId: row.owner_id,
    usedTime: row.used_time,
  }
}
