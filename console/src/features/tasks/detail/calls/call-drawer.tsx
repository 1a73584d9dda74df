import { ActionIcon, Drawer, Group, Stack, Text, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useFormat } from '../../../../language/use-format.ts'
import { namedNumber } from '../../../../parts/named-number.ts'
import type { Call } from '../../call-columns.tsx'
import { resultsMessages } from '../../results.messages.ts'
import { tasksMessages } from '../../tasks.messages.ts'
import { totalCosts } from './call-costs.ts'
import { Conversation } from './conversation.tsx'

interface CallDrawerProps {
  call: Call | undefined
  /** The list that it was opened from, as it was then. */
  calls: readonly Call[]
  onOpen(call: Call): void
  onClose(): void
}

/** A call that has ended, and what came of it. J and K go through the list that it was opened from. */
export function CallDrawer({ call, calls, onOpen, onClose }: CallDrawerProps) {
  const { causes } = useMessages(tasksMessages)
  const t = useMessages(resultsMessages)
  const format = useFormat()
  const place = calls.findIndex(({ id }) => id === call?.id)
  const at = (index: number) => (call && place >= 0 ? calls[index] : undefined)
  const steps = [
    { key: 'J', label: t.nextCall, Icon: IconChevronDown, to: at(place + 1) },
    { key: 'K', label: t.previousCall, Icon: IconChevronUp, to: at(place - 1) },
  ]
  useHotkeys(steps.map(({ key, to }) => [key, () => to && onOpen(to)]))
  const costs = call?.lineCost ? totalCosts(call) : []
  return (
    <Drawer
      opened={call !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
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
            {costs.map(({ amount, currency }) => (
              <Text key={currency} size="sm" c="dimmed">
                {t.totalCost(format.money(amount, currency))}
              </Text>
            ))}
            <Group gap="2xs" ml="auto" wrap="nowrap">
              {place >= 0 && calls.length > 1 && (
                <Text size="sm" c="dimmed" className="tabular">
                  {t.placeOf(format.number(place + 1), format.number(calls.length))}
                </Text>
              )}
              {steps.map(({ key, label, Icon, to }) => (
                <Tooltip key={key} label={`${label} (${key})`}>
                  <ActionIcon
                    variant="default"
                    size="md"
                    aria-label={label}
                    aria-keyshortcuts={key}
                    // A disabled button would lose the focus at the end of the list.
                    aria-disabled={!to}
                    data-disabled={!to || undefined}
                    onClick={() => to && onOpen(to)}
                  >
                    <Icon size={16} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              ))}
            </Group>
          </Group>
          {call.result && <Conversation key={call.id} call={{ ...call, result: call.result }} />}
        </Stack>
      )}
    </Drawer>
  )
}
