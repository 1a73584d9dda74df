// The life of a task, as the service has it; a test compares the two.
import type { Tone } from '../../parts/status-badge.tsx'

export const TaskStatus = {
  DRAFT: 0,
  RUNNING: 1,
  PAUSED: 2,
  STOPPED: 3,
  COMPLETED: 4,
  FAILED: 5,
  CLOSED: 6,
} as const

const { DRAFT, RUNNING, PAUSED, STOPPED, COMPLETED, FAILED } = TaskStatus

export const allowedFrom = {
  update: [DRAFT],
  publish: [DRAFT],
  pause: [RUNNING],
  resume: [PAUSED, FAILED],
  stop: [RUNNING, PAUSED, FAILED],
  recall: [RUNNING, PAUSED, COMPLETED],
  close: [DRAFT, STOPPED, COMPLETED, FAILED],
} as const satisfies Record<string, readonly number[]>

export type TaskOperation = keyof typeof allowedFrom

export function isAllowed(operation: TaskOperation, status: number): boolean {
  return (allowedFrom[operation] as readonly number[]).includes(status)
}

export const taskTones: Record<number, { tone: Tone; isHollow?: boolean }> = {
  0: { tone: 'idle', isHollow: true },
  1: { tone: 'busy' },
  2: { tone: 'warn' },
  3: { tone: 'idle' },
  4: { tone: 'good' },
  5: { tone: 'bad' },
  6: { tone: 'idle', isHollow: true },
}
