import { useMessages } from '../language/language-provider.tsx'
import { partsMessages } from '../parts/parts.messages.ts'
import { useSystem } from './use-system.ts'

type Scope = 'read' | 'write' | 'admin'

const rank: Record<Scope, number> = { read: 0, write: 1, admin: 2 }

/** Returns why the token lacks a scope, for the `disabledReason` of buttons; undefined if it has the scope. */
export function useScopeReason(): (needed: Scope) => string | undefined {
  const t = useMessages(partsMessages)
  const scope = useSystem()?.token.scope
  return (needed) =>
    scope !== undefined && rank[scope] < rank[needed] ? t.needsScope(needed, scope) : undefined
}
