// Metrics of the whole service for Prometheus. They are read from the database and are for all nodes together: every node reports
// the same values, so aggregate them over nodes with max, not sum. While the database is unavailable they are left out, so
// that old values are not mistaken for current ones; only carillon_ready says so.
import { Counter, Gauge, type Registry } from 'prom-client'
import { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { BackupState } from '../overview/backup-state.ts'
import { type CallSums, type DialerFigures, readDialerFigures } from './dialer-metrics.queries.ts'

interface ServiceFigures extends DialerFigures {
  recordings: WaitingRecordings
  backup: BackupState | undefined
}

interface WaitingRecordings {
  count: number
  /** When the oldest of them began. */
  since: Date | null
}

type ReadFigures = () => Promise<ServiceFigures | undefined>

const CACHE_MS = 1000
/** A scrape does not wait long, even if the database does not answer. */
const READ_LIMIT_MS = 2000

interface DialerMetricsOptions {
  read: ReadFigures
  clock: Clock
  /** Whether /readyz says that the service is ready. */
  isReady(): Promise<boolean>
}

export function addDialerMetrics(registry: Registry, { read, clock, isReady }: DialerMetricsOptions): void {
  const registers = [registry]
  const secondsSince = (time: Date) => Math.max(0, clock.now().getTime() - time.getTime()) / 1000
  /** Without a value the metric is left out. */
  function gauge(
    name: string,
    help: string,
    value: (figures: ServiceFigures) => number | null | undefined,
  ): void {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const figures = await read()
        const now = figures && value(figures)
        if (now === undefined || now === null) this.remove()
        else this.set(now)
      },
    })
  }
  function labelled<Label extends string>(
    Kind: typeof Gauge | typeof Counter,
    { name, help, labelNames }: { name: string; help: string; labelNames: Label[] },
    values: (figures: ServiceFigures) => [labels: Record<Label, string>, value: number][],
  ): void {
    new Kind({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset()
        const figures = await read()
        if (figures) for (const [labels, value] of values(figures)) this.inc(labels, value)
      },
    })
  }
  new Gauge({
    name: 'carillon_ready',
    help: 'Whether this node can serve requests, as /readyz says: 1 or 0',
    registers,
    async collect() {
      this.set((await withinLimit(isReady())) ? 1 : 0)
    },
  })
  gauge('carillon_lines', 'Calls at once that the dialer may make', ({ lines }) => lines)
  gauge('carillon_lines_in_use', 'Live calls', ({ live }) => live)
  gauge(
    'carillon_calls_per_second_limit',
    'Calls that the dialer may start in a second; 0: no limit',
    ({ calls_per_second }) => calls_per_second,
  )
  gauge('carillon_dialer_nodes', 'Nodes that dial', ({ nodes }) => nodes)
  gauge(
    'carillon_dialer_nodes_with_gateway',
    'Dialing nodes whose gateway works',
    ({ nodes_with_gateway }) => nodes_with_gateway,
  )
  gauge(
    'carillon_recordings_waiting',
    'Recordings that could not be stored yet',
    ({ recordings }) => recordings.count,
  )
  gauge(
    'carillon_recordings_waiting_age_seconds',
    'How long the oldest of the recordings waits that could not be stored yet',
    ({ recordings: { since } }) => (since ? secondsSince(since) : 0),
  )
  gauge(
    'carillon_backup_age_seconds',
    'Age of the last nightly backup; absent if there is none',
    ({ backup }) => backup?.good_time && secondsSince(backup.good_time),
  )
  gauge('carillon_backup_failed', 'Whether the last nightly backup failed: 1 or 0', ({ backup }) =>
    backup?.isFailed ? 1 : 0,
  )
  gauge('carillon_database_bytes', 'Size of the database', ({ database_bytes }) => database_bytes)
  gauge(
    'carillon_database_transaction_age_seconds',
    'Age of the oldest transaction in the database, as far as the role of the service may see it',
    ({ transaction_seconds }) => transaction_seconds,
  )
  labelled(
    Gauge,
    { name: 'carillon_tasks', help: 'Tasks by status', labelNames: ['status'] },
    ({ tasks_by_status }) =>
      Object.entries(TaskStatus).map(([status, code]) => [{ status }, tasks_by_status?.[code] ?? 0]),
  )
  labelled(
    Counter,
    {
      name: 'carillon_calls_ended_total',
      help: 'Calls that have ended, by outcome',
      labelNames: ['outcome'],
    },
    ({ ended }) => outcomesOf(ended),
  )
  labelled(
    Counter,
    {
      name: 'carillon_task_calls_ended_total',
      help: 'Calls of the newest running tasks that have ended, by outcome',
      labelNames: ['task', 'outcome'],
    },
    ({ ended_by_task }) =>
      Object.entries(ended_by_task ?? {}).flatMap(([task, sums]) =>
        outcomesOf(sums).map(([{ outcome }, calls]): [{ task: string; outcome: string }, number] => [
          { task, outcome },
          calls,
        ]),
      ),
  )
  labelled(
    Counter,
    {
      name: 'carillon_task_calls_answered_total',
      help: 'Calls of the newest running tasks that were answered, whatever came of them',
      labelNames: ['task'],
    },
    ({ ended_by_task }) =>
      Object.entries(ended_by_task ?? {}).map(([task, { answered }]) => [{ task }, answered]),
  )
  labelled(
    Counter,
    {
      name: 'carillon_denials_total',
      help: 'Decisions that a contact may not be called, now or ever, by reason',
      labelNames: ['reason'],
    },
    ({ denials }) => Object.entries(denials ?? {}).map(([reason, decisions]) => [{ reason }, decisions]),
  )
}

function outcomesOf({ success, fail, noAnswer }: CallSums): [{ outcome: string }, number][] {
  return Object.entries({ success, fail, noAnswer }).map(([outcome, calls]) => [{ outcome }, calls])
}

interface FiguresSources {
  db: Database
  clock: Clock
  waitingRecordings(): Promise<WaitingRecordings>
  backupState(): Promise<BackupState | undefined>
}

export function createFiguresReader(sources: FiguresSources): ReadFigures {
  async function readAll(): Promise<ServiceFigures | undefined> {
    const [figures, recordings, backup] = await Promise.all([
      readDialerFigures.first(sources.db, [sources.clock.now()]),
      sources.waitingRecordings(),
      sources.backupState(),
    ])
    return figures && { ...figures, recordings, backup }
  }

  return withinScrape(readAll)
}

/** Reads at most once a second, and not for long; undefined if that fails. */
export function withinScrape<Value>(read: () => Promise<Value>): () => Promise<Value | undefined> {
  let latest: { atMs: number; value: Promise<Value | undefined> } | undefined
  return () => {
    const nowMs = performance.now()
    if (!latest || nowMs - latest.atMs >= CACHE_MS)
      latest = { atMs: nowMs, value: withinLimit(read().catch(() => undefined)) }
    return latest.value
  }
}

async function withinLimit<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, READ_LIMIT_MS, undefined)
  })
  try {
    return await Promise.race([answer, limit])
  } finally {
    clearTimeout(timer)
  }
}
