import type { Schemas } from '@carillon/client'
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { Card } from '../../../parts/card.tsx'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { denialMessages } from '../denial.messages.ts'
import { tasksMessages } from '../tasks.messages.ts'

interface DenialReasonsProps {
  taskId: string
  /** What holds for the task now: says when the first of the waiting contacts is due. */
  reasons: Schemas['TaskReason'][]
}

/** Why contacts were skipped or wait, and how many. Not shown while there are none. */
export function DenialReasons({ taskId, reasons }: DenialReasonsProps) {
  const { detail: t } = useMessages(tasksMessages)
  const { data } = useApiQuery('/api/task/{id}/denials', { params: { path: { id: taskId } } })
  if (!data || data.reasons.length === 0) return null
  return (
    <Card title={t.denials}>
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data.reasons.map((denied) => (
          <DeniedReason
            key={denied.reason}
            taskId={taskId}
            denied={denied}
            nextTime={reasons.find(({ code }) => code === denied.reason)?.nextTime}
          />
        ))}
      </Stack>
    </Card>
  )
}

type Denied = Schemas['TaskDenials']['reasons'][number]

/** The contacts that are counted, as far as the list can be filtered by the reason. */
function contactsOf(taskId: string, { kind, reason }: Denied): string {
  const filter = kind === 'never' ? `contact-state=skipped&contact-cause=${reason}` : 'contact-state=waiting'
  return `/tasks/${taskId}?tab=contacts&${filter}`
}

interface DeniedReasonProps {
  taskId: string
  denied: Denied
  nextTime: string | undefined
}

function DeniedReason({ taskId, denied, nextTime }: DeniedReasonProps) {
  const { detail: t } = useMessages(tasksMessages)
  const words = useMessages(denialMessages)
  const format = useFormat()
  const { kind, reason, contacts, decisions, lastTime } = denied
  const facts = [
    ...(nextTime === undefined ? [] : [t.nextDue(format.shortTime(nextTime))]),
    t.decisions(format.number(decisions), format.shortTime(lastTime)),
  ]
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
        <Anchor component={Link} href={contactsOf(taskId, denied)} c="inherit" size="sm">
          {words[reason] ?? reason}
        </Anchor>
        <Group gap="xs" wrap="nowrap">
          <StatusBadge tone={kind === 'never' ? 'warn' : 'busy'}>{t.denialKinds[kind]}</StatusBadge>
          <span>{format.number(contacts)}</span>
        </Group>
      </Group>
      <Text size="xs" c="dimmed">
        {facts.join(' · ')}
      </Text>
    </li>
  )
}
