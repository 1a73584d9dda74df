import { TaskStatus } from '@carillon/client/task-states'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { overviewMessages } from './overview.messages.ts'
import type { Overview } from './overview.ts'
import { sortTasks } from './sort-tasks.ts'
import { TaskRows } from './task-rows.tsx'

type OverviewTask = Overview['tasks'][number]

/** The tasks that need a person; nothing if none does. */
export function AttentionTasks({ tasks }: { tasks: OverviewTask[] }) {
  const t = useMessages(overviewMessages)
  const { attention } = sortTasks(tasks)
  return attention.length > 0 && <TaskGroup title={t.attention} tasks={attention} />
}

/** Tasks that run or wait, then the paused ones. */
export function TaskOverview({ tasks }: { tasks: OverviewTask[] }) {
  const t = useMessages(overviewMessages)
  const { running } = sortTasks(tasks)
  const paused = tasks.filter(({ status }) => status === TaskStatus.PAUSED)
  return (
    <Stack gap="sm" mt="sm">
      <TaskGroup
        title={t.running}
        tasks={running}
        beside={
          <Anchor component={Link} href="/tasks" size="sm">
            {t.allTasks}
          </Anchor>
        }
      >
        {running.length === 0 && (
          <EmptyState
            title={t.runningNone}
            hint={t.runningNoneHint}
            action={
              <Button component={Link} href="/tasks/new" variant="default">
                {t.newTask}
              </Button>
            }
          />
        )}
      </TaskGroup>
      {paused.length > 0 && <TaskGroup title={t.paused} tasks={paused} />}
    </Stack>
  )
}

const FIRST_SHOWN = 10

interface TaskGroupProps {
  title: string
  tasks: OverviewTask[]
  beside?: React.ReactNode
  children?: React.ReactNode
}

function TaskGroup({ title, tasks, beside, children }: TaskGroupProps) {
  const t = useMessages(overviewMessages)
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  return (
    <Card
      title={title}
      isFlush
      beside={
        <span className="card-beside">
          {tasks.length > 0 && (
            <Text span size="xs" c="dimmed">
              {format.number(tasks.length)}
            </Text>
          )}
          {beside}
        </span>
      }
    >
      {children}
      {tasks.length > 0 && <TaskRows label={title} tasks={isWhole ? tasks : tasks.slice(0, FIRST_SHOWN)} />}
      {!isWhole && tasks.length > FIRST_SHOWN && (
        <Button variant="subtle" fullWidth radius={0} onClick={() => setWhole(true)}>
          {t.showAll(format.number(tasks.length))}
        </Button>
      )}
    </Card>
  )
}
