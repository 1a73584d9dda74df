// Signing in with name and password. An unknown name takes as long as a wrong password, and is answered alike. Wrong ones slow down their network and the
// account, but never keep the right person out: from a network in which the person signed in before, only wrong ones for this very account
// and network count, and they hold up for a minute at most.
import type { PersonPrincipal } from '../../platform/kernel/access/principal.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { Forbidden, NotAllowed, TooManyRequests } from '../../platform/kernel/errors.ts'
import type { Database } from '../../platform/storage/database.ts'
import { actAs } from '../../platform/trail/actor.ts'
import { recordChange, recordRefusedSignIn } from '../../platform/trail/record.ts'
import { sha256 } from '../tokens/remembered.ts'
import { deletePasskeysOf } from './passkeys/passkeys.queries.ts'
import type { PasswordHashes } from './password-hash.ts'
import { refuseBadPassword } from './password-rules.ts'
import * as queries from './people.queries.ts'
import { sameName } from './people.service.ts'
import type { Origin, Sessions } from './sessions.service.ts'
import { createSlowdown, type Slowdown } from './slowdown.ts'

interface Dependencies {
  db: Database
  clock: Clock
  hashes: PasswordHashes
  sessions: Sessions
}

const OWN = { free: 5, maxSeconds: 60 }
const ACCOUNT = { free: 20, maxSeconds: 300 }
const NETWORK = { free: 60, maxSeconds: 900 }

/** Before anybody is signed in, the request has no actor. */
export function as<Result>(
  person: { id: string; name: string },
  { address }: Origin,
  run: () => Result,
): Result {
  const { id, name } = person
  return actAs({ kind: 'person', id, name, address }, run)
}

export type SignIn = ReturnType<typeof createSignIn>

export function createSignIn({ db, clock, hashes, sessions }: Dependencies) {
  const nowMs = () => clock.now().getTime()
  const own = createSlowdown(OWN, nowMs)
  const account = createSlowdown(ACCOUNT, nowMs)
  const network = createSlowdown(NETWORK, nowMs)

  /** Compares the password, slowed down by the wrong ones before. */
  async function check(given: string, password: string, origin: Origin) {
    const name = sameName(given)
    const person = await queries.findByName.first(db, [name, origin.network])
    const key = name.toLowerCase()
    const counts: [Slowdown, string][] = [[own, `${key} ${origin.network}`]]
    if (!person?.is_known_network) counts.push([account, key], [network, origin.network])
    const seconds = Math.max(...counts.map(([each, of]) => each.wait(of)))
    if (seconds > 0) throw new TooManyRequests({ fault: 'sign_ins_slowed', params: { seconds } })
    for (const [each, of] of counts) each.begin(of)
    const isRight = await hashes.fits(password, person?.password ?? null)
    if (!isRight || !person || person.disable_time !== null) {
      await recordRefusedSignIn(db, { at: clock.now(), account: person, network: origin.network })
      return undefined
    }
    for (const [each, of] of counts) each.wasRight(of)
    own.forget(`${key} ${origin.network}`)
    return person
  }

  /** Returns the cookie. `passkey`: the name of the one that was used in place of the password. */
  async function open(
    { id, name }: { id: string; name: string },
    origin: Origin,
    passkey?: string,
  ): Promise<string> {
    return db.transaction(async (tx) => {
      await queries.rememberNetwork(tx, [id, origin.network, clock.now()])
      await queries.forgetNetworks(tx, [id])
      const subject = { id, name }
      const change = { at: clock.now(), operation: 'session.signIn', subject, ...by(passkey) }
      await as(subject, origin, () => recordChange(tx, change))
      return sessions.open(tx, id, origin)
    })
  }

  /** The person who is signed in has proved to be the one. */
  async function noteProof({ id, name, sessionId }: PersonPrincipal, passkey?: string): Promise<void> {
    const change = { operation: 'session.prove', subject: { id, name }, ...by(passkey) }
    await recordChange(db, { at: clock.now(), ...change })
    await sessions.prove(sessionId)
  }

  return {
    open,
    noteProof,

    /** Undefined: the name or the password is wrong. */
    async signIn(name: string, password: string, origin: Origin): Promise<string | undefined> {
      const person = await check(name, password, origin)
      return person && open(person, origin)
    },

    /** Of the person who is signed in already. */
    async prove(person: PersonPrincipal, password: string, origin: Origin): Promise<void> {
      refuseOfProvider(person)
      if (!(await check(person.name, password, origin))) throw passwordWrong()
      await noteProof(person)
    },

    /** Ends all sessions of the person, and returns the cookie of a new one. */
    async changePassword(
      person: PersonPrincipal,
      old: string,
      password: string,
      origin: Origin,
    ): Promise<string> {
      refuseOfProvider(person)
      refuseBadPassword(password, person.name, 'newPassword')
      if (!(await check(person.name, old, origin))) throw passwordWrong('oldPassword')
      const hash = await hashes.make(password)
      await db.transaction(async (tx) => {
        await queries.setPassword(tx, [person.id, hash])
        await queries.deleteLink(tx, [person.id])
        await sessions.endAll(tx, person.id)
        const change = { operation: 'person.changePassword', subject: person }
        await recordChange(tx, { at: clock.now(), ...change })
      })
      sessions.forget()
      return open(person, origin)
    },

    /** For whom a link is. */
    async readLink(secret: string) {
      const person = await queries.findByLink.first(db, [sha256(secret), clock.now()])
      if (!person) throw new Forbidden({ fault: 'link_over' })
      return person
    },

    /** Chooses the password of whoever has the link, ends the sessions and passkeys before, and returns the cookie of a new session. */
    async useLink(secret: string, password: string, origin: Origin): Promise<string> {
      const { id, name } = await this.readLink(secret)
      refuseBadPassword(password, name, 'password')
      const hash = await hashes.make(password)
      await db.transaction(async (tx) => {
        const taken = await queries.takeLink.first(tx, [sha256(secret), clock.now()])
        if (!taken) throw new Forbidden({ fault: 'link_over' })
        await queries.setPassword(tx, [id, hash])
        await deletePasskeysOf(tx, [id])
        await sessions.endAll(tx, id)
        const subject = { id, name }
        const change = { at: clock.now(), operation: 'person.choosePassword', subject }
        await as(subject, origin, () => recordChange(tx, change))
      })
      sessions.forget()
      return open({ id, name }, origin)
    },
  }
}

const by = (passkey: string | undefined) => (passkey === undefined ? {} : { after: { passkey } })

export function refuseOfProvider({ signsInBy }: PersonPrincipal): void {
  if (signsInBy === 'provider') throw new NotAllowed({ fault: 'person_of_provider' })
}

const passwordWrong = (field?: string) => new Forbidden({ fault: 'password_wrong', ...(field && { field }) })
