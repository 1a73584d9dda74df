// How the trunks of the own Asterisk are. Everything is read from the manager interface: ARI knows neither registrations nor round trips, and keeps
// endpoints that were removed.
import type { SipAnswer } from '../../../../../platform/words/sip-answers.ts'
import type { ManagerSettings } from '../../manager-list.ts'
import {
  type Contact,
  type Registration,
  readContacts,
  readEndpoints,
  readRegistrations,
} from '../../registrations.ts'

export interface TrunkState {
  id: string
  /** Whether the far end answers; undefined before Asterisk has asked it. */
  isReachable: boolean | undefined
  /** How long the far end took to answer the last time. */
  roundTripMs: number | undefined
  /** Undefined for a trunk that does not register. */
  registration: RegistrationState | undefined
  /** What the carrier has answered to a registration that it did not accept. */
  registrationAnswer?: SipAnswer | undefined
  /** Why Asterisk does not have this trunk. */
  fault: string | undefined
}

/** `waiting`: not yet, or between two attempts. */
export type RegistrationState = 'registered' | 'rejected' | 'waiting'

const TRUNK = /^trunk-(.+)$/
const TIMEOUT_MS = 5000

type AnswerTo = (server: string, client: string) => SipAnswer | undefined

/** All trunks that Asterisk has. Rejects with a sentence for the operator. `readAnswers`: what carriers have said to registrations. */
export async function readTrunkStates(
  manager: ManagerSettings,
  readAnswers: () => Promise<AnswerTo> = async () => () => undefined,
): Promise<TrunkState[]> {
  const registrations = await readRegistrations(manager, TIMEOUT_MS)
  const trunks = (await readEndpoints(manager, TIMEOUT_MS)).filter((name) => TRUNK.test(name))
  const contacts = await readContacts(manager, trunks, TIMEOUT_MS)
  const isRefused = registrations.some(({ status }) => registrationState(status) !== 'registered')
  const answerTo = isRefused ? await readAnswers().catch(() => undefined) : undefined
  return trunkStatesFrom(trunks, registrations, contacts, answerTo)
}

export function trunkStatesFrom(
  endpoints: readonly string[],
  registrations: readonly Registration[],
  contacts: readonly Contact[],
  answerTo: AnswerTo = () => undefined,
): TrunkState[] {
  return endpoints.map((name) => {
    const registration = registrations.find(({ endpoint }) => endpoint === name)
    const contact = contacts.find(({ endpoint }) => endpoint === name)
    const state = registration && registrationState(registration.status)
    const answer =
      registration && state !== 'registered' ? answerTo(registration.server, registration.client) : undefined
    return {
      id: TRUNK.exec(name)?.[1] ?? name,
      isReachable: reachability(contact?.status),
      roundTripMs: contact?.roundTripMs,
      // Asterisk says of one that nobody has answered that it was rejected.
      registration: state === 'rejected' && answer === 'silence' ? 'waiting' : state,
      ...(answer !== undefined && { registrationAnswer: answer }),
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
