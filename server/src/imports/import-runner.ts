// Carries out the jobs that nobody works on, a few at a time. A job is taken with a lease, which is renewed while the job runs. A
// node that dies stops renewing, and another one, or the same after its restart, goes on with the job. A node that only
// seemed dead finds that its next batch no longer counts, and stops.
import { newId } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import { whyUnavailable } from '../storage/unavailable.ts'
import { NOT_STARTED } from './import-job.ts'
import * as queries from './imports.queries.ts'
import { type ClaimedJob, JobFailed, JobLost, type RunJobDependencies, runJob } from './run-job.ts'

export interface ImportTiming {
  /** Rows of one transaction. */
  batchRows: number
  /** How long a job waits for a node that no longer renews its lease. */
  leaseMs: number
  /** How often to look for jobs that were abandoned, and for what is to be removed. */
  pollMs: number
  /** How long a job waits after an error that is not its own. */
  retryPauseMs: number
}

export interface ImportRunnerOptions extends Omit<RunJobDependencies, 'batchRows'>, Partial<ImportTiming> {
  log: Log
}

export interface ImportRunner {
  /** Looks for abandoned jobs from now on, not only when it is woken. */
  start(): void
  /** There may be a job to take. */
  wake(): void
  /** Ends after the batches under way; the jobs go on elsewhere, or at the next start. */
  stop(): Promise<void>
}

const DEFAULT_TIMING: ImportTiming = { batchRows: 10_000, leaseMs: 8000, pollMs: 2000, retryPauseMs: 2000 }
const MAX_JOBS_AT_ONCE = 2
/** So often a job is taken without a single batch getting written before it counts as failed. */
const MAX_ATTEMPTS = 8
const DAY_MS = 24 * 60 * 60_000
/** A file that nobody does anything with. */
const UPLOAD_KEPT_MS = DAY_MS
/** What is known of a job that has ended, with the rows that failed. */
const JOB_KEPT_MS = 30 * DAY_MS
const CLEANING_MS = 60_000

export function createImportRunner(options: ImportRunnerOptions): ImportRunner {
  const { db, clock, log } = options
  const { batchRows, leaseMs, pollMs, retryPauseMs } = { ...DEFAULT_TIMING, ...options }
  const running = new Map<Promise<void>, AbortController>()
  let looking: Promise<void> | undefined
  let mustLookAgain = false
  let isStopped = false
  let poll: NodeJS.Timeout | undefined
  let cleanedMs = Number.NEGATIVE_INFINITY

  function wake(): void {
    if (isStopped) return
    if (looking) mustLookAgain = true
    else looking = look()
  }

  async function look(): Promise<void> {
    try {
      do {
        mustLookAgain = false
        while (running.size < MAX_JOBS_AT_ONCE && !isStopped) {
          const owner = newId()
          const job = await queries.claimJob.first(db, [owner, leaseMs])
          if (!job) break
          take(job as ClaimedJob, owner)
        }
      } while (mustLookAgain && !isStopped)
    } catch (error) {
      log.warn({ err: error }, 'looking for imports failed; retrying')
    } finally {
      looking = undefined
    }
  }

  function take(job: ClaimedJob, owner: string): void {
    const ending = new AbortController()
    const work = carryOut(job, owner, ending).finally(() => {
      running.delete(work)
      wake()
    })
    running.set(work, ending)
  }

  async function carryOut(job: ClaimedJob, owner: string, ending: AbortController): Promise<void> {
    const heartbeat = setInterval(() => {
      queries.renewLease.run(db, [job.id, owner, leaseMs]).then(
        (renewed) => renewed === 0 && ending.abort(),
        () => undefined, // the next batch will tell whether it still counts
      )
    }, leaseMs / 4)
    let attempts = job.attempts
    const onBatch = () => {
      attempts = 0
    }
    try {
      await runJob({ ...options, batchRows }, { job, owner, signal: ending.signal, onBatch })
    } catch (error) {
      await settle(job, owner, error, attempts, ending.signal).catch((unsettled) =>
        log.warn(
          { err: unsettled, importId: job.id },
          'an import cannot be given back; its lease will expire',
        ),
      )
    } finally {
      clearInterval(heartbeat)
    }
  }

  async function settle(
    { id }: ClaimedJob,
    owner: string,
    error: unknown,
    attempts: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (error instanceof JobFailed) {
      await queries.endJob(db, [id, ['running'], 'failed', error.error, clock.now(), owner])
      return
    }
    if (error instanceof JobLost || signal.aborted) {
      if (isStopped) await queries.releaseLease(db, [id, owner, 0, true])
      return
    }
    // No job is to blame for a full disk, for example; it goes on when there is room again.
    const isOutage = whyUnavailable(error)?.isLasting ?? false
    if (attempts >= MAX_ATTEMPTS && !isOutage) {
      log.error({ err: error, importId: id }, 'an import failed')
      const internal = { code: 'internal_error', params: {}, message: 'an error of the service itself' }
      await queries.endJob(db, [id, ['running'], 'failed', internal, clock.now(), owner])
      return
    }
    log.warn({ err: error, importId: id }, `an import failed; retrying in ${retryPauseMs} ms`)
    await queries.releaseLease(db, [id, owner, retryPauseMs, isOutage])
    setTimeout(wake, retryPauseMs + 1).unref()
  }

  async function clean(): Promise<void> {
    if (clock.elapsedMs() - cleanedMs < CLEANING_MS) return
    cleanedMs = clock.elapsedMs()
    const now = clock.now()
    const error = {
      code: NOT_STARTED,
      params: {},
      message: 'the import was not started within a day, and its file was removed',
    }
    for (const { id } of await queries.findForgottenJobs(db, [new Date(now.getTime() - UPLOAD_KEPT_MS)])) {
      await queries.endJob(db, [id, ['uploaded'], 'failed', error, now, null])
    }
    await queries.deleteOldJobs(db, [new Date(now.getTime() - JOB_KEPT_MS)])
  }

  return {
    wake,
    start() {
      wake()
      poll ??= setInterval(() => {
        wake()
        clean().catch((error) => log.warn({ err: error }, 'removing old imports failed; retrying'))
      }, pollMs)
    },
    async stop() {
      isStopped = true
      clearInterval(poll)
      await looking
      for (const ending of running.values()) ending.abort()
      await Promise.all(running.keys())
    },
  }
}
