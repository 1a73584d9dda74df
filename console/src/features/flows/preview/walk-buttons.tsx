import { Button, Group } from '@mantine/core'
import { useMessages } from '../../../language/language-provider.tsx'
import { previewMessages } from './preview.messages.ts'
import type { Walk, WalkEvent } from './use-walk.ts'

/** What else can happen at this point of the call, besides keys. */
export function WalkButtons({ walk, tell }: { walk: Walk; tell(event: WalkEvent): void }) {
  const t = useMessages(previewMessages)
  const { waitsFor } = walk
  const button = (label: string, event: WalkEvent) => (
    <Button key={label} variant="default" onClick={() => tell(event)}>
      {label}
    </Button>
  )
  return (
    <Group gap="xs">
      {waitsFor === 'transfer' &&
        (['answered', 'busy', 'no_answer'] as const).map((result) =>
          button(t.transfers[result], { transfer: result }),
        )}
      {waitsFor === 'agent' &&
        (['done', 'died'] as const).map((how) => button(t.agents[how], { agent: how }))}
      {waitsFor !== 'transfer' &&
        waitsFor !== 'agent' &&
        button(waitsFor === 'key' ? t.wait : t.goOn, { wait: true })}
      {button(t.hangUp, { hangup: true })}
    </Group>
  )
}
