import type { Schemas } from '@carillon/client'
import { useMessages } from '../../../language/language-provider.tsx'
import { StatusBadge, type Tone } from '../../../parts/status-badge.tsx'
import { taskContactsMessages } from './task-contacts.messages.ts'

export type ContactState = Schemas['TaskContact']['state']

/** In the order in which they are shown. */
export const contactStates: { name: ContactState; tone: Tone }[] = [
  { name: 'success', tone: 'good' },
  { name: 'failed', tone: 'bad' },
  { name: 'dialing', tone: 'busy' },
  { name: 'waiting', tone: 'busy' },
  { name: 'skipped', tone: 'warn' },
  { name: 'notDialed', tone: 'idle' },
]

export function ContactStateBadge({ state }: { state: ContactState }) {
  const t = useMessages(taskContactsMessages)
  const tone = contactStates.find(({ name }) => name === state)?.tone ?? 'idle'
  return (
    <StatusBadge tone={tone} isHollow={state === 'notDialed' || state === 'waiting'}>
      {t.states[state]}
    </StatusBadge>
  )
}
