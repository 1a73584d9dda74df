// Running tasks that dial the same data source: each of them calls the same people.
import { TaskStatus } from '@carillon/client/task-states'
import { Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { Settling } from '../../parts/settling.tsx'
import { useApiQuery } from '../../session/api-hooks.ts'
import { tasksMessages } from './tasks.messages.ts'

interface NamedTask {
  id: string
  taskName: string
}

const MAX_TASKS = 200
const MAX_NAMED = 5

/** For the page of a task that runs; undefined if no other one dials its list. */
export function useSameListWarning(task: NamedTask & { dataSourceId: string; status: number }): ReactNode {
  const { sameList: t } = useMessages(tasksMessages)
  const { data } = useApiQuery(
    '/api/task/list',
    {
      params: {
        query: { status: TaskStatus.RUNNING, dataSourceId: task.dataSourceId, pageSize: MAX_NAMED + 1 },
      },
    },
    { isEnabled: task.status === TaskStatus.RUNNING },
  )
  const others = data?.rows.filter(({ id }) => id !== task.id) ?? []
  if (task.status !== TaskStatus.RUNNING || !data || others.length === 0) return undefined
  return (
    <>
      {t.ofTask(data.total - 1)} <TaskLinks tasks={others.slice(0, MAX_NAMED)} total={data.total - 1} />
    </>
  )
}

/** For the list of all tasks: one line for each data source that several tasks dial. */
export function SameListWarnings() {
  const { sameList: t } = useMessages(tasksMessages)
  const query = { status: TaskStatus.RUNNING, pageSize: MAX_TASKS }
  const { data, error } = useApiQuery('/api/task/list', { params: { query } })
  const rows = data?.rows ?? []
  const bySource = Map.groupBy(rows, ({ dataSourceId }) => dataSourceId)
  const shared = [...bySource.values()].filter(({ length }) => length > 1)
  if (!data && !error) return <Settling />
  if (shared.length === 0) return null
  return (
    <Warning>
      {shared.map((tasks) => (
        <div key={tasks[0]?.dataSourceId}>
          {t.ofList(tasks.length)} <TaskLinks tasks={tasks.slice(0, MAX_NAMED)} total={tasks.length} />
        </div>
      ))}
    </Warning>
  )
}

function TaskLinks({ tasks, total }: { tasks: NamedTask[]; total: number }) {
  const { sameList: t } = useMessages(tasksMessages)
  return (
    <>
      {tasks.map(({ id, taskName }, index) => (
        <span key={id}>
          {index > 0 && t.comma}
          <Anchor component={Link} href={`/tasks/${id}`} underline="always">
            {taskName}
          </Anchor>
        </span>
      ))}
      {total > tasks.length && t.more(total - tasks.length)}
      {t.end}
    </>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <div
      className="banner"
      role="status"
      style={{ '--banner-colour': 'var(--console-warn)' } as CSSProperties}
    >
      <IconAlertTriangle size={16} aria-hidden color="var(--console-warn)" style={{ flex: 'none' }} />
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{children}</div>
    </div>
  )
}
