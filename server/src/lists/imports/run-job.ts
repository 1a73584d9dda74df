// Runs one import job, from its position. A thread reads the file; each batch of rows is one transaction that also moves the
// job's position, so every batch is committed exactly once, whichever node runs the job and whenever it is stopped.

import type { FileHandle } from 'node:fs/promises'
import { InvalidInput, NotFound, TooLarge } from '../../platform/kernel/errors.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { columnName } from '../../platform/tabular/column-name.ts'
import { pathOfHandle } from '../../platform/tabular/file-bytes.ts'
import type { TableFiles } from '../../platform/tabular/table-files.ts'
import { lengthOf, type TableRow } from '../../platform/tabular/table-rows.ts'
import { onBehalfOf } from '../../platform/trail/actor.ts'
import { codeOf } from '../../platform/words/error-codes.ts'
import {
  COUNTRY_UNKNOWN,
  type FailedRow,
  MAX_UNPLACED_ROWS,
  type UnplacedRow,
} from '../contacts/import-failures.ts'
import { renewNames } from '../contacts/name-blocks.ts'
import { endImport } from './end-import.ts'
import {
  type ImportError,
  type ImportPreview,
  type ImportSettings,
  JOB_DEADLINE_MS,
  JOB_TABLE_LIMITS,
} from './import-job.ts'
import { columnRules, importBatch, type TargetDependencies, targetOf } from './import-target.ts'
import * as queries from './imports.queries.ts'
import { mapColumns } from './map-columns.ts'
import { fetchFile } from './stored-file.ts'

/** Ends a batch of long rows early, to limit memory. */
const MAX_BATCH_CHARACTERS = 8 * 1024 * 1024

export interface RunJobDependencies extends TargetDependencies {
  db: Database
  tableFiles: TableFiles
  batchRows: number
}

export interface ClaimedJob extends queries.ImportJobRow {
  preview: ImportPreview
  settings: ImportSettings
}

/** The job cannot succeed; a retry would not help. */
export class JobFailed extends Error {
  readonly error: ImportError

  constructor(error: ImportError) {
    super(error.message)
    this.error = error
  }
}

/** Another node has the job, or it was canceled. */
export class JobLost extends Error {}

export interface Run<Job = ClaimedJob> {
  job: Job
  /** Holds the lease. */
  owner: string
  signal: AbortSignal
  /** Called after each committed batch. */
  onBatch(): void
}

export async function runJob(dependencies: RunJobDependencies, run: Run): Promise<void> {
  const { db, clock } = dependencies
  const { job, signal } = run
  const file = await fetchFile(db, job.id, signal)
  try {
    const totalRows = job.total_rows ?? (await countRows(dependencies, run, file))
    if (job.read_rows < totalRows) await importFile(dependencies, run, file)
    // The import may have given the data source another name field.
    if (job.data_source_id !== null) await renewNames(db, job.data_source_id)
  } finally {
    await file.close()
  }
  const values = [job.id, ['running'], 'completed', null, clock.now(), run.owner] as const
  const ended = await onBehalfOf(job.actor, () => endImport(db, [...values]))
  if (!ended) throw new JobLost()
}

/** Reads the whole file before anything is imported, so that a file that cannot be read changes nothing. */
async function countRows(
  { db, tableFiles }: RunJobDependencies,
  { job, owner, signal }: Run,
  file: FileHandle,
) {
  const totalRows = await tableFiles
    .count(pathOfHandle(file), tableOptions(job, signal))
    .catch((error) => refuseFile(error, signal))
  if ((await queries.setTotalRows.run(db, [job.id, owner, totalRows])) === 0) throw new JobLost()
  return totalRows
}

async function importFile(dependencies: RunJobDependencies, run: Run, file: FileHandle): Promise<void> {
  const { job, signal, onBatch } = run
  const { tableFiles, batchRows } = dependencies
  const options = { ...tableOptions(job, signal), skipRows: job.read_rows }
  const table = await tableFiles.open(pathOfHandle(file), options).catch((error) => refuseFile(error, signal))
  try {
    let position = job.read_rows
    const batches = gatherRows(table.batches, batchRows)
    for (let next = batches.next(); ; ) {
      const { value: batch, done } = await next.catch((error) => refuseFile(error, signal))
      if (done) return
      // The next batch is read while this one is written.
      next = batches.next()
      next.catch(() => undefined)
      signal.throwIfAborted()
      position += await writeBatch(dependencies, run, position, batch)
      onBatch()
    }
  } finally {
    table.close()
  }
}

/** How many rows were written. */
async function writeBatch(
  dependencies: RunJobDependencies,
  { job, owner }: Run,
  position: number,
  rows: TableRow[][],
): Promise<number> {
  const { settings, preview, actor } = job
  const target = targetOf(job)
  const columns = mapColumns(settings.columns, preview, columnRules(target))
  const batch = { columns, rows, onDuplicate: settings.onDuplicate, actor, nameField: settings.nameField }
  return dependencies.db.transaction(
    async (tx) => {
      const imported = await importBatch(tx, dependencies, target, batch).catch((error) => {
        throw asJobFailed(error)
      })
      const { addedCount, updatedCount, failed, unplaced, firstPosition } = imported
      if (failed.length > 0) await storeFailures(tx, job, failed)
      if (unplaced.length > 0) await storeUnplaced(tx, job, unplaced, columns.phoneNumber)
      const duplicates = failed.filter(({ reason }) => reason === 'duplicate').length
      const counts = [addedCount, updatedCount, failed.length, duplicates, unplaced.length] as const
      const added = firstPosition === undefined ? '{}' : `{[${firstPosition},${firstPosition + addedCount})}`
      if ((await queries.moveOn.run(tx, [job.id, owner, position, ...counts, added])) === 0)
        throw new JobLost()
      return addedCount + updatedCount + failed.length
    },
    { retry: true },
  )
}

function titleOf({ preview }: ClaimedJob, column: number | null): string | null {
  return column === null ? null : preview.columns[column]?.title || columnName(column)
}

async function storeFailures(tx: Queryable, job: ClaimedJob, failed: FailedRow[]): Promise<void> {
  await queries.insertFailures(tx, [
    job.id,
    failed.map(({ row }) => row),
    failed.map(({ column }) => titleOf(job, column)),
    failed.map(({ value }) => value),
    failed.map(({ code }) => code),
    JSON.stringify(failed.map(({ params }) => params)),
    failed.map(({ message }) => message),
  ])
}

async function storeUnplaced(tx: Queryable, job: ClaimedJob, unplaced: UnplacedRow[], column: number) {
  await queries.insertUnplaced(tx, [
    job.id,
    unplaced.map(({ row }) => row),
    unplaced.map(({ phoneNumber }) => phoneNumber),
    titleOf(job, column),
    COUNTRY_UNKNOWN,
    MAX_UNPLACED_ROWS,
  ])
}

function tableOptions({ reading }: ClaimedJob, signal: AbortSignal) {
  return { ...JOB_TABLE_LIMITS, ...reading, deadlineMs: JOB_DEADLINE_MS, signal }
}

function refuseFile(error: unknown, signal: AbortSignal): never {
  // An aborted thread fails with an error that says nothing about the file.
  if (signal.aborted) throw new JobLost()
  throw asJobFailed(error)
}

/** A fault of the file, or a target that was deleted, ends the job; anything else is retried. */
function asJobFailed(error: unknown): unknown {
  if (!(error instanceof InvalidInput || error instanceof TooLarge || error instanceof NotFound)) return error
  const { row } = error.detail
  const { code, params } = codeOf(error.detail)
  const facts = row === undefined ? params : { ...params, row }
  return new JobFailed({ code, params: facts, message: error.message })
}

/** The rows of a file in batches of one transaction each, of up to `batchRows` rows, in the arrays in which they were read. */
async function* gatherRows(
  batches: AsyncIterable<TableRow[]>,
  batchRows: number,
): AsyncGenerator<TableRow[][]> {
  let gathered: TableRow[][] = []
  let count = 0
  let characters = 0
  for await (let rows of batches) {
    while (rows.length > 0) {
      const taken = rows.slice(0, batchRows - count)
      rows = rows.slice(taken.length)
      gathered.push(taken)
      count += taken.length
      characters += lengthOf(taken)
      if (count < batchRows && characters < MAX_BATCH_CHARACTERS) continue
      yield gathered
      gathered = []
      count = characters = 0
    }
  }
  if (count > 0) yield gathered
}
