// What the state of a task allows, as the API document says it, and how it is shown.
import { allowedFrom } from '@carillon/client/task-states'
import type { Tone } from '../../parts/status-badge.tsx'

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
