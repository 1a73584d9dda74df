// The browsers in which people are signed in. The cookie has 32 random bytes, of which only the SHA-256 is stored. A session ends when it was not used for
// 12 hours, after 30 days, with the password, and with the person.
import { randomBytes } from 'node:crypto'
import { permissionsOfRole } from '../../platform/kernel/access/permissions.ts'
import type { PersonPrincipal } from '../../platform/kernel/access/principal.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { NotFound } from '../../platform/kernel/errors.ts'
import { isId, newId } from '../../platform/kernel/ids.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { recordChange } from '../../platform/trail/record.ts'
import { createRemembered, sha256 } from '../tokens/remembered.ts'
import type { SessionRow } from './sessions.queries.ts'
import * as queries from './sessions.queries.ts'

/** What a provider has said of a session. */
export interface ProviderSession {
  /** As the provider calls its own. */
  name: string | null
  /** When the person last proved to the provider to be the one. */
  proofTime: Date
  /** When the provider has to be asked again. */
  endTime: Date
}

/** Where somebody signs in from. */
export interface Origin {
  address: string
  network: string
  browser: string
}

interface Dependencies {
  db: Database
  clock: Clock
  log: Log
  hearsChanges(): boolean
}

export const IDLE_MS = DAY_MS / 2
export const MAX_AGE_MS = 30 * DAY_MS
const USE_MS = 60_000
/** What cannot be a cookie of ours is not looked up. */
const SECRET_FORM = /^[\w-]{43}$/
const MAX_BROWSER = 200

export type Sessions = ReturnType<typeof createSessions>

export function createSessions({ db, clock, log, hearsChanges }: Dependencies) {
  const remembered = createRemembered<SessionRow>({
    find: (hashes) => queries.findSessions(db, [hashes]),
    hearsChanges,
  })

  const isOver = ({ used_time, create_time, end_time }: SessionRow) => {
    const own = Math.min(used_time.getTime() + IDLE_MS, create_time.getTime() + MAX_AGE_MS)
    return clock.now().getTime() >= Math.min(own, end_time?.getTime() ?? own)
  }

  /** Once a minute, and in nobody's way. */
  function noteUse(row: SessionRow): void {
    const now = clock.now()
    if (now.getTime() - row.used_time.getTime() < USE_MS) return
    row.used_time = now
    queries.noteUse
      .run(db, [row.id, now])
      .catch((error) => log.warn({ err: error }, 'the use of a session is not stored; its next use is'))
  }

  return {
    /** A new one; the cookie is only in the answer. `provider`: what it has said, if the person comes from there. */
    async open(
      tx: Queryable,
      personId: string,
      { address, browser }: Origin,
      provider?: ProviderSession,
    ): Promise<string> {
      const secret = randomBytes(32).toString('base64url')
      const now = clock.now()
      await queries.deleteOld(tx, [now])
      const from = [address, browser.slice(0, MAX_BROWSER)] as const
      const proof = [provider?.proofTime ?? now, provider?.endTime ?? null, provider?.name ?? null] as const
      await queries.insertSession(tx, [newId(), personId, sha256(secret), now, ...from, ...proof])
      return secret
    },

    /** Whoever only watches does not use it. Returns without waiting if it is known. */
    authenticate(
      secret: string,
      isUse: boolean,
    ): PersonPrincipal | undefined | Promise<PersonPrincipal | undefined> {
      if (!SECRET_FORM.test(secret)) return undefined
      const hashed = sha256(secret)
      const known = remembered.find(hashed)
      function principalOf(row: SessionRow | undefined): PersonPrincipal | undefined {
        if (!row || isOver(row)) return undefined
        if (isUse) noteUse(row)
        return present(row)
      }
      if (known instanceof Promise) return known.then(principalOf)
      // Another node may have noted a later use.
      if (known && isOver(known)) return remembered.findAgain(hashed).then(principalOf)
      return principalOf(known)
    },

    /** Of one person, or of all. */
    list: (personId: string | null) => queries.listSessions(db, [clock.now(), personId]),

    /** `personId`: whose it has to be; null: anybody's. */
    async end(id: string, personId: string | null): Promise<void> {
      const found = isId(id) ? await queries.findSession.first(db, [id]) : undefined
      if (!found || (personId !== null && found.person_id !== personId)) throw new NotFound('session', id)
      await db.transaction(async (tx) => {
        await queries.deleteSession(tx, [id])
        const subject = { id: found.person_id, name: found.name }
        await recordChange(tx, { at: clock.now(), operation: 'session.end', subject })
      })
      remembered.forget()
    },

    endAll: (tx: Queryable, personId: string) => queries.deleteSessionsOf(tx, [personId]),

    /** `endTime`: of a session whose provider was asked again. */
    async prove(id: string, endTime: Date | null = null): Promise<void> {
      await queries.noteProof(db, [id, clock.now(), endTime])
      remembered.forget()
    },

    /** Of everybody whom a provider names by its own session, by the person, or by both. */
    async endOfProvider(issuer: string, subject: string | null, session: string | null): Promise<void> {
      await db.transaction(async (tx) => {
        const ended = await queries.endOfProvider(tx, [issuer, subject, session])
        const people = new Map(ended.map(({ person_id, name }) => [person_id, { id: person_id, name }]))
        for (const subject of people.values())
          await recordChange(tx, { at: clock.now(), operation: 'session.end', subject })
      })
      remembered.forget()
    },

    forget: remembered.forget,
  }
}

function present(row: SessionRow): PersonPrincipal {
  return {
    ...{ kind: 'person', id: row.person_id, name: row.name, role: row.role },
    permissions: permissionsOfRole(row.role, row.extras),
    dataSourceIds: row.data_source_ids,
    ...{ sessionId: row.id, proofTime: row.proof_time },
    signsInBy: row.issuer === null ? 'password' : 'provider',
  }
}
