import { useMessages } from '../language/language-provider.tsx'
import { partsMessages } from '../parts/parts.messages.ts'
import type { Permission } from './use-rights.ts'
import { useSystem } from './use-system.ts'

/** Returns why whoever is signed in may not do something, for the `disabledReason` of buttons; undefined if it is allowed. */
export function useRightReason(): (needed: Permission) => string | undefined {
  const t = useMessages(partsMessages)
  const permissions = useSystem()?.token.permissions
  return (needed) => (permissions?.includes(needed) === false ? t.needsRight(t.rights[needed]) : undefined)
}
