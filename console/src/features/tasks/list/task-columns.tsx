// What the list of tasks shows of each task.
import type { Schemas } from '@carillon/client'
import { Anchor, Group, Progress, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { type Format, wallMilliseconds } from '../../../language/format.ts'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import type { Column } from '../../../parts/data-table.tsx'
import type { Address } from '../../../parts/use-address.ts'
import { operationsMessages } from '../operations.messages.ts'
import { TaskStatusBadge } from '../task-status.tsx'
import { tasksMessages } from '../tasks.messages.ts'
import { readSort, type Sort, SortTitle } from './sort-title.tsx'

type Task = Schemas['TaskSummary']

export function useTaskColumns(address: Address): Column<Task>[] {
  const { columns: t, priorities } = useMessages(tasksMessages)
  const more = useMessages(operationsMessages)
  const format = useFormat()
  return useMemo(() => {
    const sorted = (by: Sort, title: string) => ({
      title: <SortTitle by={by} title={title} address={address} />,
      ...(readSort(address).sort === by && { order: readSort(address).order }),
    })
    const time = (timestamp: string | null | undefined) => (
      <Text span size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }} title={format.dateTime(timestamp)}>
        {timestamp ? minuteOf(timestamp, format) : '–'}
      </Text>
    )
    return [
      {
        id: 'name',
        ...sorted('taskName', t.name),
        cell: (task) => (
          <Anchor
            component={Link}
            href={`/tasks/${task.id}`}
            className="cell-name"
            title={task.taskName}
            fw={500}
          >
            {task.taskName}
          </Anchor>
        ),
      },
      {
        id: 'status',
        ...sorted('status', t.status),
        width: 110,
        cell: (task) => <TaskStatusBadge status={task.status} />,
      },
      {
        id: 'progress',
        ...sorted('progress', more.progress),
        width: 130,
        visibleFrom: 'lg',
        cell: (task) => <TaskProgress task={task} />,
      },
      {
        id: 'expected',
        title: more.expectedEnd,
        width: 120,
        visibleFrom: 'xl',
        cell: (task) => time(task.expectedEndTime),
      },
      {
        id: 'list',
        title: more.list,
        visibleFrom: 'xl',
        width: 180,
        cell: (task) => (
          <Text span size="sm" className="cell-name" title={task.dataSourceName}>
            {task.dataSourceName}
          </Text>
        ),
      },
      {
        id: 'priority',
        ...sorted('priority', more.priority),
        visibleFrom: 'xl',
        width: 110,
        cell: (task) => <span style={{ whiteSpace: 'nowrap' }}>{priorities[(task.priority ?? 3) - 1]}</span>,
      },
      {
        id: 'contacts',
        title: t.contacts,
        align: 'right',
        width: 90,
        cell: (task) => format.number(task.contactCount),
      },
      {
        id: 'calls',
        title: t.calls,
        align: 'right',
        width: 90,
        cell: (task) => format.number(task.callCount),
      },
      {
        id: 'successful',
        title: t.successful,
        align: 'right',
        width: 120,
        cell: (task) => (
          <span style={{ whiteSpace: 'nowrap' }}>
            {format.number(task.successCount)}
            {task.callCount > 0 && (
              <Text span c="dimmed" size="xs" ml="xs">
                {format.percent(task.successCount / task.callCount)}
              </Text>
            )}
          </span>
        ),
      },
      {
        id: 'created',
        ...sorted('createTime', t.created),
        visibleFrom: 'xl',
        width: 120,
        cell: (task) => time(task.createTime),
      },
      {
        id: 'started',
        ...sorted('startTime', t.started),
        visibleFrom: 'md',
        width: 120,
        cell: (task) => time(task.startTime),
      },
      { id: 'ended', title: t.ended, visibleFrom: 'md', width: 120, cell: (task) => time(task.endTime) },
    ]
  }, [t, priorities, more, format, address])
}

/** The columns would not fit a screen with seconds and the current year. */
function minuteOf(timestamp: string, format: Format): string {
  const wallMs = wallMilliseconds(timestamp)
  const isThisYear = new Date(wallMs).getUTCFullYear() === new Date().getFullYear()
  const time = format.clock(wallMs)
  if (format.shortTime(timestamp) !== format.dateTime(timestamp)) return time
  return isThisYear ? `${format.date(wallMs)} ${time}` : format.dateTime(timestamp)
}

function TaskProgress({ task: { progress, contactCount, status } }: { task: Task }) {
  const { progress: label } = useMessages(operationsMessages)
  const format = useFormat()
  if (!progress || status === 0 || contactCount === 0) return null
  const share = progress.done / contactCount
  return (
    <Group gap="xs" wrap="nowrap" miw={100}>
      <Progress value={share * 100} size="sm" flex={1} aria-label={label} />
      <Text span size="xs" c="dimmed">
        {format.percent(share)}
      </Text>
    </Group>
  )
}
