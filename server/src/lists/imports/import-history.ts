// The imports into a data source: what they did, and how to undo them.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { DomainError } from '../../platform/kernel/errors.ts'
import type { Page, Paged } from '../../platform/kernel/paging.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { currentActor } from '../../platform/trail/actor.ts'
import { recordChange } from '../../platform/trail/record.ts'
import { countInRanges } from '../contacts/contacts.queries.ts'
import { type ListObserver, lockForRemoval } from '../contacts/remove-contacts.ts'
import { findDataSource } from '../data-sources/data-sources.service.ts'
import type { ImportRunner } from './import-runner.ts'
import type { ImportJobRow } from './imports.queries.ts'
import type { Imports } from './imports.service.ts'
import { beginUndo, type ImportRangeRow, readRanges } from './undo.queries.ts'
import { UNDOABLE_STATUSES, undoProblem } from './undo-import.ts'

/** An import with what its undo would do. */
export interface PastImport {
  job: ImportJobRow
  /** How many contacts it would delete now. */
  contactCount: number
  /** Why it is not possible, or null. */
  problem: DomainError | null
}

export interface ImportHistory {
  list(dataSourceId: string, page: Page): Promise<Paged<PastImport>>
  /** Decides that the contacts that the import added are deleted; the runner deletes them. */
  undo(id: string): Promise<ImportJobRow>
}

export interface ImportHistoryDependencies {
  db: Database
  clock: Clock
  imports: Pick<Imports, 'detail' | 'list'>
  runner: Pick<ImportRunner, 'wake'>
  listObserver: ListObserver
  /** For each import with a contact that a task has called or is calling: the name of such a task. */
  findDialed(db: Queryable, dataSourceId: string, ranges: ImportRangeRow[]): Promise<Map<string, string>>
}

export function createImportHistory(dependencies: ImportHistoryDependencies): ImportHistory {
  const { db, clock, imports, runner, listObserver, findDialed } = dependencies

  return {
    async list(dataSourceId, page) {
      await findDataSource(db, dataSourceId)
      const { total, rows: jobs } = await imports.list({ ...page, dataSourceId, doNotCallListId: undefined })
      const ranges = await readRanges(db, [jobs.map(({ id }) => id)])
      const [counts, dialed] = await Promise.all([
        countInRanges(db, [dataSourceId, ranges.map(({ first }) => first), ranges.map(({ last }) => last)]),
        findDialed(db, dataSourceId, ranges),
      ])
      const contacts = new Map<string, number>()
      for (const [at, { key }] of ranges.entries())
        contacts.set(key, (contacts.get(key) ?? 0) + (counts[at]?.contacts ?? 0))
      return {
        total,
        rows: jobs.map((job) => ({
          job,
          contactCount: contacts.get(job.id) ?? 0,
          problem: undoProblem(job, dialed.get(job.id)),
        })),
      }
    },

    async undo(id) {
      const job = await imports.detail(id)
      const problem = undoProblem(job, undefined)
      if (problem) throw problem
      const dataSourceId = job.data_source_id ?? ''
      const decide = async (tx: Queryable) => {
        // No claim comes between the look and the decision.
        await lockForRemoval(tx, listObserver, dataSourceId)
        const dialed = await findDialed(tx, dataSourceId, await readRanges(tx, [[id]]))
        const [begun] = await beginUndo(tx, [id, UNDOABLE_STATUSES, currentActor().name, clock.now()])
        const lateProblem = undoProblem(begun ? job : await imports.detail(id), dialed.get(id))
        if (lateProblem) throw lateProblem
        const subject = { id, name: job.file_name }
        await recordChange(tx, { at: clock.now(), operation: 'import.undo', subject })
        return begun as ImportJobRow
      }
      const undoing = await db.transaction(decide, { retry: true })
      runner.wake()
      return undoing
    },
  }
}
