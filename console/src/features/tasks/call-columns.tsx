import type { Schemas } from '@carillon/client'
import { Text } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import type { Column } from '../../parts/data-table.tsx'
import { PhoneLink } from '../../parts/phone-link.tsx'
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx'
import { tasksMessages } from './tasks.messages.ts'

export type Call = Schemas['Call']

const tones: Tone[] = ['idle', 'good', 'bad', 'idle']

export function useCallColumns(): Column<Call>[] {
  const { calls: t, outcomes, causes } = useMessages(tasksMessages)
  const format = useFormat()
  return [
    { id: 'phone', title: t.phone, cell: (call) => <PhoneLink phoneNumber={call.phoneNumber} /> },
    {
      id: 'outcome',
      title: t.outcome,
      cell: (call) => (
        <StatusBadge tone={tones[call.outcome] ?? 'idle'} isHollow={call.outcome === 3}>
          {outcomes[call.outcome]}
        </StatusBadge>
      ),
    },
    { id: 'cause', title: t.cause, cell: (call) => causes[call.cause] ?? call.cause },
    {
      id: 'attempt',
      title: t.attempt,
      align: 'right',
      visibleFrom: 'sm',
      cell: (call) => t.attemptOf(String(call.round), String(call.attempt)),
    },
    {
      id: 'talk',
      title: t.talk,
      align: 'right',
      visibleFrom: 'sm',
      cell: (call) => (call.answerTime === null ? '–' : format.duration(call.talkSeconds)),
    },
    {
      id: 'start',
      title: t.start,
      cell: (call) => (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {format.dateTime(call.startTime)}
        </Text>
      ),
    },
  ]
}
