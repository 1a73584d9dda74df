// What the world has been told and has seen happen in the database: the states of tasks, limits, deletions, claims.

import type { TaskSettings } from '../../src/tasks/tasks.service.ts'
import type { Actor } from './actor.ts'
import type { Effect } from './virtual-database.ts'

export interface KnownTask {
  id: string
  plan: TaskSettings
  states: { fromMs: number; status: number }[]
  /** When it was resumed, or contacts were recalled: then refusals count anew. */
  freshStartsMs: number[]
}

interface KnownClaim {
  /** When the statement ran, and when the claim was committed. */
  atMs: number
  committedMs: number
  node: string
  contactId: string
  taskId: string
}

interface KnownLimits {
  fromMs: number
  lines: number
  callsPerSecond: number
}

export interface History {
  addTask(id: string, plan: KnownTask['plan']): void
  task(id: string): KnownTask | undefined
  status(id: string): number
  onEffects(actor: Actor, effects: Effect[]): void
  readonly claims: ReadonlyMap<string, KnownClaim>
  deletedMs(contactId: string): number | undefined
  /** The time zones that contacts name. */
  readonly timeZones: Map<string, string>
  setLimits(limits: Omit<KnownLimits, 'fromMs'>): void
  /** Those in force at some time between the two. */
  limitsBetween(fromMs: number, toMs: number): KnownLimits[]
}

const RUNNING = 1
const COMPLETED = 4
const FAILED = 5

export function createHistory(nowMs: () => number): History {
  const tasks = new Map<string, KnownTask>()
  const claims = new Map<string, KnownClaim>()
  const deleted = new Map<string, number>()
  const limits: KnownLimits[] = []

  const status = (id: string) => tasks.get(id)?.states.at(-1)?.status ?? 0
  const setStatus = (id: string, to: number) => tasks.get(id)?.states.push({ fromMs: nowMs(), status: to })
  const setLimits = (given: Omit<KnownLimits, 'fromMs'>) => limits.push({ fromMs: nowMs(), ...given })

  function onEffect(actor: Actor, { label, rows, values, atMs }: Effect): void {
    switch (label) {
      case 'change_task_state':
        for (const row of rows) setStatus(String(row.id), Number(row.status))
        for (const row of rows) tasks.get(String(row.id))?.freshStartsMs.push(nowMs())
        break
      case 'complete_task':
        for (const row of rows) setStatus(String(row.id), COMPLETED)
        break
      case 'fail_tasks':
        for (const row of rows) setStatus(String(row.id), FAILED)
        break
      case 'recall_part':
        // Of which task it is does not matter for what is made of this.
        for (const task of tasks.values()) task.freshStartsMs.push(nowMs())
        break
      case 'record_recall':
        if (Number(values[3]) > 0 && status(String(values[0])) === COMPLETED) {
          setStatus(String(values[0]), RUNNING)
        }
        break
      case 'delete_contact':
        for (const row of rows) deleted.set(String(row.id), nowMs())
        break
      case 'change_limits':
        for (const row of rows)
          setLimits({ lines: Number(row.lines), callsPerSecond: Number(row.calls_per_second) })
        break
      case 'write_calls': {
        const { ids, taskIds, contactIds } = writtenCalls(values)
        for (const [index, id] of ids.entries()) {
          claims.set(id, {
            atMs,
            committedMs: nowMs(),
            node: actor.name,
            contactId: contactIds[index] ?? '',
            taskId: taskIds[index] ?? '',
          })
        }
        break
      }
    }
  }

  return {
    addTask: (id, plan) => void tasks.set(id, { id, plan, states: [], freshStartsMs: [] }),
    task: (id) => tasks.get(id),
    status,
    onEffects(actor, effects) {
      for (const effect of effects) onEffect(actor, effect)
    },
    claims,
    deletedMs: (contactId) => deleted.get(contactId),
    timeZones: new Map(),
    setLimits,
    limitsBetween: (fromMs, toMs) =>
      limits.filter(
        (each, index) =>
          each.fromMs <= toMs && (limits[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY) >= fromMs,
      ),
  }
}

/** The calls of a claim, by the values of the statement that writes them. */
export function writtenCalls(values: readonly unknown[]) {
  const [, , ids, , taskIds, contactIds] = values.map((value) =>
    typeof value === 'string' ? value.slice(1, -1).split(',').filter(Boolean) : [],
  )
  return { ids: ids ?? [], taskIds: taskIds ?? [], contactIds: contactIds ?? [] }
}
