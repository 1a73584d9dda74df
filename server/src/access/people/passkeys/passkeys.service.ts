// Passkeys of people: a second way to sign in and to prove to be the one, beside the password. The browser finds the passkey itself, so no name is
// typed, and has to see that it is the person who uses it. What it signs is random, made here, good for one use within ten minutes,
// and for the browser that asked for it alone, which has a cookie.
import { randomBytes } from 'node:crypto'
import type { PersonPrincipal } from '../../../platform/kernel/access/principal.ts'
import type { RelyingParty } from '../../../platform/kernel/access/relying-party.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import {
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  TooManyRequests,
} from '../../../platform/kernel/errors.ts'
import { isId, newId } from '../../../platform/kernel/ids.ts'
import type { Log } from '../../../platform/kernel/log/log.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { recordChange, recordRefusedSignIn } from '../../../platform/trail/record.ts'
import { sha256 } from '../../tokens/remembered.ts'
import type { Origin } from '../sessions.service.ts'
import { refuseOfProvider, type SignIn } from '../sign-in.service.ts'
import { createSlowdown } from '../slowdown.ts'
import type { PasskeyRow } from './passkeys.queries.ts'
import * as queries from './passkeys.queries.ts'
import { type NewCredential, type SignedCredential, verifyNew, verifySigned } from './verify-passkey.ts'

interface Dependencies {
  db: Database
  clock: Clock
  log: Log
  signIn: SignIn
}

type Purpose = 'add' | 'signIn' | 'confirm'

/** What a browser sends back, and where it is. */
interface Answered<Credential> {
  credential: Credential
  cookie: string | undefined
  party: RelyingParty
  origin: Origin
}

export const MAX_PASSKEYS = 20
const CHALLENGE_MS = 10 * 60_000
/** Refused ones of one network, before the next ones have to wait. */
const REFUSED = { free: 60, maxSeconds: 900 }

export type Passkeys = ReturnType<typeof createPasskeys>

export function createPasskeys({ db, clock, log, signIn }: Dependencies) {
  const refused = createSlowdown(REFUSED, () => clock.now().getTime())

  /** The cookie of the browser, and what it has to sign. */
  async function challenge(purpose: Purpose, personId: string | null) {
    const cookie = randomBytes(32).toString('base64url')
    const now = clock.now()
    const expireTime = new Date(now.getTime() + CHALLENGE_MS)
    await queries.insertChallenge(db, [sha256(cookie), purpose, personId, expireTime, now])
    return { cookie, challenge: challengeOf(cookie) }
  }

  /** Uses it up. */
  async function take(purpose: Purpose, personId: string | null, cookie = ''): Promise<string> {
    const taken = await queries.takeChallenge.first(db, [sha256(cookie), purpose, personId, clock.now()])
    if (!taken) throw new Forbidden({ fault: 'passkey_stale' })
    return challengeOf(cookie)
  }

  /** What the library says of it is for administrators. */
  async function orRefuse<Result>(verify: () => Promise<Result>): Promise<Result> {
    try {
      return await verify()
    } catch (error) {
      log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'a passkey was refused')
      throw new Forbidden({ fault: 'passkey_refused' })
    }
  }

  /** The passkey that has signed, slowed down by the refused ones before. */
  async function check(
    purpose: Purpose,
    person: PersonPrincipal | undefined,
    { credential, cookie, party, origin }: Answered<SignedCredential>,
  ) {
    const seconds = refused.wait(origin.network)
    if (seconds > 0) throw new TooManyRequests({ fault: 'sign_ins_slowed', params: { seconds } })
    refused.begin(origin.network)
    const id = Buffer.from(credential.credentialId, 'base64url')
    const found = await queries.findByCredential.first(db, [id, party.id])
    const owner = found && { id: found.person_id, name: found.person_name }
    try {
      const signed = await take(purpose, person?.id ?? null, cookie)
      if (!found || !owner || (person && owner.id !== person.id)) {
        log.info({ reason: found ? 'it is of somebody else' : 'it is unknown' }, 'a passkey was refused')
        throw new Forbidden({ fault: 'passkey_refused' })
      }
      const counter = await orRefuse(() => verifySigned(credential, found, signed, party))
      const noted = await queries.noteUse.first(db, [found.id, counter, clock.now()])
      if (!noted) throw new Forbidden({ fault: 'passkey_refused' })
      refused.wasRight(origin.network)
      return { owner, passkey: found.name }
    } catch (error) {
      if (error instanceof Forbidden)
        await recordRefusedSignIn(db, { at: clock.now(), account: owner ?? person, network: origin.network })
      throw error
    }
  }

  async function find(id: string, person: PersonPrincipal): Promise<PasskeyRow> {
    const found = isId(id) ? await queries.findPasskey.first(db, [id, person.id]) : undefined
    if (!found) throw new NotFound('passkey', id)
    return found
  }

  return {
    list: (person: PersonPrincipal) => queries.listPasskeys(db, [person.id]),

    /** For a new one: not on a device that has one already. */
    async startAdding(person: PersonPrincipal, party: RelyingParty) {
      refuseOfProvider(person)
      const known = await queries.listPasskeys(db, [person.id])
      refuseTooMany(known.length)
      const here = known.filter((each) => each.relying_party === party.id)
      return { ...(await challenge('add', person.id)), known: here.map(idOf) }
    },

    async add(
      person: PersonPrincipal,
      name: string,
      { credential, cookie, party }: Omit<Answered<NewCredential>, 'origin'>,
    ): Promise<PasskeyRow> {
      refuseOfProvider(person)
      refuseTooMany((await queries.listPasskeys(db, [person.id])).length)
      const asked = await take('add', person.id, cookie)
      const made = await orRefuse(() => verifyNew(credential, asked, party))
      const at = clock.now()
      const key = [made.credentialId, made.publicKey, made.counter] as const
      return db.transaction(async (tx) => {
        const row = await queries.insertPasskey.first(tx, [newId(), person.id, name, party.id, ...key, at])
        if (!row) throw new Conflict({ fault: 'passkey_known' })
        await recordChange(tx, { at, operation: 'passkey.add', subject: row })
        return row
      })
    },

    async rename(person: PersonPrincipal, id: string, name: string): Promise<PasskeyRow> {
      const before = await find(id, person)
      return db.transaction(async (tx) => {
        const row = await queries.renamePasskey.first(tx, [id, name])
        if (!row) throw new NotFound('passkey', id)
        const change = { operation: 'passkey.update', subject: row, before: { name: before.name } }
        await recordChange(tx, { at: clock.now(), ...change, after: { name } })
        return row
      })
    },

    async remove(person: PersonPrincipal, id: string): Promise<void> {
      const subject = await find(id, person)
      await db.transaction(async (tx) => {
        await queries.deletePasskey(tx, [id])
        await recordChange(tx, { at: clock.now(), operation: 'passkey.delete', subject })
      })
    },

    startSigningIn: () => challenge('signIn', null),

    /** Returns the cookie of the session. */
    async signIn(answered: Answered<SignedCredential>): Promise<string> {
      const { owner, passkey } = await check('signIn', undefined, answered)
      return signIn.open(owner, answered.origin, passkey)
    },

    /** The person who is signed in is to prove it: with one of these. */
    async startConfirming(person: PersonPrincipal, party: RelyingParty) {
      const own = (await queries.listPasskeys(db, [person.id])).filter(
        (each) => each.relying_party === party.id,
      )
      return { ...(await challenge('confirm', person.id)), known: own.map(idOf) }
    },

    async confirm(person: PersonPrincipal, answered: Answered<SignedCredential>): Promise<void> {
      const { passkey } = await check('confirm', person, answered)
      await signIn.noteProof(person, passkey)
    },
  }
}

const challengeOf = (cookie: string) => sha256(`challenge ${cookie}`).toString('base64url')
const idOf = ({ credential_id }: PasskeyRow) => credential_id.toString('base64url')

function refuseTooMany(count: number): void {
  if (count >= MAX_PASSKEYS)
    throw new InvalidInput({ fault: 'too_many_passkeys', params: { max: MAX_PASSKEYS } })
}
