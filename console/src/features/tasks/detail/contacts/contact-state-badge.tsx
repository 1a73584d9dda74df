import type { Schemas } from '@carillon/client'
import { CALL_ENDINGS, type CallEnding } from '@carillon/server/words/calls'
import { useMessages } from '../../../../language/language-provider.tsx'
import { EndingBadge } from '../../../../parts/figures/ending-badge.tsx'
import { StatusBadge, type Tone } from '../../../../parts/status-badge.tsx'
import { WaitBadge, waitKindOf } from '../../wait-kind.tsx'
import { taskContactsMessages } from './task-contacts.messages.ts'

export type ContactState = Schemas['TaskContact']['state']

/** In the order in which they are shown. */
export const contactStates: { name: ContactState; tone: Tone }[] = [
  { name: 'success', tone: 'success' },
  { name: 'failed', tone: 'failed' },
  { name: 'dialing', tone: 'person' },
  { name: 'waiting', tone: 'later' },
  { name: 'skipped', tone: 'warn' },
  { name: 'notDialed', tone: 'idle' },
]

/** What may have come of the last call of a contact that is done without a success. */
export const UNSUCCESSFUL = CALL_ENDINGS.filter((each) => each !== 'successful')

interface ContactStateBadgeProps {
  state: ContactState
  /** Of the last call: what came of a contact that is done. */
  ending?: CallEnding | null
  isConfirmation?: boolean | undefined
  /** Why a contact that waits may not be called yet; null if it waits for another attempt. */
  waitReason?: string | null
}

/** A contact that was called and is done has the words of its last call; one that waits says for what. */
export function ContactStateBadge(props: ContactStateBadgeProps) {
  const { state, ending = null, isConfirmation, waitReason } = props
  const t = useMessages(taskContactsMessages)
  if (state === 'waiting' && waitReason !== undefined)
    return <WaitBadge kind={waitReason === null ? 'retry' : (waitKindOf(waitReason) ?? 'hours')} />
  const tone = contactStates.find(({ name }) => name === state)?.tone ?? 'idle'
  const isDone = state === 'success' || state === 'failed'
  const shown = state === 'success' ? 'successful' : ending === 'successful' ? null : ending
  if (isDone && shown !== null) return <EndingBadge ending={shown} isConfirmation={isConfirmation} />
  return (
    <StatusBadge tone={tone} isHollow={state === 'notDialed' || state === 'waiting'}>
      {t.states[state]}
    </StatusBadge>
  )
}
