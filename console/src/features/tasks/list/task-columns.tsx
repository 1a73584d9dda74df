// What the list of tasks shows of each task.
import type { Schemas } from '@carillon/client'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { type Format, wallMilliseconds } from '../../../language/format.ts'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import type { Column } from '../../../parts/tables/data-table.tsx'
import type { Address } from '../../../parts/use-address.ts'
import { operationsMessages } from '../operations.messages.ts'
import { hasCalledNobody, TaskStatusBadge } from '../task-status.tsx'
import { tasksMessages } from '../tasks.messages.ts'
import { readSort, type Sort, SortTitle } from './sort-title.tsx'

type Task = Schemas['TaskSummary']

export function useTaskColumns(address: Address): Column<Task>[] {
  const { columns: t } = useMessages(tasksMessages)
  const more = useMessages(operationsMessages)
  const cells = useCells()
  return useMemo(() => {
    const sorted = (by: Sort, title: string) => ({
      title,
      head: <SortTitle by={by} title={title} address={address} />,
      ...(readSort(address).sort === by && { order: readSort(address).order }),
    })
    return [
      { id: 'name', ...sorted('taskName', t.name), cell: cells.name },
      { id: 'status', ...sorted('status', t.status), width: 110, cell: cells.status },
      {
        id: 'progress',
        ...sorted('progress', more.progress),
        width: 130,
        visibleFrom: 'lg',
        cell: cells.progress,
      },
      { id: 'expected', title: more.expectedEnd, width: 132, visibleFrom: 'xl', cell: cells.expected },
      { id: 'list', title: more.list, visibleFrom: 'xl', width: 180, cell: cells.list },
      {
        id: 'priority',
        ...sorted('priority', more.priority),
        visibleFrom: '2xl',
        width: 110,
        cell: cells.priority,
      },
      { id: 'contacts', title: t.contacts, align: 'right', width: 90, cell: cells.contacts },
      { id: 'calls', title: t.calls, align: 'right', width: 90, cell: cells.calls },
      { id: 'successful', title: t.successful, align: 'right', width: 120, cell: cells.successful },
      {
        id: 'created',
        ...sorted('createTime', t.created),
        visibleFrom: '2xl',
        width: 132,
        cell: cells.created,
      },
      {
        id: 'started',
        ...sorted('startTime', t.started),
        visibleFrom: 'md',
        width: 132,
        cell: cells.started,
      },
      { id: 'ended', title: t.ended, visibleFrom: 'md', width: 132, cell: cells.ended },
    ]
  }, [t, more, cells, address])
}

/** Apart from the titles, which change with the address: the rows stay as they are until the answer arrives. */
function useCells() {
  const { priorities } = useMessages(tasksMessages)
  const { progress: progressLabel } = useMessages(operationsMessages)
  const format = useFormat()
  return useMemo(() => {
    const time = (timestamp: string | null | undefined) => (
      <span className="cell-time" title={format.dateTime(timestamp)}>
        {timestamp ? minuteOf(timestamp, format) : '–'}
      </span>
    )
    return {
      name: (task: Task) => (
        <Link href={`/tasks/${task.id}`} className="cell-name cell-link task-name" title={task.taskName}>
          {task.taskName}
        </Link>
      ),
      status: (task: Task) => (
        <TaskStatusBadge status={task.status} hasCalledNobody={hasCalledNobody(task)} />
      ),
      progress: (task: Task) => <TaskProgress task={task} label={progressLabel} format={format} />,
      expected: (task: Task) => time(task.expectedEndTime),
      list: (task: Task) => (
        <span className="cell-name task-list-name" title={task.dataSourceName}>
          {task.dataSourceName}
        </span>
      ),
      priority: (task: Task) => (
        <span style={{ whiteSpace: 'nowrap' }}>{priorities[(task.priority ?? 3) - 1]}</span>
      ),
      contacts: (task: Task) => format.number(task.contactCount),
      calls: (task: Task) => format.number(task.callCount),
      successful: (task: Task) => (
        <span style={{ whiteSpace: 'nowrap' }}>
          {format.number(task.successCount)}
          {task.callCount > 0 && (
            <span className="cell-note" style={{ marginInlineStart: 'var(--mantine-spacing-xs)' }}>
              {format.percent(task.successCount / task.callCount)}
            </span>
          )}
        </span>
      ),
      created: (task: Task) => time(task.createTime),
      started: (task: Task) => time(task.startTime),
      ended: (task: Task) => time(task.endTime),
    }
  }, [priorities, progressLabel, format])
}

/** The columns would not fit a screen with seconds and the current year, or with the time in another year. */
function minuteOf(timestamp: string, format: Format): string {
  const wallMs = wallMilliseconds(timestamp)
  const isThisYear = new Date(wallMs).getUTCFullYear() === new Date().getFullYear()
  const time = format.clock(wallMs)
  if (format.shortTime(timestamp) !== format.dateTime(timestamp)) return time
  return isThisYear ? `${format.date(wallMs)} ${time}` : format.dateOfYear(wallMs)
}

interface TaskProgressProps {
  task: Task
  label: string
  format: Format
}

function TaskProgress({ task: { progress, contactCount, status }, label, format }: TaskProgressProps) {
  if (!progress || status === 0 || contactCount === 0) return null
  const share = progress.done / contactCount
  return (
    <div className="cell-progress">
      <div>
        <div
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share * 100}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <span className="cell-note">{format.percent(share)}</span>
    </div>
  )
}
