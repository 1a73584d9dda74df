// Tasks as rows of a table. On a narrow screen each row becomes a block, with the names of the columns beside the values.
import { TaskStatus } from '@carillon/client/task-states'
import { Anchor, Text } from '@mantine/core'
import { memo } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useReasonText } from '../tasks/reason-text.ts'
import { TaskStatusBadge } from '../tasks/task-status.tsx'
import { WaitBadge, waitKindOf } from '../tasks/wait-kind.tsx'
import { OutcomeBar, useOutcomes } from './outcome-bar.tsx'
import { overviewMessages } from './overview.messages.ts'
import type { Overview } from './overview.ts'

type OverviewTask = Overview['tasks'][number]

export function TaskRows({ label, tasks }: { label: string; tasks: OverviewTask[] }) {
  const { columns: t } = useMessages(overviewMessages)
  return (
    <table className="task-rows" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t.task}</th>
          <th scope="col">{t.outcomes}</th>
          <th scope="col" data-align="right">
            {t.reached}
          </th>
          <th scope="col" data-align="right">
            {t.pace}
          </th>
          <th scope="col">{t.end}</th>
          <th scope="col">{t.reason}</th>
        </tr>
      </thead>
      <tbody>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </tbody>
    </table>
  )
}

const TaskRow = memo(function TaskRow({ task }: { task: OverviewTask }) {
  const { columns: t, ...words } = useMessages(overviewMessages)
  const format = useFormat()
  const textOf = useReasonText()
  const { contactCount, doneContacts, callCount, status } = task
  const waits = status === TaskStatus.RUNNING ? waitKindOf(task.reason.code) : undefined
  const [success] = useOutcomes(task)
  return (
    <tr>
      <td className="task-rows-name">
        <Anchor component={Link} href={`/tasks/${task.id}`} title={task.taskName} fw={500} size="sm">
          {task.taskName}
        </Anchor>
        <Text size="xs" c="dimmed" truncate title={task.dataSourceName}>
          {task.dataSourceName}
        </Text>
      </td>
      <td className="task-rows-progress">
        <OutcomeBar task={task} />
        <Text size="xs" c="dimmed" className="task-rows-counts">
          <span>
            <b>{success?.shown}</b> {success?.name.toLowerCase()}
          </span>
          <span>{words.done(format.number(doneContacts), format.number(contactCount))}</span>
        </Text>
      </td>
      <td data-align="right" data-column={t.reached}>
        {callCount === 0 ? '–' : format.percent(task.reachedRate)}
      </td>
      <td data-align="right" data-column={t.pace}>
        {status === TaskStatus.RUNNING && task.callsPerMinute > 0
          ? words.perMinute(format.number(task.callsPerMinute, task.callsPerMinute < 10 ? 1 : 0))
          : '–'}
      </td>
      <td data-column={t.end}>{format.shortTime(task.expectedEndTime)}</td>
      <td className="task-rows-reason">
        {waits ? (
          <WaitBadge kind={waits} />
        ) : task.isWaiting ? (
          <StatusBadge tone="warn">{words.waiting}</StatusBadge>
        ) : (
          <TaskStatusBadge status={status} hasCalledNobody={task.reason.code === 'nobody_called'} />
        )}
        <Text size="xs" c="dimmed">
          {textOf(task.reason)}
        </Text>
      </td>
    </tr>
  )
})
