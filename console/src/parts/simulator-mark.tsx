import { IconInfoCircle } from '@tabler/icons-react'
import { useMessages } from '../language/language-provider.tsx'
import { useSystem } from '../session/use-system.ts'
import { partsMessages } from './parts.messages.ts'

/** Says on every page that no real phone rings, while the calls are simulated. */
export function SimulatorMark() {
  const t = useMessages(partsMessages)
  if (useSystem()?.gateway.kind !== 'simulator') return null
  return (
    <span className="simulator-mark" title={t.simulator}>
      <IconInfoCircle size={14} aria-hidden />
      <span className="simulator-words">{t.simulator}</span>
      <span className="simulator-word">{t.simulatorShort}</span>
    </span>
  )
}
