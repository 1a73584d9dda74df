// What came of the calls of a task, counted.
import type { Clock } from '../kernel/clock.ts'
import { NotFound } from '../kernel/errors.ts'
import { isId } from '../kernel/ids.ts'
import type { Database } from '../storage/database.ts'
import type { ResultCountRow } from './task-results.queries.ts'
import { countResults } from './task-results.queries.ts'
import { findTaskList } from './tasks.queries.ts'

const MAX_VALUES = 20
/** Contacts. */
const LARGE = 10_000

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
  contacts: number
  verdicts: ValueCount[]
  digits: NamedCounts[]
  fields: NamedCounts[]
  transfers: ValueCount[]
  agents: ValueCount[]
  optOuts: number
  callbacks: number
  recorded: number
}

/** Pages ask again whenever calls have ended. A large count is given again for ten times as long as it took. */
export function createTaskResults(db: Database, clock: Clock): (taskId: string) => Promise<TaskResults> {
  const counted = new Map<string, { results: Promise<TaskResults>; until: number }>()
  return async (taskId) => {
    const start = clock.elapsedMs()
    for (const [id, { until }] of counted) if (until < start) counted.delete(id)
    const known = counted.get(taskId)
    if (known) return known.results
    const results = readTaskResults(db, taskId)
    const entry = { results, until: Number.POSITIVE_INFINITY }
    counted.set(taskId, entry)
    try {
      const { contacts } = await results
      const end = clock.elapsedMs()
      entry.until = contacts < LARGE ? Number.NEGATIVE_INFINITY : end + (end - start) * 10
    } catch {
      entry.until = Number.NEGATIVE_INFINITY
    }
    return results
  }
}

async function readTaskResults(db: Database, taskId: string): Promise<TaskResults> {
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
    contacts: sum('all'),
    verdicts: values(of('verdict')),
    digits: byName(of('digits')).sort((a, b) => place(a) - place(b)),
    fields: byName(of('field')),
    transfers: values(of('transfer')),
    agents: values(of('agent')),
    optOuts: sum('optOut'),
    callbacks: sum('callback'),
    recorded: sum('recording'),
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
