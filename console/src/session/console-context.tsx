// The services that every component can use. main.tsx creates them once.
import type { Client } from '@carillon/client'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Live, LiveState } from '../live/live.ts'
import type { Session, SessionState } from './session.ts'

export interface ConsoleServices {
  client: Client
  session: Session
  live: Live
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

export function useLiveState(): LiveState {
  const { live } = useServices()
  return useSyncExternalStore(live.subscribe, live.read, live.read)
}
