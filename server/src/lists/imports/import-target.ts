// What a file is imported into: a data source or a do-not-call list. Both take rows in batches of one transaction each; how a row
// is read and written is theirs.

import type { Queryable } from '../../platform/storage/database.ts'
import type { TableRow } from '../../platform/tabular/table-rows.ts'
import { type ColumnRules, contactColumns, type ImportColumns } from '../contacts/import-columns.ts'
import { importRows, type RowsDependencies } from '../contacts/import-contacts.ts'
import type { FailedRow, UnplacedRow } from '../contacts/import-failures.ts'
import { findDataSource } from '../data-sources/data-sources.service.ts'
import { findList } from '../do-not-call/do-not-call.service.ts'
import { entryColumns, type ImportEntriesDependencies, importEntries } from '../do-not-call/import-entries.ts'
import type { ImportJobRow } from './imports.queries.ts'

export type ImportTarget = { dataSourceId: string } | { doNotCallListId: string }

export interface BatchOfRows {
  columns: ImportColumns
  rows: TableRow[][]
  onDuplicate: 'skip' | 'update'
  actor: string
  nameField?: string | null | undefined
}

export interface ImportedBatch {
  addedCount: number
  updatedCount: number
  /** Of added contacts: they have this position and those after it. */
  firstPosition?: number
  /** In the order of the file. */
  failed: FailedRow[]
  /** Of the others: numbers whose country is not known. */
  unplaced: UnplacedRow[]
}

export type TargetDependencies = RowsDependencies & ImportEntriesDependencies

export function targetOf({ data_source_id, do_not_call_list_id }: ImportJobRow): ImportTarget {
  return do_not_call_list_id === null
    ? { dataSourceId: data_source_id ?? '' }
    : { doNotCallListId: do_not_call_list_id }
}

export async function checkTarget(db: Queryable, target: ImportTarget): Promise<void> {
  await ('dataSourceId' in target
    ? findDataSource(db, target.dataSourceId)
    : findList(db, target.doNotCallListId))
}

export function columnRules(target: ImportTarget): ColumnRules {
  return 'dataSourceId' in target ? contactColumns : entryColumns
}

/** Locks the target until the transaction ends. */
export async function importBatch(
  tx: Queryable,
  dependencies: TargetDependencies,
  target: ImportTarget,
  { columns, rows, onDuplicate, actor, nameField }: BatchOfRows,
): Promise<ImportedBatch> {
  if ('doNotCallListId' in target) {
    const { doNotCallListId: listId } = target
    return importEntries(tx, dependencies, { listId, columns, rows: rows.flat(), onDuplicate, actor })
  }
  const { successCount, updatedCount, firstPosition, details, unplaced } = await importRows(
    tx,
    dependencies,
    {
      dataSourceId: target.dataSourceId,
      columns,
      batches: rows,
      onDuplicate: onDuplicate === 'update' ? 'update' : 'fail',
      nameField,
    },
  )
  return { addedCount: successCount - updatedCount, updatedCount, firstPosition, failed: details, unplaced }
}
