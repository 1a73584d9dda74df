import { CONTACT_STATUSES, stateWords } from '@carillon/server/words/states'
import { useMessages } from '../../language/language-provider.tsx'
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx'

const tones: Tone[] = ['idle', 'success', 'failed', 'silent', 'busy']

export function ContactStatusBadge({ status }: { status: number }) {
  const t = useMessages(stateWords).contacts
  const name = CONTACT_STATUSES[status]
  return (
    <StatusBadge tone={tones[status] ?? 'idle'} isHollow={status === 3}>
      {name === undefined ? status : t[name]}
    </StatusBadge>
  )
}
