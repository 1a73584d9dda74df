import { IconInfoCircle, IconPhoneOutgoing } from '@tabler/icons-react'
import { useMessages } from '../language/language-provider.tsx'
import { useSystem } from '../session/use-system.ts'
import { partsMessages } from './parts.messages.ts'

/** Says on every page whether real phones ring. */
export function SimulatorMark() {
  const t = useMessages(partsMessages)
  const gateway = useSystem()?.gateway
  if (!gateway) return null
  const isReal = !gateway.isSimulated
  const words = isReal ? t.realCalls(gateway.trunks) : t.simulator
  const Icon = isReal ? IconPhoneOutgoing : IconInfoCircle
  return (
    <span className="simulator-mark" data-real={isReal || undefined} title={words}>
      <Icon size={14} aria-hidden />
      <span className="simulator-words">{words}</span>
      <span className="simulator-word">{isReal ? t.realCallsShort : t.simulatorShort}</span>
    </span>
  )
}
