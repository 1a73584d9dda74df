// The services that every component can use. main.tsx creates them once.
import type { Client } from '@carillon/client'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Live, LiveState } from '../live/live.ts'
import type { Proof } from './proof.ts'
import { COOKIE, type Session, type SessionState } from './session.ts'

export interface ConsoleServices {
  client: Client
  session: Session
  live: Live
  proof: Proof
}

const ConsoleContext = createContext<ConsoleServices | undefined>(undefined)

export const ConsoleProvider = ConsoleContext.Provider

export function useServices(): ConsoleServices {
  const services = useContext(ConsoleContext)
  if (!services) throw new Error('useServices must be used inside ConsoleProvider')
  return services
}

export function useClient(): Client {
  return useServices().client
}

export function useSessionState(): SessionState {
  const { session } = useServices()
  return useSyncExternalStore(session.subscribe, session.read, session.read)
}

/** Whether something waits for the password. */
export function useIsProofAsked(): boolean {
  const { proof } = useServices()
  return useSyncExternalStore(proof.subscribe, proof.read, proof.read)
}

/** A person also ends the session at the service and, where it says so, at the provider, which leads back here. */
export function useSignOut(): () => void {
  const { client, session } = useServices()
  return () => {
    const ended = session.read().token === COOKIE ? client.post('/api/session/signOut', {}) : undefined
    ended?.then(
      ({ continueAt }) => continueAt !== null && window.location.assign(continueAt),
      () => undefined,
    )
    session.signOut()
  }
}

export function useLiveState(): LiveState {
  const { live } = useServices()
  return useSyncExternalStore(live.subscribe, live.read, live.read)
}
