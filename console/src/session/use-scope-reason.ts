import { useMessages } from '../language/language-provider.tsx'
import { partsMessages } from '../parts/parts.messages.ts'
import { useSystem } from './use-system.ts'

type Scope = 'read' | 'write' | 'admin'

const rank: Record<Scope, number> = { read: 0, write: 1, admin: 2 }

/** Why the token does not allow what needs a scope; undefined if it does. For the `disabledReason` of buttons. */
export function useScopeReason(): (needed: Scope) => string | undefined {
  const t = useMessages(partsMessages)
  const scope = useSystem()?.token.scope
  return (needed) =>
    scope !== undefined && rank[scope] < rank[needed] ? t.needsScope(needed, scope) : undefined
}
