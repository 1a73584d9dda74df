import { useMessages } from '../../language/language-provider.tsx'
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx'
import { tasksMessages } from './tasks.messages.ts'

const tones: Tone[] = ['idle', 'good', 'bad', 'idle', 'busy']

export function ContactStatusBadge({ status }: { status: number }) {
  const t = useMessages(tasksMessages)
  return (
    <StatusBadge tone={tones[status] ?? 'idle'} isHollow={status === 3}>
      {t.contactStatuses[status] ?? status}
    </StatusBadge>
  )
}
