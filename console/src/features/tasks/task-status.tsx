import { useMessages } from '../../language/language-provider.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { taskTones } from './task-state.ts'
import { tasksMessages } from './tasks.messages.ts'

export function TaskStatusBadge({ status }: { status: number }) {
  const t = useMessages(tasksMessages)
  return (
    <StatusBadge {...(taskTones[status] ?? { tone: 'idle' })}>{t.statuses[status] ?? status}</StatusBadge>
  )
}
