// Who acts: a token or a person whose request is answered, a person at the command line, or the service itself. It travels with the
// asynchronous context instead of through parameters, so that what is done far from the request is still on record under the right name.
import { AsyncLocalStorage } from 'node:async_hooks'

export type ActorKind = 'token' | 'person' | 'command' | 'service'

export interface Actor {
  kind: ActorKind
  /** Of the token or the person. */
  id: string | null
  /** As it is now; records keep it as it was then. */
  name: string
  /** Of the client; null for what is not a request. */
  address: string | null
  /** Calls may be asked for to numbers of these alone. */
  countries?: readonly string[]
}

/** Names of actors that are neither tokens nor people. Nobody else may have one of these names. */
export const SERVICE_ACTOR = 'service'
const COMMAND_ACTOR = 'command line'
const RESERVED_NAMES = ['dialer', 'call', SERVICE_ACTOR, COMMAND_ACTOR, 'access_token', 'unknown']

export function isReservedName(name: string): boolean {
  return RESERVED_NAMES.includes(name.toLowerCase())
}

const SERVICE: Actor = { kind: 'service', id: null, name: SERVICE_ACTOR, address: null }
export const COMMAND_LINE: Actor = { kind: 'command', id: null, name: COMMAND_ACTOR, address: null }

/** The rules of tasks, which the dialer carries out. */
export const DIALER: Actor = { ...SERVICE, name: 'dialer' }

/** What the service goes on with, later, for somebody who asked for it. */
export function onBehalfOf<Result>(name: string, run: () => Result): Result {
  return actAs({ ...SERVICE, name }, run)
}

const storage = new AsyncLocalStorage<Actor>()

/** Everything that `run` does, now and later, is done by the actor. */
export function actAs<Result>(actor: Actor, run: () => Result): Result {
  return storage.run(actor, run)
}

export function currentActor(): Actor {
  return storage.getStore() ?? SERVICE
}

/** The columns of `audit` that say who acted. */
export const ACTOR_COLUMNS = 'actor, actor_kind, actor_id, address'

/** Their values, of a parameter that is an Actor. */
export function actorValues(parameter: `$${number}`): string {
  return ['name', 'kind', 'id', 'address'].map((field) => `${parameter}::json ->> '${field}'`).join(', ')
}
