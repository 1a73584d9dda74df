// Deletes tasks and data sources. A task has to be CLOSED, or a draft, with its last call settled; a data source may have such tasks only, and
// they go with it. It is gone for everyone at once; a maintenance job removes what belonged to it, a step at a time, also after a crash.

import { statusName } from '../../campaigns/tasks/task-state.ts'
import { findDataSource, lockDataSourceAlone } from '../../lists/data-sources/data-sources.service.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict, NotFound } from '../../platform/kernel/errors.ts'
import { isId } from '../../platform/kernel/ids.ts'
import { inUse } from '../../platform/kernel/in-use.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { recordChange } from '../../platform/trail/record.ts'
import type { Job } from '../../platform/work/jobs.ts'
import * as queries from './deletions.queries.ts'

interface DeletionDependencies {
  db: Database
  clock: Clock
  log: Log
  /** In the transaction that deletes contacts: what was said to them without a task is forgotten. */
  contactsDeleted(tx: Queryable, contacts: { id: string; phone_key: string }[]): Promise<void>
}

const MAX_ROWS = 1000

export type Deletions = ReturnType<typeof createDeletions>

export function createDeletions({ db, clock, log, contactsDeleted }: DeletionDependencies) {
  async function deleteTask(id: string): Promise<void> {
    if (!isId(id)) throw new NotFound('task', id)
    await db.transaction(async (tx) => {
      const task = await queries.lockTask.first(tx, [id])
      if (!task) throw new NotFound('task', id)
      if (!task.is_over) throw notOver(task)
      await drop(tx, [task])
    })
  }

  async function drop(tx: Queryable, tasks: queries.TaskToDelete[]): Promise<void> {
    const at = clock.now()
    for (const { id, name } of tasks)
      await recordChange(tx, { at, operation: 'task.delete', subject: { id, name } })
    await queries.dropTasks(tx, [tasks.map(({ id }) => id), at])
  }

  async function deleteDataSource(id: string): Promise<void> {
    const work = async (tx: Queryable) => {
      const source = await lockDataSourceAlone(tx, id)
      const tasks = await queries.lockTasksOf(tx, [id])
      const live = tasks.filter(({ is_over }) => !is_over)
      if (live.length > 0)
        throw inUse(
          'data source',
          source.name,
          live.map(({ name }) => name),
        )
      const importing = await queries.findOpenImports.first(tx, [id])
      if (importing) throw new Conflict({ fault: 'import_running', params: { file: importing.file_name } })
      await drop(tx, tasks)
      await queries.dropDataSource(tx, [id, clock.now()])
      await recordChange(tx, { at: clock.now(), operation: 'dataSource.delete', subject: source })
    }
    await db.transaction(work, { retry: true })
  }

  /** How many rows are gone. */
  async function deletePart(tx: Queryable, { id, what }: queries.DeletionRow): Promise<number> {
    if (what === 'task') {
      const calls = await queries.deleteCallsOfTask(tx, [id, MAX_ROWS])
      if (calls.length > 0) {
        await queries.eraseRecordingsOfCalls(tx, [calls.map((call) => call.id), clock.now()])
        return calls.length
      }
    } else {
      const contacts = await queries.deleteContactsOf(tx, [id, MAX_ROWS])
      if (contacts.length > 0) {
        await contactsDeleted(tx, contacts)
        return contacts.length
      }
    }
    for (const part of what === 'task' ? queries.PARTS_OF_TASK : queries.PARTS_OF_DATA_SOURCE) {
      const rows = await part.run(tx, [id, MAX_ROWS])
      if (rows > 0) return rows
    }
    return 0
  }

  async function step(): Promise<'unfinished' | 'done'> {
    const ended = await db.transaction(async (tx) => {
      const deletion = await queries.lockDeletion.first(tx, [])
      if (!deletion) return undefined
      const rows = await deletePart(tx, deletion)
      if (rows > 0) {
        await queries.noteFreed(tx, [deletion.id, rows])
        return { ...deletion, rows: null }
      }
      return { ...deletion, rows: (await queries.endDeletion.first(tx, [deletion.id]))?.rows ?? 0 }
    })
    if (!ended) return 'done'
    const { id, what, rows } = ended
    if (rows !== null) log.info({ id, what, rows }, 'all that belonged to what was deleted is gone')
    return 'unfinished'
  }

  return {
    deleteTask,
    deleteDataSource,

    /** What would go with it. */
    async measureTask(id: string) {
      const found = isId(id) ? await queries.measureTask.first(db, [id]) : undefined
      if (!found) throw new NotFound('task', id)
      return { contacts: found.contacts, calls: found.calls ?? 0 }
    },

    async measureDataSource(id: string) {
      await findDataSource(db, id)
      const found = await queries.measureDataSource.first(db, [id])
      return { contacts: found?.contacts ?? 0, tasks: found?.tasks ?? 0, calls: found?.calls ?? 0 }
    },

    job: {
      name: 'finish_deletions',
      why: 'what belonged to a deleted task or data source goes in steps, while calls go on',
      reports: 'a line in the log with the rows when all is gone',
      everyMs: 2000,
      run: step,
    } satisfies Job,
  }
}

function notOver({ status }: queries.TaskToDelete): Conflict {
  return new Conflict({ fault: 'task_not_over', params: { status: statusName(status) } })
}
