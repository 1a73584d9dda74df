// What whoever is signed in may see. What nobody could open is not offered; until the service has said what may be done, everything is.
import type { System } from './use-system.ts'
import { useSystem } from './use-system.ts'

export type Permission = System['token']['permissions'][number]

/** Of a page, a part of it, or a command. */
export interface Needed {
  needs?: Permission
  /** It is about everything: not for those who are bound to some data sources. */
  isForAll?: boolean
}

export function useRights() {
  const token = useSystem()?.token
  return {
    isBound: token?.isBound === true,
    maySee: ({ needs, isForAll = false }: Needed) =>
      !(isForAll && token?.isBound) && (needs === undefined || token?.permissions?.includes(needs) !== false),
  }
}
