// Imports a file through the API of a running service: uploads it, starts the import and follows it to its end. The import
// runs in the service, so it goes on if this command is stopped. Run again with the same file, the command continues with
// the import that has not ended.

import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { constants } from 'node:os'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../config.ts'
import { counted } from '../../platform/kernel/counted.ts'
import { printable } from '../../platform/kernel/log/printable.ts'
import { CommandFailed } from '../failure.ts'
import { STOP_SIGNALS } from '../open-storage.ts'
import { inDigits } from '../progress-line.ts'
import { say, sayAside } from '../terminal.ts'
import { type ApiClient, isTemporary, openApi, RequestFailed } from './api-client.ts'
import { createImportProgress, type ImportCounts } from './import-progress.ts'

interface ImportFlags {
  'data-source'?: string
  'do-not-call'?: string
  create?: boolean
  'phone-column'?: string
  encoding?: string
  'on-duplicate'?: string
  json?: boolean
  url?: string
}

/** What files can be imported into, and how the API calls it. */
const kinds = {
  dataSource: {
    what: 'data source',
    path: '/api/dataSource',
    nameField: 'dataSourceName',
    idField: 'dataSourceId',
  },
  doNotCallList: {
    what: 'do-not-call list',
    path: '/api/doNotCall',
    nameField: 'name',
    idField: 'doNotCallListId',
  },
} as const

interface Target {
  kind: keyof typeof kinds
  id: string
  name: string
}

interface Job extends ImportCounts {
  id: string
  status: 'uploaded' | 'running' | 'completed' | 'failed' | 'canceled'
  fileDigest: string
  endTime: string | null
  error: { message: string } | null
  preview?: Preview | null
}

interface Preview {
  encoding: string | null
  columns: { column: number; title: string; field: string | null }[]
  phoneColumn: number | null
}

const PHONE_FIELD = 'phoneNumber'
const SOME_ROWS_FAILED = 2
const POLL_MS = 500
/** How long to wait for a service that is being restarted or is busy. */
const MAX_SILENCE_MS = 60_000

export async function importCommand([file, ...rest]: string[], flags: ImportFlags): Promise<void> {
  const { 'data-source': dataSource, 'do-not-call': list, 'on-duplicate': onDuplicate = 'skip' } = flags
  if (!file || rest.length > 0) throw new CommandFailed('import needs one file: see carillon --help')
  if (!dataSource === !list)
    throw new CommandFailed(
      'import needs --data-source, the name or id of a data source, or --do-not-call, that of a do-not-call list',
    )
  if (onDuplicate !== 'skip' && onDuplicate !== 'update')
    throw new CommandFailed(`--on-duplicate must be skip or update, not "${onDuplicate}"`)

  const fileDigest = await digestOf(file)
  const api = await openApi(readConfig(), flags.url)
  const kind = list ? 'doNotCallList' : 'dataSource'
  const target = await findTarget(api, kind, list ?? dataSource ?? '', flags.create ?? false)
  const stop = explainStops(api)
  let job = await findOpenJob(api, target, fileDigest, flags.encoding)
  if (job) sayAside(`Continuing with import ${job.id} of this file.`)
  job ??= await upload(api, target, file, flags.encoding)
  stop.job = job
  if (job.status === 'uploaded') {
    const columns = mapPhoneColumn(job.preview as Preview, kind, flags['phone-column'])
    job = await api.post<Job>(`/api/import/${job.id}/start`, { columns, onDuplicate })
  }
  report(api, target, await follow(api, job), flags.json ?? false)
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const bytes of createReadStream(file)) hash.update(bytes)
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
  return hash.digest('hex')
}

async function findTarget(
  api: ApiClient,
  kind: Target['kind'],
  given: string,
  mayCreate: boolean,
): Promise<Target> {
  type Row = { id: string } & Record<string, string>
  const { what, path, nameField } = kinds[kind]
  const asTarget = (row: Row): Target => ({ kind, id: row.id, name: row[nameField] ?? '' })
  const name = given.trim()
  for await (const row of api.rows<Row>(`${path}/list`, { [nameField]: name }))
    if (row[nameField] === name) return asTarget(row)
  return api
    .get<Row>(`${path}/detail/${encodeURIComponent(name)}`)
    .catch((error) => {
      if (!(error instanceof RequestFailed && error.status === 404)) throw error
      if (mayCreate) return api.post<Row>(`${path}/add`, { [nameField]: name })
      throw new CommandFailed(`no ${what} has the name or id "${name}": --create creates it`)
    })
    .then(asTarget)
}

/** An import of the same file into the same target that has not ended. */
async function findOpenJob(
  api: ApiClient,
  { kind, id }: Target,
  fileDigest: string,
  encoding: string | undefined,
): Promise<Job | undefined> {
  for await (const job of api.rows<Job>('/api/import/list', { [kinds[kind].idField]: id })) {
    if (job.endTime !== null || job.fileDigest !== fileDigest) continue
    if (job.status === 'running') return job
    const detail = await api.get<Job>(`/api/import/${job.id}`)
    if (encoding === undefined || detail.preview?.encoding === encoding) return detail
  }
  return undefined
}

async function upload(
  api: ApiClient,
  { kind, id }: Target,
  file: string,
  encoding: string | undefined,
): Promise<Job> {
  sayAside(`Uploading ${basename(file)}`)
  const form = new FormData()
  form.append('file', await openAsBlob(file), basename(file))
  const query = encoding === undefined ? '' : `?encoding=${encodeURIComponent(encoding)}`
  return api.post<Job>(`${kinds[kind].path}/${id}/import${query}`, form)
}

/** The columns as proposed, with another phone column if one is given; undefined leaves the proposal as it is. */
function mapPhoneColumn({ columns, phoneColumn }: Preview, kind: Target['kind'], given: string | undefined) {
  const titles = columns.map(({ title }) => `"${title}"`).join(', ')
  if (given === undefined) {
    if (phoneColumn !== null) return undefined
    throw new CommandFailed(`no column looks like phone numbers: choose one with --phone-column (${titles})`)
  }
  const phone = columns.find(({ title }) => title === given.trim())
  if (!phone)
    throw new CommandFailed(`--phone-column must be a title of the file (${titles}), not "${given}"`)
  const fields = new Set([PHONE_FIELD, ''])
  return columns.flatMap(({ column, title, field }) => {
    if (column === phone.column) return [{ column, field: PHONE_FIELD }]
    // The column that was proposed instead is kept under its title, unless the target has fixed fields.
    const name = column !== phoneColumn ? (field ?? '') : kind === 'dataSource' ? title : ''
    if (fields.has(name)) return []
    fields.add(name)
    return [{ column, field: name }]
  })
}

async function follow(api: ApiClient, started: Job): Promise<Job> {
  const showProgress = createImportProgress(started)
  let lastAnswerMs = performance.now()
  for (let job = started; ; await sleep(POLL_MS)) {
    try {
      job = await api.get<Job>(`/api/import/${job.id}`)
      lastAnswerMs = performance.now()
    } catch (error) {
      if (!isTemporary(error) || performance.now() - lastAnswerMs > MAX_SILENCE_MS) throw error
    }
    showProgress(job, job.endTime !== null)
    if (job.endTime !== null) return job
  }
}

function report(api: ApiClient, { name }: Target, job: Job, isJson: boolean): void {
  const { id, status, importCount, totalRows, successCount, updatedCount, failCount } = job
  const failuresUrl = failCount > 0 ? `${api.url}/api/import/${id}/failures` : null
  if (isJson) say(JSON.stringify({ ...job, failuresUrl }))
  else {
    const read = totalRows === null ? '' : `${inDigits(importCount)} of `
    const rows = `${read}${counted(totalRows ?? importCount, 'row')}`
    const counts = [
      `${inDigits(successCount - updatedCount)} added`,
      `${inDigits(updatedCount)} updated`,
      `${inDigits(failCount)} failed`,
    ]
    const nothing = successCount === 0 && failCount > 0 ? 'Nothing was imported. ' : ''
    say(`${nothing}${rows} read into ${printable(name)}: ${counts.join(', ')}.`)
    if (failuresUrl) sayAside(`The failed rows, with reasons, are at ${failuresUrl} (CSV; needs the token).`)
  }
  if (status === 'canceled') throw new CommandFailed(`import ${id} was canceled`)
  if (status === 'failed') throw new CommandFailed(`import ${id} failed: ${job.error?.message}`)
  if (failCount > 0) process.exitCode = SOME_ROWS_FAILED
}

/** Says on Ctrl-C what becomes of the import. */
function explainStops({ url }: ApiClient): { job: Job | undefined } {
  const stop: { job: Job | undefined } = { job: undefined }
  for (const signal of STOP_SIGNALS) {
    process.once(signal, () => {
      sayAside(
        stop.job
          ? `\nThe import continues in the service. To follow it, run this command again; to cancel it: POST ${url}/api/import/${stop.job.id}/cancel`
          : '\nStopped before the import began; nothing was imported.',
      )
      process.exit(128 + constants.signals[signal])
    })
  }
  return stop
}
