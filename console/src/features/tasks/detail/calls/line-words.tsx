// What happened in a call, in words.
import type { ReactNode } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useFormat } from '../../../../language/use-format.ts'
import { partsMessages } from '../../../../parts/parts.messages.ts'
import { resultsMessages } from '../../results.messages.ts'
import type { Line } from './conversation-lines.ts'

/** `isShort`: for a mark, which has little room. */
export function useLineWords(isShort = false): ({ what }: Line) => ReactNode {
  const t = useMessages(resultsMessages)
  const { named } = useMessages(partsMessages)
  const format = useFormat()
  return ({ what }) => {
    switch (what.is) {
      case 'said':
      case 'spoken':
        return what.text
      case 'pressed':
        return (
          <>
            {t.pressed} <kbd>{what.keys}</kbd>
          </>
        )
      case 'noKeys':
        return t.noKeysAt(what.step)
      case 'hungUp':
        return t.hungUpAt(what.step)
      case 'recording':
        return t.recordingStarted[what.of] ?? what.of
      case 'transfer': {
        const { to, result } = what.transfer
        return [named(t.transfer, to), t.transfers[result] ?? result].join(' · ')
      }
      case 'verdict': {
        const { is, by, how, afterMs } = what.verdict
        if (isShort) return t.verdicts[is] ?? is
        const decided = t.decided(t.deciders[by] ?? by, format.number(afterMs / 1000, 1))
        return [named(t.verdict, t.verdicts[is] ?? is), t.ways[how] ?? how, decided].join(' · ')
      }
      case 'agent':
        return t.agentFailed
      default:
        return t.happened[what.is]
    }
  }
}
