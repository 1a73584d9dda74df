import type { Schemas } from '@carillon/client'
import { Text } from '@mantine/core'
import { useMessages } from '../../../language/language-provider.tsx'
import { partsMessages } from '../../../parts/parts.messages.ts'
import { useSystem } from '../../../session/use-system.ts'
import { operationsMessages } from '../operations.messages.ts'

/** The daily window, and whose clock it is read on. */
export function WindowFacts({ settings }: { settings: Schemas['TaskSettings'] }) {
  const t = useMessages(operationsMessages)
  const { named, inBrackets } = useMessages(partsMessages)
  const timeZone = useSystem()?.timeZone ?? ''
  const { dailyStartTime, dailyEndTime, windowZone } = settings
  const hasWindow = dailyStartTime !== null || dailyEndTime !== null
  const hours = `${dailyStartTime ?? '00:00'} – ${dailyEndTime ?? '00:00'}`
  const zone = windowZone === 'recipient' ? t.atRecipient : timeZone
  return <Text size="sm">{named(t.window, hasWindow ? inBrackets(hours, zone) : t.anyTime)}</Text>
}
