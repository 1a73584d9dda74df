// The undo of an import: deletes the contacts that it added, as deleting each of them would, in steps of one transaction each. A step
// locks the data source and its tasks: a claim comes before it, and then the contact stays, or after it, and finds no contact.
import { setTimeout as delay } from 'node:timers/promises'
import { Conflict, type DomainError, NotAllowed } from '../../platform/kernel/errors.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { readDialedInRange } from '../contacts/contacts.queries.ts'
import { type ListObserver, lockForRemoval, removeContacts } from '../contacts/remove-contacts.ts'
import type { ImportStatus } from './import-job.ts'
import type { ImportJobRow } from './imports.queries.ts'
import { JobLost, type Run, type RunJobDependencies } from './run-job.ts'
import * as queries from './undo.queries.ts'

export interface UndoDependencies extends Pick<RunJobDependencies, 'db' | 'clock'> {
  listObserver: ListObserver
  /** Contacts of one transaction. */
  undoContacts: number
}

export const UNDOABLE_STATUSES = ['completed', 'failed', 'canceled'] as const satisfies ImportStatus[]

/** Why an import cannot be undone, or null. `dialedBy`: a task that has dialed contacts of it. */
export function undoProblem(job: ImportJobRow, dialedBy: string | undefined): DomainError | null {
  if (job.data_source_id === null)
    return new Conflict({
      fault: 'import_not_of_contacts',
    })
  if (!UNDOABLE_STATUSES.some((status) => status === job.status))
    return new NotAllowed(`import ${job.id} is ${job.status}: undo is not allowed`, {
      fault: 'not_allowed',
      params: { operation: 'undo', status: job.status, allowed: [...UNDOABLE_STATUSES] },
    })
  if (job.added_count === 0) return new Conflict({ fault: 'import_added_nothing' })
  if (dialedBy !== undefined)
    return new Conflict({
      fault: 'import_dialed',
      params: { task: dialedBy },
    })
  return null
}

/** Between two steps, others get the data source and its tasks for as long as the step had them. */
const MAX_PAUSE_MS = 250

export async function runUndo(dependencies: UndoDependencies, run: Run<ImportJobRow>): Promise<void> {
  const { db } = dependencies
  const { job, owner, signal } = run
  for (;;) {
    signal.throwIfAborted()
    const startMs = performance.now()
    if (!(await takeStep(dependencies, run))) break
    run.onBatch()
    await delay(Math.min(performance.now() - startMs, MAX_PAUSE_MS))
  }
  if ((await queries.endUndo.run(db, [job.id, owner])) === 0) throw new JobLost()
}

/** False if nothing remains. */
async function takeStep(dependencies: UndoDependencies, { job, owner }: Run<ImportJobRow>): Promise<boolean> {
  const { listObserver, undoContacts } = dependencies
  const dataSourceId = job.data_source_id ?? ''
  const step = async (tx: Queryable) => {
    await lockForRemoval(tx, listObserver, dataSourceId)
    const range = await queries.readRanges.first(tx, [[job.id]])
    if (!range) return false
    const { first, last } = range
    const contacts = await readDialedInRange(tx, [dataSourceId, first, last, undoContacts])
    const ids = contacts.filter(({ is_dialed }) => !is_dialed).map(({ id }) => id)
    const removed = await removeContacts(tx, dependencies, dataSourceId, ids)
    const end = contacts.length < undoContacts ? last : (contacts.at(-1)?.position ?? last)
    const kept = contacts.length - removed
    if ((await queries.moveUndoOn.run(tx, [job.id, owner, end + 1, removed, kept])) === 0) throw new JobLost()
    return true
  }
  // Locks tasks, as calls that end at the same time do: a deadlock is possible.
  return dependencies.db.transaction(step, { retry: true })
}
