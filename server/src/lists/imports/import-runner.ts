// Runs import jobs and their undos, a few at a time. A node claims a job with a lease and renews it while the job runs. If the node dies, the
// lease expires, and another node, or the same one after its restart, continues the job. A node that lost its lease while
// it was frozen cannot commit its batch, and stops.

import { newId } from '../../platform/kernel/ids.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import { whyUnavailable } from '../../platform/storage/unavailable.ts'
import { createLoop, PAUSES_AT_REST } from '../../platform/work/loop.ts'
import type { ListObserver } from '../contacts/remove-contacts.ts'
import { endImport } from './end-import.ts'
import { NOT_STARTED } from './import-job.ts'
import type { ImportJobRow } from './imports.queries.ts'
import * as queries from './imports.queries.ts'
import { type ClaimedJob, JobFailed, JobLost, type RunJobDependencies, runJob } from './run-job.ts'
import { runUndo } from './undo-import.ts'

export interface ImportTiming {
  /** Rows of one transaction. */
  batchRows: number
  /** Contacts that one transaction of an undo deletes. */
  undoContacts: number
  /** How long a lease lasts after it was last renewed. */
  leaseMs: number
  /** How often to look for abandoned jobs; a fifth as often while no node has a job. */
  pollMs: number
  /** How long a job waits after an error that is not its own. */
  retryPauseMs: number
}

export interface ImportRunnerOptions extends Omit<RunJobDependencies, 'batchRows'>, Partial<ImportTiming> {
  log: Log
  listObserver: ListObserver
}

export interface ImportRunner {
  /** Starts to look for abandoned jobs; without it only `wake` does. */
  start(): void
  /** Looks for jobs to run. */
  wake(): void
  /** Finishes the current batches; the jobs continue on another node, or after the next start. */
  stop(): Promise<void>
}

const DEFAULT_TIMING: ImportTiming = {
  batchRows: 10_000,
  undoContacts: 1000,
  leaseMs: 8000,
  pollMs: 2000,
  retryPauseMs: 2000,
}
const MAX_JOBS_AT_ONCE = 2
/** Max claims of a job without a committed batch before it fails. */
const MAX_ATTEMPTS = 8
/** How long the file of a job that is not started is kept. */
const UPLOAD_KEPT_MS = DAY_MS
/** How long an ended job and its failed rows are kept. */
const JOB_KEPT_MS = 30 * DAY_MS
const CLEANUP_INTERVAL_MS = 60_000

export function createImportRunner(options: ImportRunnerOptions): ImportRunner {
  const { db, clock, log } = options
  const { batchRows, undoContacts, leaseMs, pollMs, retryPauseMs } = { ...DEFAULT_TIMING, ...options }
  const running = new Map<Promise<void>, AbortController>()
  let pauseMs = pollMs
  const loop = createLoop({
    name: 'looking for import jobs',
    work: look,
    everyMs: () => pauseMs,
    retryMs: pollMs,
    log,
  })
  const cleaning = createLoop({
    name: 'removing old import jobs',
    work: clean,
    everyMs: CLEANUP_INTERVAL_MS,
    log,
  })

  async function look(): Promise<void> {
    while (running.size < MAX_JOBS_AT_ONCE && !loop.signal.aborted) {
      const owner = newId()
      const job = await queries.claimJob.first(db, [owner, leaseMs])
      if (!job) break
      start(job, owner)
    }
    // A new job wakes the loop; a job of another node may be abandoned.
    const mayFollow = running.size > 0 || (await queries.hasUnfinished.first(db))?.exists
    pauseMs = mayFollow ? pollMs : PAUSES_AT_REST * pollMs
  }

  function start(job: ImportJobRow, owner: string): void {
    const ending = new AbortController()
    const work = run(job, owner, ending).finally(() => {
      running.delete(work)
      loop.wake()
    })
    running.set(work, ending)
  }

  async function run(job: ImportJobRow, owner: string, ending: AbortController): Promise<void> {
    const heartbeat = createLoop({
      name: 'renewing the lease of an import job',
      everyMs: leaseMs / 4,
      log,
      async work() {
        // If that fails, the next batch checks the lease.
        if ((await queries.renewLease.run(db, [job.id, owner, leaseMs])) === 0) ending.abort()
      },
    })
    heartbeat.start(leaseMs / 4)
    let attempts = job.attempts
    const onBatch = () => {
      attempts = 0
    }
    try {
      const { signal } = ending
      if (job.status === 'undoing')
        await runUndo({ ...options, undoContacts }, { job, owner, signal, onBatch })
      else await runJob({ ...options, batchRows }, { job: job as ClaimedJob, owner, signal, onBatch })
    } catch (error) {
      await settle(job, owner, error, attempts, ending.signal).catch((unsettled) =>
        log.warn(
          { err: unsettled, importId: job.id },
          `the lease of an import job could not be released; it expires in ${leaseMs} ms`,
        ),
      )
    } finally {
      await heartbeat.stop()
    }
  }

  async function settle(
    { id, status }: ImportJobRow,
    owner: string,
    error: unknown,
    attempts: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (error instanceof JobFailed) {
      await endImport(db, [id, ['running'], 'failed', error.error, clock.now(), owner])
      return
    }
    if (error instanceof JobLost || signal.aborted) {
      if (loop.signal.aborted) await queries.releaseLease(db, [id, owner, 0, true])
      return
    }
    // An outage, such as a full disk, is not the fault of the job: it continues when the outage is over.
    const isOutage = whyUnavailable(error)?.isLasting ?? false
    // An undo has no end but its own: what it has begun, it finishes.
    if (attempts >= MAX_ATTEMPTS && !isOutage && status !== 'undoing') {
      log.error({ err: error, importId: id }, `an import job failed ${attempts} times; giving up`)
      const internal = { code: 'internal_error', params: {}, message: 'an error of the service itself' }
      await endImport(db, [id, ['running'], 'failed', internal, clock.now(), owner])
      return
    }
    log.warn({ err: error, importId: id }, `an import job failed; retrying in ${retryPauseMs} ms`)
    await queries.releaseLease(db, [id, owner, retryPauseMs, isOutage])
    loop.wakeAfter(retryPauseMs + 1)
  }

  async function clean(): Promise<void> {
    const now = clock.now()
    const error = {
      code: NOT_STARTED,
      params: {},
      message: 'the import was not started within a day, and its file was removed',
    }
    for (const { id } of await queries.findForgottenJobs(db, [new Date(now.getTime() - UPLOAD_KEPT_MS)])) {
      await endImport(db, [id, ['uploaded'], 'failed', error, now, null])
    }
    await queries.deleteOldJobs(db, [new Date(now.getTime() - JOB_KEPT_MS)])
  }

  return {
    wake: () => loop.wake(),
    start() {
      loop.start()
      cleaning.start()
    },
    async stop() {
      await Promise.all([loop.stop(), cleaning.stop()])
      for (const ending of running.values()) ending.abort()
      await Promise.all(running.keys())
    },
  }
}
