import type { Schemas } from '@carillon/client'
import { Anchor, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useFormat } from '../../../../language/use-format.ts'
import { Card } from '../../../../parts/card.tsx'
import { SegmentedBar } from '../../../../parts/charts/segmented-bar.tsx'
import { endingTones, splitFailed, useEndingWords } from '../../../../parts/figures/call-endings.ts'
import { EndingBadge } from '../../../../parts/figures/ending-badge.tsx'
import type { Tone } from '../../../../parts/status-badge.tsx'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { tasksMessages } from '../../tasks.messages.ts'
import { ContactStateBadge, contactStates, UNSUCCESSFUL } from './contact-state-badge.tsx'
import { taskContactsMessages } from './task-contacts.messages.ts'

interface ContactStatesProps {
  task: Schemas['TaskDetail']
  contacts: Schemas['TaskExplanation']['contacts']
}

interface Row {
  id: string
  label: string
  badge: ReactNode
  tone: Tone
  /** Undefined until it is counted. */
  value: number | undefined
  filter: string
}

/** What came of the contacts so far. Each count is a link to the contacts that it counts. */
export function ContactStates({ task, contacts }: ContactStatesProps) {
  const { detail } = useMessages(tasksMessages)
  const format = useFormat()
  const { total } = contacts
  const rows = useContactRows(task, contacts)
  const done = contacts.success + contacts.failed + contacts.skipped
  return (
    <Card title={detail.contacts}>
      <SegmentedBar
        label={detail.doneOf(format.number(done), format.number(total))}
        // The empty part of the bar stands for contacts that were not dialed.
        segments={rows.flatMap((row) =>
          row.id === 'notDialed' || row.value === undefined ? [] : [{ ...row, value: row.value }],
        )}
        total={total}
      />
      <Stack gap="xs" mt="sm" component="ul" p={0} style={{ listStyle: 'none' }}>
        {rows.map(({ id, badge, value, filter }) => (
          <Group key={id} gap="xs" component="li" wrap="nowrap">
            <Anchor
              component={Link}
              href={`/tasks/${task.id}?tab=contacts&${filter}`}
              c="inherit"
              style={{
                display: 'flex',
                flex: 1,
                justifyContent: 'space-between',
                gap: 'var(--mantine-spacing-xs)',
              }}
            >
              {badge} <span>{value === undefined ? '–' : format.number(value)}</span>
            </Anchor>
            <Text span c="dimmed" size="xs" style={{ minWidth: 44, textAlign: 'right' }}>
              {format.percent(total > 0 ? (value ?? 0) / total : 0)}
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

/** The contacts that are done without a success are divided by what came of their last call. */
export function useContactRows(
  { id, isConfirmation }: Schemas['TaskDetail'],
  contacts: ContactStatesProps['contacts'],
): Row[] {
  const t = useMessages(taskContactsMessages)
  const words = useEndingWords(isConfirmation)
  const { data } = useApiQuery('/api/task/{id}/contacts/counts', { params: { path: { id } } })
  const parts = data && splitFailed(contacts.failed, data.causes)
  const counts = { ...contacts, dialing: contacts.live, waiting: contacts.waitingRetry }
  return contactStates.flatMap(({ name, tone }): Row[] => {
    if (name === 'failed')
      return UNSUCCESSFUL.map((ending) => ({
        id: ending,
        label: words[ending],
        badge: <EndingBadge ending={ending} isConfirmation={isConfirmation} />,
        tone: endingTones[ending],
        value: parts?.[ending],
        filter: `contact-state=failed&contact-ending=${ending}`,
      }))
    return [
      {
        id: name,
        label: name === 'success' ? words.successful : t.states[name],
        badge: <ContactStateBadge state={name} isConfirmation={isConfirmation} />,
        tone,
        value: counts[name],
        filter: `contact-state=${name}`,
      },
    ]
  })
}
