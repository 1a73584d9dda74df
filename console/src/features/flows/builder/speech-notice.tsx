import { Alert, Text } from '@mantine/core'
import { useMessages } from '../../../language/language-provider.tsx'
import { Settling } from '../../../parts/settling.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import type { Flow } from '../flow.ts'
import { kindOf } from '../steps/steps.ts'
import { builderMessages } from './builder.messages.ts'

/** Says that texts cannot be spoken, if the flow has any. */
export function SpeechNotice({ flow }: { flow: Flow }) {
  const t = useMessages(builderMessages)
  const { data: speech, error } = useApiQuery('/api/speech', {})
  const speaks = flow.steps.some((step) => kindOf(step).sentence?.(step) !== undefined)
  const isNone = speech?.provider === 'none'
  if (!speech && !error && speaks) return <Settling />
  if (!speech || !speaks || (speech.isWorking && !isNone)) return null
  return (
    <Alert color="yellow" variant="outline">
      <Text size="sm">{isNone ? t.speechNone : t.speechBroken}</Text>
      {speech.reason !== null && <Text size="xs">{speech.reason}</Text>}
    </Alert>
  )
}
