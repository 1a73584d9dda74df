import type { Schemas } from '@carillon/client'
import { TaskStatus } from '@carillon/client/task-states'
import { useMessages } from '../../language/language-provider.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { taskTones } from './task-state.ts'
import { tasksMessages } from './tasks.messages.ts'

/** Every contact is done, and there was no call. */
export function hasCalledNobody({ status, callCount, contactCount }: Counted): boolean {
  return status === TaskStatus.COMPLETED && callCount === 0 && contactCount > 0
}

type Counted = Pick<Schemas['TaskSummary'], 'status' | 'callCount' | 'contactCount'>

interface TaskStatusBadgeProps {
  status: number
  /** It is completed, but none of its contacts could be called. */
  hasCalledNobody?: boolean
}

export function TaskStatusBadge({ status, hasCalledNobody = false }: TaskStatusBadgeProps) {
  const t = useMessages(tasksMessages)
  if (hasCalledNobody) return <StatusBadge tone="warn">{t.nobodyCalled}</StatusBadge>
  return (
    <StatusBadge {...(taskTones[status] ?? { tone: 'idle' })}>{t.statuses[status] ?? status}</StatusBadge>
  )
}
