import { TaskStatus } from '@carillon/client/task-states'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useApiQuery } from '../../session/api-hooks.ts'
import type { System } from '../../session/use-system.ts'
import { useReasonText } from '../tasks/reason-text.ts'
import { TaskStatusBadge } from '../tasks/task-status.tsx'
import { overviewMessages } from './overview.messages.ts'

const MAX_SHOWN = 8

/** Tasks that need attention, then running tasks. */
export function TaskOverview({ attention }: { attention: System['attention'] }) {
  const t = useMessages(overviewMessages)
  const textOf = useReasonText()
  const format = useFormat()
  const query = { status: TaskStatus.RUNNING, pageSize: MAX_SHOWN }
  const running = useApiQuery('/api/task/list', { params: { query } }).data
  const needsAttention = new Set(attention.map(({ taskId }) => taskId))
  const others = running?.rows.filter(({ id }) => !needsAttention.has(id)) ?? []
  return (
    <Stack gap="sm">
      {attention.length > 0 && (
        <Card title={t.attention} beside={<Text size="xs">{format.number(attention.length)}</Text>} isFlush>
          <ul className="rows">
            {attention.map((task) => (
              <li key={task.taskId}>
                <IconAlertTriangle
                  size={16}
                  aria-hidden
                  color="var(--console-bad)"
                  style={{ flex: 'none' }}
                />
                <div style={{ minWidth: 0 }}>
                  <Group gap="sm" wrap="nowrap">
                    <TaskLink id={task.taskId} name={task.taskName} />
                    <TaskStatusBadge status={task.status} />
                  </Group>
                  <Text size="sm">{textOf(task)}</Text>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card
        title={t.running}
        isFlush
        beside={
          <Anchor component={Link} href="/tasks" size="sm">
            {t.allTasks}
          </Anchor>
        }
      >
        {running && others.length === 0 && (
          <EmptyState
            title={attention.length > 0 ? t.runningNone : `${t.runningNone}. ${t.attentionNone}.`}
            hint={t.runningNoneHint}
            action={
              <Button component={Link} href="/tasks/new" variant="default">
                {t.newTask}
              </Button>
            }
          />
        )}
        <ul className="rows">
          {others.map((task) => (
            <li key={task.id}>
              <TaskLink id={task.id} name={task.taskName} />
              <Text size="sm" c="dimmed" ml="auto" style={{ whiteSpace: 'nowrap' }}>
                {t.progress(format.number(task.callCount), format.number(task.contactCount))}
              </Text>
            </li>
          ))}
        </ul>
      </Card>
    </Stack>
  )
}

function TaskLink({ id, name }: { id: string; name: string }) {
  return (
    <Anchor component={Link} href={`/tasks/${id}`} className="cell-name" title={name} fw={500} size="sm">
      {name}
    </Anchor>
  )
}
