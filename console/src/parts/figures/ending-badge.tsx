import type { CallEnding } from '@carillon/server/words/calls'
import { StatusBadge } from '../status-badge.tsx'
import { endingTones, useEndingWords } from './call-endings.ts'

interface EndingBadgeProps {
  ending: CallEnding
  /** Of a task in which success is a confirmation. */
  isConfirmation?: boolean | undefined
}

/** What came of a call. */
export function EndingBadge({ ending, isConfirmation }: EndingBadgeProps) {
  const words = useEndingWords(isConfirmation)
  return (
    <StatusBadge tone={endingTones[ending]} isHollow={ending === 'notAnswered'}>
      {words[ending]}
    </StatusBadge>
  )
}
