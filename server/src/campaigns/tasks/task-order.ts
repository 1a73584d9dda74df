// How the list of tasks is grouped and sorted.
import { TaskStatus } from './task-state.ts'

const { DRAFT, RUNNING, PAUSED, STOPPED, COMPLETED, FAILED, CLOSED } = TaskStatus

export const TASK_GROUPS = {
  active: [RUNNING, PAUSED, FAILED],
  drafts: [DRAFT],
  ended: [STOPPED, COMPLETED, CLOSED],
} as const satisfies Record<string, readonly TaskStatus[]>
export type TaskGroup = keyof typeof TASK_GROUPS

export const TASK_SORTS = ['createTime', 'taskName', 'status', 'progress', 'priority', 'startTime'] as const
export type TaskSort = (typeof TASK_SORTS)[number]
export type TaskOrder = 'asc' | 'desc'
