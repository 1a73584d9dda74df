// Metrics of the dialer for Prometheus. They are read from the database and are for all nodes together: every node reports
// the same values, so aggregate them over nodes with max, not sum. While the database is unavailable they are left out, so
// that old values are not mistaken for current ones.
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../storage/database.ts'
import { TaskStatus } from '../tasks/task-state.ts'
import { type DialerFigures, readDialerFigures } from './dialer-metrics.queries.ts'

type ReadFigures = () => Promise<DialerFigures | undefined>

const CACHE_MS = 1000
/** A scrape does not wait long, even if the database does not answer. */
const READ_LIMIT_MS = 2000

export function addDialerMetrics(registry: Registry, read: ReadFigures): void {
  const registers = [registry]
  function gauge(name: string, help: string, value: (figures: DialerFigures) => number): void {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const figures = await read()
        if (figures) this.set(value(figures))
        else this.remove()
      },
    })
  }
  gauge('carillon_lines', 'Calls at once that the dialer may make', ({ lines }) => lines)
  gauge('carillon_lines_in_use', 'Live calls', ({ live }) => live)
  gauge('carillon_dialer_nodes', 'Nodes that dial', ({ nodes }) => nodes)
  gauge(
    'carillon_dialer_nodes_with_gateway',
    'Dialing nodes whose gateway works',
    ({ nodes_with_gateway }) => nodes_with_gateway,
  )
  new Gauge({
    name: 'carillon_tasks',
    help: 'Tasks by status',
    labelNames: ['status'],
    registers,
    async collect() {
      this.reset()
      const figures = await read()
      if (!figures) return
      for (const [status, code] of Object.entries(TaskStatus))
        this.set({ status }, figures.tasks_by_status?.[code] ?? 0)
    },
  })
  new Counter({
    name: 'carillon_calls_ended_total',
    help: 'Calls that have ended, by outcome',
    labelNames: ['outcome'],
    registers,
    async collect() {
      this.reset()
      const figures = await read()
      if (!figures) return
      this.inc({ outcome: 'success' }, figures.success_count)
      this.inc({ outcome: 'fail' }, figures.fail_count)
      this.inc({ outcome: 'noAnswer' }, figures.no_answer_count)
    },
  })
  new Counter({
    name: 'carillon_denials_total',
    help: 'Decisions that a contact may not be called, now or ever, by reason',
    labelNames: ['reason'],
    registers,
    async collect() {
      this.reset()
      const denials = (await read())?.denials ?? {}
      for (const [reason, decisions] of Object.entries(denials)) this.inc({ reason }, decisions)
    },
  })
}

/** Queries the database at most once a second. */
export function createFiguresReader({ db, clock }: { db: Database; clock: Clock }): ReadFigures {
  let latest: { atMs: number; figures: Promise<DialerFigures | undefined> } | undefined
  return () => {
    const nowMs = performance.now()
    if (!latest || nowMs - latest.atMs >= CACHE_MS) {
      const reading = readDialerFigures.first(db, [clock.now()]).catch(() => undefined)
      latest = { atMs: nowMs, figures: withinLimit(reading) }
    }
    return latest.figures
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
