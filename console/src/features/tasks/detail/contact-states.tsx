import type { Schemas } from '@carillon/client'
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { Card } from '../../../parts/card.tsx'
import { SegmentedBar } from '../../../parts/segmented-bar.tsx'
import { tasksMessages } from '../tasks.messages.ts'
import { ContactStateBadge, contactStates } from './contact-state-badge.tsx'
import { taskContactsMessages } from './task-contacts.messages.ts'

interface ContactStatesProps {
  taskId: string
  contacts: Schemas['TaskExplanation']['contacts']
}

/** Each count is a link to the contacts that it counts. */
export function ContactStates({ taskId, contacts }: ContactStatesProps) {
  const { detail } = useMessages(tasksMessages)
  const t = useMessages(taskContactsMessages)
  const format = useFormat()
  const { total } = contacts
  const counts = { ...contacts, dialing: contacts.live, waiting: contacts.waitingRetry }
  const segments = contactStates.map(({ name, tone }) => ({
    name,
    label: t.states[name],
    tone,
    value: counts[name],
  }))
  const done = contacts.success + contacts.failed + contacts.skipped
  return (
    <Card title={detail.contacts}>
      <SegmentedBar
        label={detail.doneOf(format.number(done), format.number(total))}
        // The empty part of the bar stands for contacts that were not dialed.
        segments={segments.filter(({ tone }) => tone !== 'idle')}
        total={total}
      />
      <Stack gap="xs" mt="sm" component="ul" p={0} style={{ listStyle: 'none' }}>
        {segments.map(({ name, value }) => (
          <Group key={name} gap="xs" component="li" wrap="nowrap">
            <Anchor
              component={Link}
              href={`/tasks/${taskId}?tab=contacts&contact-state=${name}`}
              c="inherit"
              style={{
                display: 'flex',
                flex: 1,
                justifyContent: 'space-between',
                gap: 'var(--mantine-spacing-xs)',
              }}
            >
              <ContactStateBadge state={name} /> <span>{format.number(value)}</span>
            </Anchor>
            <Text span c="dimmed" size="xs" style={{ minWidth: 44, textAlign: 'right' }}>
              {format.percent(total > 0 ? value / total : 0)}
            </Text>
          </Group>
        ))}
      </Stack>
      <Text size="xs" c="dimmed" mt="sm">
        {detail.doneOf(format.number(done), format.number(total))}
      </Text>
    </Card>
  )
}
