// Creates, starts, cancels and lists import jobs. The runner runs them.

import type { FileHandle } from 'node:fs/promises'
import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict, Forbidden, InvalidInput, NotAllowed, NotFound } from '../../platform/kernel/errors.ts'
import { isId, newId } from '../../platform/kernel/ids.ts'
import { offsetOf, type Page, type Paged, readPage, unknownCursor } from '../../platform/kernel/paging.ts'
import type { PhoneNumberReader } from '../../platform/kernel/phone/phone-number.ts'
import { toStorableText } from '../../platform/kernel/storable-text.ts'
import type { Database } from '../../platform/storage/database.ts'
import { pathOfHandle } from '../../platform/tabular/file-bytes.ts'
import type { TableFiles } from '../../platform/tabular/table-files.ts'
import { isLimitedToCountries } from '../../platform/trail/allowed-countries.ts'
import { recordChange } from '../../platform/trail/record.ts'
import { PHONE_FIELD } from '../contacts/import-columns.ts'
import type { ImportFailureCode } from '../contacts/import-failures.ts'
import type { ListObserver } from '../contacts/remove-contacts.ts'
import { type CheckedNumbers, checkNumbers } from './check-numbers.ts'
import { endImport } from './end-import.ts'
import { type ColumnMapping, type FileReading, type ImportPreview, JOB_TABLE_LIMITS } from './import-job.ts'
import type { ImportRunner } from './import-runner.ts'
import { checkTarget, columnRules, type ImportTarget, targetOf } from './import-target.ts'
import type { ImportFailureRow, ImportJobRow } from './imports.queries.ts'
import * as queries from './imports.queries.ts'
import { mapColumns, proposedMapping } from './map-columns.ts'
import { readPreview } from './read-preview.ts'
import { describeFile, fetchFile, storeFile } from './stored-file.ts'

export interface ImportUpload {
  target: ImportTarget
  file: FileHandle
  fileName: string
  reading: FileReading
  caller: ImportCaller
}

/** An import belongs to the token that has uploaded it; administrators may do what they like with it. */
export interface ImportCaller {
  actor: string
  isAdmin: boolean
  /** How many calls may be asked for with its token is limited. */
  isLimited?: boolean
}

export interface ImportStart {
  columns: ColumnMapping[] | undefined
  onDuplicate: 'skip' | 'update'
  /** Null: no field of the file. */
  nameField?: string | null | undefined
}

interface TargetFilter {
  dataSourceId: string | undefined
  doNotCallListId: string | undefined
}

export interface Imports {
  checkTarget(target: ImportTarget): Promise<void>
  upload(upload: ImportUpload): Promise<ImportJobRow>
  start(id: string, start: ImportStart, caller: ImportCaller): Promise<ImportJobRow>
  cancel(id: string, caller: ImportCaller): Promise<ImportJobRow>
  /** What becomes of the numbers in a column of an upload, if numbers without a country are of this one; undefined: of the service's. */
  checkNumbers(id: string, column: number, country: string | undefined): Promise<CheckedNumbers>
  detail(id: string): Promise<ImportJobRow>
  list(filter: Page & TargetFilter): Promise<Paged<ImportJobRow>>
  listFailures(
    id: string,
    filter: Page & { code: ImportFailureCode | undefined },
  ): Promise<Paged<ImportFailureRow>>
  /** All failures in the order of the file, in parts. */
  readFailures(id: string): AsyncIterable<ImportFailureRow[]>
}

export interface ImportsDependencies {
  db: Database
  clock: Clock
  tableFiles: TableFiles
  readPhoneNumber: PhoneNumberReader
  runner: Pick<ImportRunner, 'wake'>
  listObserver: Pick<ListObserver, 'countReadingOn'>
}

const MAX_FILE_NAME_LENGTH = 255
/** Limits the space that uploaded files take in the database. */
const MAX_OPEN_JOBS = 50
/** Of one token, so that it leaves places to others. */
const MAX_OPEN_JOBS_OF_TOKEN = 10
const FAILURES_AT_ONCE = 1000

export function createImports(dependencies: ImportsDependencies): Imports {
  const { db, clock, tableFiles, readPhoneNumber, runner, listObserver } = dependencies

  async function detail(id: string): Promise<ImportJobRow> {
    const job = isId(id) ? await queries.findJob.first(db, [id]) : undefined
    if (!job) throw new NotFound('import', id)
    return job
  }

  return {
    detail,
    checkTarget: (target) => checkTarget(db, target),

    async upload({ target, file, fileName, reading, caller }) {
      const { actor, isAdmin } = caller
      await checkTarget(db, target)
      const preview = await readPreview(tableFiles, file, reading, columnRules(target))
      const { size, digest } = await describeFile(file)
      const { total = 0, own = 0 } = (await queries.countOpenJobs.first(db, [actor])) ?? {}
      if (own >= MAX_OPEN_JOBS_OF_TOKEN && !isAdmin) throw tooManyJobs('token', own)
      if (total >= MAX_OPEN_JOBS) throw tooManyJobs('node', total)
      const name = toStorableText(fileName.slice(0, MAX_FILE_NAME_LENGTH))
      return db.transaction(async (tx) => {
        const id = newId()
        const [job] = await queries.insertJob(tx, [
          id,
          'dataSourceId' in target ? target.dataSourceId : null,
          'doNotCallListId' in target ? target.doNotCallListId : null,
          actor,
          name,
          size,
          digest,
          // As it was shown: a row that was found to have the titles is not looked for again.
          { ...reading, headerRow: preview.headerRow },
          preview,
          clock.now(),
          preview.encoding,
        ])
        await storeFile(tx, id, file)
        const subject = { id, name }
        const after = { ...target, size, digest }
        await recordChange(tx, { at: clock.now(), operation: 'import.upload', subject, after })
        return job as ImportJobRow
      })
    },

    async start(id, { columns, onDuplicate, nameField }, caller) {
      const job = await detail(id)
      refuseOthers(job, caller)
      if (job.status !== 'uploaded') throw notAllowed('start', job)
      // The job goes on without the token, so its contacts are not counted one by one.
      if (
        caller.isLimited &&
        job.data_source_id !== null &&
        (await listObserver.countReadingOn(db, job.data_source_id)) > 0
      )
        throw new Forbidden({ fault: 'live_list_limited' })
      if (job.data_source_id !== null && isLimitedToCountries())
        throw new Forbidden({ fault: 'import_countries_limited' })
      const preview = job.preview as ImportPreview
      const mapping = columns ?? proposedMapping(preview)
      mapColumns(mapping, preview, columnRules(targetOf(job)))
      if (typeof nameField === 'string')
        refuseUnknownField(nameField, job.data_source_id === null ? [] : mapping)
      const settings = { columns: mapping, onDuplicate, ...(nameField !== undefined && { nameField }) }
      const started = await db.transaction(async (tx) => {
        const now = clock.now()
        const [row] = await queries.startJob(tx, [id, settings, now])
        if (!row) throw notAllowed('start', await detail(id))
        const subject = { id, name: row.file_name }
        await recordChange(tx, { at: now, operation: 'import.start', subject, after: settings })
        return row
      })
      runner.wake()
      return started
    },

    async cancel(id, caller) {
      const job = await detail(id)
      refuseOthers(job, caller)
      const canceled = await endImport(db, [id, ['uploaded', 'running'], 'canceled', null, clock.now(), null])
      if (!canceled) throw notAllowed('cancel', await detail(job.id))
      return canceled
    },

    async checkNumbers(id, column, country) {
      const job = await detail(id)
      if (job.status !== 'uploaded') throw notAllowed('check', job)
      const file = await fetchFile(db, id, new AbortController().signal)
      try {
        const table = await tableFiles.open(pathOfHandle(file), { ...JOB_TABLE_LIMITS, ...job.reading })
        try {
          return await checkNumbers(table.batches, column, readPhoneNumber, country)
        } finally {
          table.close()
        }
      } finally {
        await file.close()
      }
    },

    async list({ dataSourceId, doNotCallListId, ...page }) {
      const of = [dataSourceId ?? null, doNotCallListId ?? null]
      if (of.some((id) => id !== null && !isId(id))) return { total: 0, rows: [] }
      return readPage(page, {
        find: (afterId) => queries.findJob.first(db, [afterId]),
        count: () => queries.countJobs.first(db, of),
        readAt: (offset, limit) => queries.listJobs(db, [...of, offset, limit]),
        readAfter: (afterId, limit) => queries.listJobsAfter(db, [...of, afterId, limit]),
      })
    },

    async listFailures(id, { code = null, ...page }) {
      const { fail_count } = await detail(id)
      const counted = code === null ? undefined : await queries.countFailuresWithCode.first(db, [id, code])
      const total = counted?.total ?? fail_count
      const { afterId, pageSize } = page
      const after = Number(afterId ?? 0)
      if (afterId !== undefined && !(await queries.findFailure.first(db, [id, after]))) throw unknownCursor()
      const offset = afterId === undefined ? offsetOf(page) : 0
      return { total, rows: await queries.listFailures(db, [id, code, offset, pageSize, after]) }
    },

    async *readFailures(id) {
      for (let after = 0; ; ) {
        const rows = await queries.readFailuresAfter(db, [id, after, FAILURES_AT_ONCE])
        const last = rows.at(-1)
        if (!last) return
        yield rows
        after = last.row_number
      }
    },
  }
}

function refuseUnknownField(nameField: string, mapping: ColumnMapping[]): void {
  const allowed = mapping.map(({ field }) => field).filter((field) => field !== PHONE_FIELD)
  if (allowed.includes(nameField)) return
  throw new InvalidInput(`nameField must be one of the imported fields: ${allowed.join(', ')}`, {
    fault: 'not_one_of',
    field: 'nameField',
    params: { allowed },
  })
}

function refuseOthers({ actor }: ImportJobRow, caller: ImportCaller): void {
  if (caller.isAdmin || caller.actor === actor) return
  throw new Forbidden({ fault: 'import_of_another', params: { actor } })
}

function tooManyJobs(of: 'token' | 'node', running: number): Conflict {
  const whose = of === 'token' ? 'this token has' : 'there are'
  return new Conflict(`${whose} ${running} imports that have not ended: start or cancel some of them first`, {
    fault: 'too_many_at_once',
    params: { work: 'imports', of, running, seconds: 60 },
  })
}

function notAllowed(operation: 'start' | 'cancel' | 'check', { id, status }: ImportJobRow): NotAllowed {
  const allowed = operation === 'cancel' ? ['uploaded', 'running'] : ['uploaded']
  return new NotAllowed(`import ${id} is ${status}: ${operation} is not allowed`, {
    fault: 'not_allowed',
    params: { operation, status, allowed },
  })
}
