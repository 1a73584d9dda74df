import { useMessages } from '../../language/language-provider.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { doNotCallMessages } from './do-not-call.messages.ts'

/** Whether a list applies to all tasks. */
export function ListScope({ isGlobal }: { isGlobal: boolean }) {
  const { scopes } = useMessages(doNotCallMessages)
  return (
    <StatusBadge tone={isGlobal ? 'busy' : 'idle'} isHollow={!isGlobal}>
      {isGlobal ? scopes.global : scopes.chosen}
    </StatusBadge>
  )
}
