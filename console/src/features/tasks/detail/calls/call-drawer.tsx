import { Drawer, Group, Stack, Text } from '@mantine/core'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useFormat } from '../../../../language/use-format.ts'
import { namedNumber } from '../../../../parts/named-number.ts'
import type { Call } from '../../call-columns.tsx'
import { resultsMessages } from '../../results.messages.ts'
import { tasksMessages } from '../../tasks.messages.ts'
import { Conversation } from './conversation.tsx'

interface CallDrawerProps {
  call: Call | undefined
  onClose(): void
}

/** A call that has ended, and what came of it. */
export function CallDrawer({ call, onClose }: CallDrawerProps) {
  const { causes } = useMessages(tasksMessages)
  const t = useMessages(resultsMessages)
  const format = useFormat()
  return (
    <Drawer
      opened={call !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={call && namedNumber(call.displayName, call.phoneNumber)}
    >
      {call && (
        <Stack gap="sm">
          <Group gap="md">
            <Text size="sm" fw={600}>
              {causes[call.cause] ?? call.cause}
            </Text>
            <Text size="sm" c="dimmed">
              {format.dateTime(call.startTime)} · {format.duration(call.talkSeconds)}
            </Text>
            {call.lineCost && (
              <Text size="sm" c="dimmed">
                {t.lineCost(format.money(call.lineCost.amount, call.lineCost.currency))}
              </Text>
            )}
          </Group>
          {call.result && <Conversation call={{ ...call, result: call.result }} />}
        </Stack>
      )}
    </Drawer>
  )
}
