// How the trunks of the own Asterisk are. Everything is read from the manager interface: ARI knows neither registrations nor round trips, and keeps
// endpoints that were removed.
import type { ManagerSettings } from '../manager-list.ts'
import {
  type Contact,
  type Registration,
  readContacts,
  readEndpoints,
  readRegistrations,
} from '../registrations.ts'

export interface TrunkState {
  id: string
  /** Whether the far end answers; undefined before Asterisk has asked it. */
  isReachable: boolean | undefined
  /** How long the far end took to answer the last time. */
  roundTripMs: number | undefined
  /** Undefined for a trunk that does not register. */
  registration: RegistrationState | undefined
  /** Why Asterisk does not have this trunk. */
  fault: string | undefined
}

/** `waiting`: not yet, or between two attempts. */
export type RegistrationState = 'registered' | 'rejected' | 'waiting'

const TRUNK = /^trunk-(.+)$/
const TIMEOUT_MS = 5000

/** All trunks that Asterisk has. Rejects with a sentence for the operator. */
export async function readTrunkStates(manager: ManagerSettings): Promise<TrunkState[]> {
  const registrations = await readRegistrations(manager, TIMEOUT_MS)
  const trunks = (await readEndpoints(manager, TIMEOUT_MS)).filter((name) => TRUNK.test(name))
  return trunkStatesFrom(trunks, registrations, await readContacts(manager, trunks, TIMEOUT_MS))
}

export function trunkStatesFrom(
  endpoints: readonly string[],
  registrations: readonly Registration[],
  contacts: readonly Contact[],
): TrunkState[] {
  return endpoints.map((name) => {
    const registration = registrations.find(({ endpoint }) => endpoint === name)
    const contact = contacts.find(({ endpoint }) => endpoint === name)
    return {
      id: TRUNK.exec(name)?.[1] ?? name,
      isReachable: reachability(contact?.status),
      roundTripMs: contact?.roundTripMs,
      registration: registration && registrationState(registration.status),
      fault: undefined,
    }
  })
}

function reachability(status: string | undefined): boolean | undefined {
  if (status === 'Reachable') return true
  return status === 'Unreachable' ? false : undefined
}

function registrationState(status: string): RegistrationState {
  if (status.startsWith('Registered')) return 'registered'
  return status.startsWith('Rejected') ? 'rejected' : 'waiting'
}
