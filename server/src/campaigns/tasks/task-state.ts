// The state machine of a task as a table: which operation is allowed in which states. Every change of a task's state is one
// compare-and-set over the states listed here.
import { InvalidInput, NotAllowed } from '../../platform/kernel/errors.ts'
import type { TaskStatusName } from '../../platform/words/states.ts'

export const TaskStatus = {
  DRAFT: 0,
  RUNNING: 1,
  PAUSED: 2,
  STOPPED: 3,
  COMPLETED: 4,
  FAILED: 5,
  CLOSED: 6,
} as const satisfies Record<TaskStatusName, number>

export type TaskStatus = (typeof TaskStatus)[keyof typeof TaskStatus]

const { DRAFT, RUNNING, PAUSED, STOPPED, COMPLETED, FAILED, CLOSED } = TaskStatus

export const allowedFrom = {
  update: [DRAFT],
  reschedule: [PAUSED],
  changeFlow: [RUNNING, PAUSED, FAILED],
  publish: [DRAFT],
  pause: [RUNNING],
  resume: [PAUSED, FAILED],
  stop: [RUNNING, PAUSED, FAILED],
  recall: [RUNNING, PAUSED, COMPLETED],
  close: [DRAFT, STOPPED, COMPLETED, FAILED],
  continue: [STOPPED, COMPLETED, CLOSED],
} as const satisfies Record<string, readonly TaskStatus[]>

/** The state after an operation that a caller can ask for. */
export const stateAfter = {
  publish: RUNNING,
  pause: PAUSED,
  resume: RUNNING,
  stop: STOPPED,
  close: CLOSED,
} as const satisfies Partial<Record<keyof typeof allowedFrom, TaskStatus>>

export type TaskOperation = keyof typeof allowedFrom

export function statusName(status: TaskStatus): string {
  return Object.entries(TaskStatus).find(([, code]) => code === status)?.[0] ?? String(status)
}

export function isAllowed(operation: TaskOperation, status: TaskStatus): boolean {
  return (allowedFrom[operation] as readonly TaskStatus[]).includes(status)
}

export function notAllowed(operation: TaskOperation, status: TaskStatus): NotAllowed {
  const allowed = allowedFrom[operation].map(statusName)
  return new NotAllowed(
    `${operation} is not allowed while the task is ${statusName(status)}; it is allowed while it is ${allowed.join(' or ')}`,
    { fault: 'not_allowed', params: { operation, status: statusName(status), allowed } },
  )
}

/** Nothing would be dialed any more. */
export function endPassed(): InvalidInput {
  return new InvalidInput({
    fault: 'end_passed',
    field: 'scheduledEndTime',
  })
}
