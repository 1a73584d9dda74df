// Follows a task to its end: a line with a bar on a terminal, otherwise a line for every tenth of the contacts.

import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import { counted } from '../../platform/kernel/counted.ts'
import { printable } from '../../platform/kernel/log/printable.ts'
import { CommandFailed, NOT_AS_WISHED } from '../failure.ts'
import { STOP_SIGNALS } from '../open-storage.ts'
import { createProgressLine, inDigits, type Progress } from '../progress-line.ts'
import { say, sayAside } from '../terminal.ts'
import { type ApiClient, isTemporary } from './api-client.ts'
import { openTask, statusName, type Task, type TaskFlags } from './task.ts'

interface Seen {
  task: Task & { failReason: string | null; stopReason: string | null; callCount: number }
  states: Record<'notDialed' | 'dialing' | 'waiting' | 'success' | 'failed' | 'skipped', number>
}

const POLL_MS = 1000
/** How long to wait for a service that is being restarted or is busy. */
const MAX_SILENCE_MS = 60_000
const ENDED: readonly number[] = [
  TaskStatus.STOPPED,
  TaskStatus.COMPLETED,
  TaskStatus.FAILED,
  TaskStatus.CLOSED,
]

export async function watchTaskCommand(operands: string[], flags: TaskFlags): Promise<void> {
  const { api, task } = await openTask('watch', operands, flags)
  for (const signal of STOP_SIGNALS)
    process.once(signal, () => {
      sayAside('\nStopped watching; the task continues.')
      process.exit(128 + constants.signals[signal])
    })
  const { task: ended, states } = await follow(api, task.id)
  if (flags.json) say(JSON.stringify({ ...ended, states }))
  else say(`${printable(ended.taskName)}: ${statusName(ended.status)}, ${progressOf(states).text}`)
  if (ended.status === TaskStatus.COMPLETED) return
  const why = ended.failReason ?? ended.stopReason
  throw new CommandFailed(
    `the task is ${statusName(ended.status)}${why ? `: ${printable(why)}` : ''}`,
    NOT_AS_WISHED,
  )
}

async function follow(api: ApiClient, id: string): Promise<Seen> {
  const show = createProgressLine()
  let first: { calls: number; ms: number } | undefined
  let lastAnswerMs = performance.now()
  for (;;) {
    try {
      const seen = await look(api, id)
      lastAnswerMs = performance.now()
      first ??= { calls: seen.task.callCount, ms: lastAnswerMs }
      const minutes = (lastAnswerMs - first.ms) / 60_000
      const perMinute = minutes > 0 ? Math.round((seen.task.callCount - first.calls) / minutes) : 0
      const isLast = ENDED.includes(seen.task.status)
      const more = `${inDigits(seen.states.dialing)} live, ${inDigits(perMinute)} calls/min, ${statusName(seen.task.status)}`
      show({ ...progressOf(seen.states), more }, isLast)
      if (isLast) return seen
    } catch (error) {
      if (!isTemporary(error) || performance.now() - lastAnswerMs > MAX_SILENCE_MS) throw error
    }
    await sleep(POLL_MS)
  }
}

async function look(api: ApiClient, id: string): Promise<Seen> {
  // The state first: of a task that has ended, the counts are final.
  const task = await api.get<Seen['task']>(`/api/task/detail/${id}`)
  const { states } = await api.get<Pick<Seen, 'states'>>(`/api/task/${id}/contacts/counts`)
  return { task, states }
}

export function progressOf(states: Seen['states']): Progress {
  const { success, failed, skipped } = states
  const total = Object.values(states).reduce((sum, count) => sum + count, 0)
  const done = success + failed + skipped
  const text = `${inDigits(done)} of ${counted(total, 'contact')} done, ${inDigits(success)} successful`
  return { share: total === 0 ? 1 : done / total, text }
}
