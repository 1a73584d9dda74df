// Signing in through the OpenID Connect provider. A person is who the provider says by issuer and subject, never by a name or an e-mail address, which
// others may get there. The rights are those of the claims, at each sign-in; they and the session last 12 hours, then the provider is asked again.
import { CLAIMED_RIGHTS_MS } from '../../../platform/kernel/access/permissions.ts'
import type { PersonPrincipal } from '../../../platform/kernel/access/principal.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { toStorableText } from '../../../platform/kernel/storable-text.ts'
import type { Database, Queryable } from '../../../platform/storage/database.ts'
import { isReservedName } from '../../../platform/trail/actor.ts'
import { recordChange, recordRefusedSignIn } from '../../../platform/trail/record.ts'
import { sha256 } from '../../tokens/remembered.ts'
import type { PersonRow } from '../people.queries.ts'
import * as queries from '../people.queries.ts'
import { rightsOf } from '../people.service.ts'
import type { Origin, Sessions } from '../sessions.service.ts'
import { as } from '../sign-in.service.ts'
import { createSlowdown } from '../slowdown.ts'
import { type ClaimedRights, rightsOfClaims } from './claim-rules.ts'
import type { OidcSettings } from './oidc-settings.ts'
import { type Identity, LOGOUT_SECONDS, type Provider, SignInRefused } from './provider.ts'
import { FLOW_MS, newFlow, pathWithin, readFlow, secretsOf } from './sign-in-flow.ts'

interface Dependencies {
  db: Database
  clock: Clock
  settings: OidcSettings
  provider: Provider
  sessions: Sessions
}

interface Answer {
  /** With all parameters. */
  url: URL
  cookie: string | undefined
  /** Who is signed in in this browser already. */
  person: PersonPrincipal | undefined
  origin: Origin
}

/** Answers of one network that were refused, before the next ones have to wait. */
const REFUSED = { free: 60, maxSeconds: 900 }
const LAPSED = new Date(0)
const LEAST: ClaimedRights = { role: 'monitor', extras: [], dataSourceIds: null }
const MAX_NAME = 100
const MAX_SAME_NAMES = 100
const MAX_SUBJECT = 255

export type Oidc = ReturnType<typeof createOidc>

export function createOidc({ db, clock, settings, provider, sessions }: Dependencies) {
  // The times that the provider signs are of its own clock, which that of this machine follows.
  const nowMs = () => Date.now()
  const refused = createSlowdown(REFUSED, nowMs)
  const endTime = () => new Date(clock.now().getTime() + CLAIMED_RIGHTS_MS)

  async function useOnce(hash: Buffer, lastsMs: number): Promise<void> {
    const now = new Date(nowMs())
    const used = await queries.useProof.first(db, [hash, new Date(now.getTime() + lastsMs), now])
    if (!used) throw new SignInRefused('stale')
  }

  /** The person with the rights of now; undefined: nothing gives any. */
  async function admit(tx: Queryable, { issuer, subject, claims }: Identity): Promise<PersonRow | undefined> {
    await queries.lockPeople(tx, [])
    const rights = rightsOfClaims(settings.claimRules, claims) ?? (settings.letsOthersIn ? LEAST : undefined)
    const before = await queries.findBySubject.first(tx, [issuer, subject])
    if (!before) return rights && add(tx, rights, { issuer, subject, claims })
    if (before.disable_time) throw new SignInRefused('disabled')
    const { role, extras, dataSourceIds } = rights ?? LEAST
    await queries.setClaimedRights(tx, [
      before.id,
      role,
      extras,
      dataSourceIds,
      rights ? clock.now() : LAPSED,
    ])
    const after = { ...before, role, extras, data_source_ids: dataSourceIds }
    const change = { at: clock.now(), operation: 'person.update', subject: before }
    await recordChange(tx, { ...change, before: rightsOf(before), after: rightsOf(after) })
    if (rights) return after
    await sessions.endAll(tx, before.id)
    return undefined
  }

  type Somebody = Pick<Identity, 'issuer' | 'subject' | 'claims'>
  async function add(tx: Queryable, rights: ClaimedRights, { issuer, subject, claims }: Somebody) {
    const { role, extras, dataSourceIds } = rights
    const now = clock.now()
    for (const name of namesFor(claims, subject)) {
      if (isReservedName(name)) continue
      const values = [newId(), name, role, extras, dataSourceIds, now, issuer, subject] as const
      const row = await queries.insertOfProvider.first(tx, [...values])
      if (!row) continue
      const change = { at: now, operation: 'person.add', subject: row }
      await recordChange(tx, { ...change, after: { ...rightsOf(row), issuer } })
      return row
    }
    throw new Error('a person was not added')
  }

  /** Returns the cookie. */
  async function open(identity: Identity, origin: Origin): Promise<string> {
    const { proofMs, session: name } = identity
    const secret = await db.transaction(async (tx) => {
      const person = await admit(tx, identity)
      if (!person) return undefined
      const subject = { id: person.id, name: person.name }
      const at = clock.now()
      await as(subject, origin, () => recordChange(tx, { at, operation: 'session.signIn', subject }))
      const ageMs = proofMs === undefined ? at.getTime() : Math.max(0, nowMs() - proofMs)
      const proofTime = new Date(at.getTime() - ageMs)
      return sessions.open(tx, person.id, origin, { name, proofTime, endTime: endTime() })
    })
    sessions.forget()
    if (secret === undefined) throw new SignInRefused('noRights')
    return secret
  }

  /** Of the person who is signed in already. */
  async function prove(identity: Identity, person: PersonPrincipal, origin: Origin): Promise<void> {
    const isSame = await db.transaction(async (tx) => {
      const found = await queries.findBySubject.first(tx, [identity.issuer, identity.subject])
      if (found?.id !== person.id) return false
      if (!(await admit(tx, identity))) return undefined
      const subject = { id: person.id, name: person.name }
      const change = { at: clock.now(), operation: 'session.prove', subject }
      await as(subject, origin, () => recordChange(tx, change))
      return true
    })
    if (isSame === undefined) throw new SignInRefused('noRights')
    if (!isSame) throw new SignInRefused('otherPerson')
    await sessions.prove(person.sessionId, endTime())
  }

  return {
    /** Where the browser is sent, and its cookie until it comes back. */
    async begin(redirectUri: string, returnTo: unknown, isProof: boolean) {
      const flow = { startedMs: nowMs(), isProof, returnTo: pathWithin(returnTo) }
      const cookie = newFlow(flow)
      return { url: await provider.address(redirectUri, { ...flow, ...secretsOf(cookie) }), cookie }
    },

    /** The browser is back: the path to go on at and, of somebody who has signed in, the cookie of the session. */
    async finish({
      url,
      cookie = '',
      person,
      origin,
    }: Answer): Promise<{ returnTo: string; secret?: string }> {
      if (refused.wait(origin.network) > 0) throw new SignInRefused('slowed')
      refused.begin(origin.network)
      try {
        const flow = readFlow(cookie, nowMs())
        const secrets = secretsOf(cookie)
        if (!flow || url.searchParams.get('state') !== secrets.state) throw new SignInRefused('stale')
        await useOnce(secrets.hash, FLOW_MS)
        const identity = await provider.identify(url, { ...flow, ...secrets })
        if (!isStorable(identity)) throw new SignInRefused('invalid')
        const { isProof, returnTo } = flow
        if (isProof && !person) throw new SignInRefused('stale')
        const secret =
          isProof && person ? await prove(identity, person, origin) : await open(identity, origin)
        refused.wasRight(origin.network)
        return { returnTo, ...(secret !== undefined && { secret }) }
      } catch (error) {
        if (error instanceof SignInRefused)
          await recordRefusedSignIn(db, { at: clock.now(), account: person, network: origin.network })
        throw error
      }
    },

    /** Where a browser that has signed out here goes to sign out there too. A provider that cannot be reached keeps nobody signed in here. */
    async endAddress(returnUri: string): Promise<string | null> {
      try {
        return (await provider.endAddress(returnUri))?.href ?? null
      } catch (error) {
        if (!(error instanceof SignInRefused)) throw error
        return null
      }
    },

    /** The provider says that a session ended, or all of a person. */
    async endSessions(token: string): Promise<void> {
      const { issuer, id, subject, session } = await provider.readLogout(token)
      await useOnce(sha256(`logout ${id}`), 2 * LOGOUT_SECONDS * 1000)
      await sessions.endOfProvider(issuer, subject, session)
    },
  }
}

function isStorable({ issuer, subject, session }: Identity): boolean {
  return [issuer, subject, session ?? ''].every(
    (each) => each === toStorableText(each) && each.length <= MAX_SUBJECT,
  )
}

/** How the person may be called, the best first: names of people differ. */
function* namesFor(claims: Identity['claims'], subject: string): Generator<string> {
  const given = ['name', 'preferred_username', 'email'].map((claim) => claims[claim])
  const wanted = [...given, subject].map((each) => cleaned(each)).find((each) => each !== '') ?? 'somebody'
  yield wanted
  for (let number = 2; number <= MAX_SAME_NAMES; number += 1)
    yield `${wanted.slice(0, MAX_NAME - 5)} ${number}`
  yield `${wanted.slice(0, MAX_NAME - 40)} ${newId()}`
}

/** Without what cannot be seen. */
function cleaned(given: unknown): string {
  if (typeof given !== 'string') return ''
  const visible = toStorableText(given)
    .normalize('NFKC')
    .replace(/[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/gu, ' ')
  return [...visible.replace(/\s+/g, ' ').trim()].slice(0, MAX_NAME).join('').trim()
}
