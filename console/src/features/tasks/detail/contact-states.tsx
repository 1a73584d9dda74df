import type { Schemas } from '@carillon/client'
import { Group, Stack, Text } from '@mantine/core'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { Card } from '../../../parts/card.tsx'
import { SegmentedBar } from '../../../parts/segmented-bar.tsx'
import { StatusBadge, type Tone } from '../../../parts/status-badge.tsx'
import { tasksMessages } from '../tasks.messages.ts'

const states = [
  { name: 'success', tone: 'good' },
  { name: 'failed', tone: 'bad' },
  { name: 'inProgress', tone: 'busy' },
  { name: 'skipped', tone: 'warn' },
  { name: 'notDialed', tone: 'idle' },
] as const satisfies { name: string; tone: Tone }[]

export function ContactStates({ contacts }: { contacts: Schemas['TaskExplanation']['contacts'] }) {
  const t = useMessages(tasksMessages)
  const format = useFormat()
  const { total } = contacts
  const segments = states.map(({ name, tone }) => ({
    label: t.contactStates[name],
    tone,
    value: contacts[name],
  }))
  const done = contacts.success + contacts.failed + contacts.skipped
  return (
    <Card title={t.detail.contacts}>
      <SegmentedBar
        label={t.detail.doneOf(format.number(done), format.number(total))}
        // The empty part of the bar stands for contacts that were not dialed.
        segments={segments.filter(({ tone }) => tone !== 'idle')}
        total={total}
      />
      <Stack gap={6} mt="sm" component="ul" p={0} style={{ listStyle: 'none' }}>
        {segments.map(({ label, tone, value }) => (
          <Group key={label} justify="space-between" component="li" wrap="nowrap">
            <StatusBadge tone={tone} isHollow={tone === 'idle'}>
              {label}
            </StatusBadge>
            <span>
              {format.number(value)}
              <Text
                span
                c="dimmed"
                size="xs"
                ml={8}
                style={{ display: 'inline-block', minWidth: 44, textAlign: 'right' }}
              >
                {format.percent(total > 0 ? value / total : 0)}
              </Text>
            </span>
          </Group>
        ))}
      </Stack>
      <Text size="xs" c="dimmed" mt="sm">
        {t.detail.doneOf(format.number(done), format.number(total))}
      </Text>
    </Card>
  )
}
