// What came of the calls of a task, counted.
import type { Clock } from '../../../platform/kernel/clock.ts'
import { NotFound } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { Database, Queryable } from '../../../platform/storage/database.ts'
import { findTaskList } from '../tasks.queries.ts'
import { createCountCache } from './count-cache.ts'
import type { ResultCountRow } from './task-results.queries.ts'
import { countResults } from './task-results.queries.ts'

const MAX_VALUES = 20

interface ValueCount {
  value: string
  contacts: number
}

interface NamedCounts {
  name: string
  values: ValueCount[]
  /** How many different values there are. */
  distinctValues: number
}

export interface TaskResults {
  taskId: string
  countedTime: Date
  contacts: number
  verdicts: ValueCount[]
  digits: NamedCounts[]
  fields: NamedCounts[]
  transfers: ValueCount[]
  agents: ValueCount[]
  optOuts: number
  callbacks: number
  recorded: number
  hungUps: number
}

export function createTaskResults(db: Database, clock: Clock): (taskId: string) => Promise<TaskResults> {
  return createCountCache(
    clock,
    (taskId) => readTaskResults(db, taskId, clock.now()),
    ({ contacts }) => contacts,
  )
}

/** A count that nobody asks for is forgotten after this time. */
const FORGET_MS = 600_000

/**
 * The last finished count of a large task, without waiting for the next one: that takes seconds, and begins when this is asked for.
 * Null until the first count is finished.
 */
export function createLatestResults(
  clock: Clock,
  read: (taskId: string) => Promise<TaskResults>,
): (taskId: string) => TaskResults | null {
  const latest = new Map<string, { results: TaskResults | null; askedMs: number }>()
  return (taskId) => {
    const askedMs = clock.elapsedMs()
    for (const [id, entry] of latest) if (entry.askedMs < askedMs - FORGET_MS) latest.delete(id)
    const known = { results: latest.get(taskId)?.results ?? null, askedMs }
    latest.set(taskId, known)
    // A count that fails is tried again the next time; GET /api/task/{id}/results says why it fails.
    read(taskId).then(
      (results) => {
        const entry = latest.get(taskId)
        if (entry) entry.results = results
      },
      () => undefined,
    )
    return known.results
  }
}

export async function readTaskResults(
  db: Queryable,
  taskId: string,
  countedTime: Date,
): Promise<TaskResults> {
  const task = isId(taskId) ? await findTaskList.first(db, [taskId]) : undefined
  if (!task) throw new NotFound('task', taskId)
  const rows = await countResults(db, [taskId, MAX_VALUES])
  const of = (kind: ResultCountRow['kind']) => rows.filter((row) => row.kind === kind)
  const sum = (kind: ResultCountRow['kind']) => of(kind)[0]?.contacts ?? 0
  // In the order of the flow; those of an earlier flow follow.
  const order = new Map(task.flow?.steps.map(({ id }, index) => [id, index]))
  const place = ({ name }: NamedCounts) => order.get(name) ?? order.size
  return {
    taskId,
    countedTime,
    contacts: sum('all'),
    verdicts: values(of('verdict')),
    digits: byName(of('digits')).sort((a, b) => place(a) - place(b)),
    fields: byName(of('field')),
    transfers: values(of('transfer')),
    agents: values(of('agent')),
    optOuts: sum('optOut'),
    callbacks: sum('callback'),
    recorded: sum('recording'),
    hungUps: sum('hungUp'),
  }
}

function values(rows: ResultCountRow[]): ValueCount[] {
  return rows.map(({ value, contacts }) => ({ value: value ?? '', contacts }))
}

function byName(rows: ResultCountRow[]): NamedCounts[] {
  const names = [...new Set(rows.map(({ name }) => name ?? ''))]
  return names.map((name) => {
    const own = rows.filter((row) => row.name === name)
    return { name, values: values(own), distinctValues: own[0]?.distinct_values ?? 0 }
  })
}
