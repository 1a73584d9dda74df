// What came of the calls of a task, counted.
import type { Clock } from '../kernel/clock.ts'
import { NotFound } from '../kernel/errors.ts'
import { isId } from '../kernel/ids.ts'
import type { Database } from '../storage/database.ts'
import { createCountCache } from './count-cache.ts'
import type { ResultCountRow } from './task-results.queries.ts'
import { countResults } from './task-results.queries.ts'
import { findTaskList } from './tasks.queries.ts'

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

export function createTaskResults(db: Database, clock: Clock): (taskId: string) => Promise<TaskResults> {
  return createCountCache(
    clock,
    (taskId) => readTaskResults(db, taskId),
    ({ contacts }) => contacts,
  )
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
