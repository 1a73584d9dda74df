// What came of the calls of some tasks, or of all, in a period: when people were reached, why calls failed, how many attempts
// a success took, how long the talks were.

import { answeredOf, type EndingCounts, endingOfCause } from '../../conversations/flows/call-ending.ts'
import { type AgentFigures, readFigures } from '../../conversations/transcripts/conversations.service.ts'
import {
  type LineCostRow,
  readLineCostsOfAll,
  readLineCostsOfTasks,
} from '../../dialing/calls/calls.queries.ts'
import { SUMMED_CAUSES, TALK_BOUNDS_SECONDS } from '../../dialing/dialer/settle/call-sums.queries.ts'
import { CallOutcome, outcomeOfCause } from '../../platform/kernel/call-causes.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { InvalidInput, NotFound } from '../../platform/kernel/errors.ts'
import { isId } from '../../platform/kernel/ids.ts'
import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import type { Database } from '../../platform/storage/database.ts'
import { SUM_BUCKET_MS } from '../../platform/storage/sum-bucket.ts'
import type { CallCause, CallEnding } from '../../platform/words/calls.ts'
import type { HourRow, SumsRow } from './reports.queries.ts'
import * as queries from './reports.queries.ts'

export interface ReportRequest {
  /** None: all tasks. */
  taskIds: string[]
  from: Date | undefined
  to: Date | undefined
}

export interface ReportTotals {
  calls: number
  answered: number
  successes: number
  failures: number
  noAnswers: number
  contactRate: number
  successRate: number
  talkSeconds: number
  averageTalkSeconds: number
  endings: EndingCounts
  /** Null if there was no success. */
  attemptsPerSuccess: number | null
}

export interface Report {
  /** The period begins and ends at full quarters of an hour. */
  from: Date
  to: Date
  totals: ReportTotals
  heatMap: { weekday: number; hour: number; calls: number; answered: number; successes: number }[]
  causes: { outcome: CallOutcome; ending: CallEnding; cause: CallCause; calls: number }[]
  attempts: { attempt: number; calls: number; successes: number }[]
  talkTimes: { fromSeconds: number; toSeconds: number | null; calls: number }[]
  days: { date: string; calls: number; answered: number; successes: number }[]
  /** Null: no call had a voice agent. */
  agents: ReportedAgents | null
  /** The costs of the lines, by currency. */
  lineCosts: ReportedCost[]
  tasks: ({
    id: string
    taskName: string
    agents: ReportedAgents | null
    lineCosts: ReportedCost[]
  } & ReportTotals)[]
}

export interface ReportedCost {
  currency: string
  amount: number
  perCall: number
  perSuccess: number | null
}

export interface ReportedAgents extends Omit<AgentFigures, 'costs'> {
  costs: ReportedCost[]
}

export interface Reports {
  read(request: ReportRequest): Promise<Report>
}

export const MAX_REPORT_TASKS = 20
/** Max number of tasks that a report over all tasks lists. */
const MAX_LISTED_TASKS = 100
const DEFAULT_DAYS = 30

export function createReports({ db, clock }: { db: Database; clock: Clock }): Reports {
  return {
    async read({ taskIds, from, to }) {
      const named = await findTasks(db, taskIds)
      const period = periodOf({ from, to }, named, clock.now())
      const ofTasks = [period.from, period.to, taskIds.length > 0 ? taskIds : null]
      const isAll = taskIds.length === 0
      const [agentsOf, lineCosts, [totals], hours, tasks] = await Promise.all([
        readFigures(db, isAll ? null : taskIds, period),
        (isAll ? readLineCostsOfAll : readLineCostsOfTasks)(db, ofTasks),
        (isAll ? queries.readTotalsOfAll : queries.readTotalsOfTasks)(db, ofTasks),
        (isAll ? queries.readHoursOfAll : queries.readHoursOfTasks)(db, ofTasks),
        (isAll ? queries.readTasksOfAll : queries.readTasksOfTasks)(db, [...ofTasks, MAX_LISTED_TASKS]),
      ])
      const sums = totals ?? NOTHING
      const found = new Map(tasks.map((task) => [task.id, task]))
      return {
        ...period,
        totals: totalsOf(sums),
        agents: withRates(agentsOf(), sums.success_count),
        lineCosts: ratesOf(sumByCurrency(lineCosts), sums.success_count),
        heatMap: heatMapOf(hours),
        causes: causesOf(sums),
        attempts: attemptsOf(sums),
        talkTimes: talkTimesOf(sums),
        days: daysOf(hours),
        tasks: (isAll ? tasks : named).map(({ id, name }) => ({
          id,
          taskName: name,
          ...totalsOf(found.get(id) ?? NOTHING),
          agents: withRates(agentsOf(id), found.get(id)?.success_count ?? 0),
          lineCosts: ratesOf(
            lineCosts.filter(({ task_id }) => task_id === id),
            found.get(id)?.success_count ?? 0,
          ),
        })),
      }
    },
  }
}

const NOTHING: SumsRow = {
  call_count: 0,
  answered_count: 0,
  success_count: 0,
  talk_ms: 0,
  causes: [],
  attempts: [],
  attempt_successes: [],
  talk_times: [],
}

const round = (amount: number) => Math.round(amount * 1_000_000) / 1_000_000

function withRates(figures: AgentFigures | null, successes: number): ReportedAgents | null {
  return figures && { ...figures, costs: ratesOf(figures.costs, successes) }
}

type Cost = Pick<LineCostRow, 'currency' | 'amount' | 'calls'>

function ratesOf(costs: Cost[], successes: number): ReportedCost[] {
  return costs.map(({ currency, amount, calls }) => ({
    currency,
    amount: round(amount),
    perCall: round(amount / calls),
    perSuccess: successes === 0 ? null : round(amount / successes),
  }))
}

function sumByCurrency(costs: LineCostRow[]): Cost[] {
  const sums = new Map<string, Cost>()
  for (const { currency, amount, calls } of costs) {
    const sum = sums.get(currency)
    sums.set(currency, { currency, amount: (sum?.amount ?? 0) + amount, calls: (sum?.calls ?? 0) + calls })
  }
  return [...sums.values()]
}

/** In the order in which they were asked for. */
async function findTasks(db: Database, ids: string[]) {
  if (ids.length > MAX_REPORT_TASKS)
    throw new InvalidInput(`taskIds must be at most ${MAX_REPORT_TASKS} ids (got ${ids.length})`, {
      fault: 'wrong_count',
      field: 'taskIds',
      params: { max: MAX_REPORT_TASKS },
    })
  if (ids.length === 0) return []
  const rows = new Map((await queries.readNamedTasks(db, [ids.filter(isId)])).map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = rows.get(id)
    if (!row) throw new NotFound('task', id)
    return row
  })
}

/** Sums are kept by the quarter of an hour: the period is widened to full ones. */
function periodOf(
  given: Pick<ReportRequest, 'from' | 'to'>,
  tasks: { start_time: Date | null }[],
  now: Date,
): { from: Date; to: Date } {
  const to = Math.ceil((given.to ?? now).getTime() / SUM_BUCKET_MS) * SUM_BUCKET_MS
  const starts = tasks.flatMap(({ start_time }) => start_time?.getTime() ?? [])
  const first = Math.min(...starts)
  const fallback = Number.isFinite(first) && first < to ? first : to - DEFAULT_DAYS * DAY_MS
  const from = Math.floor((given.from?.getTime() ?? fallback) / SUM_BUCKET_MS) * SUM_BUCKET_MS
  if (from >= to)
    throw new InvalidInput({
      fault: 'not_earlier',
      field: 'from',
      params: { other: 'to' },
    })
  return { from: new Date(from), to: new Date(to) }
}

function totalsOf(sums: SumsRow): ReportTotals {
  const callsWith = (outcome: CallOutcome) =>
    causesOf(sums).reduce((sum, each) => sum + (each.outcome === outcome ? each.calls : 0), 0)
  const endings = endingsOf(sums)
  const answered = answeredOf(endings)
  return {
    calls: sums.call_count,
    answered,
    successes: sums.success_count,
    failures: callsWith(CallOutcome.fail),
    noAnswers: callsWith(CallOutcome.noAnswer),
    contactRate: rate(answered, sums.call_count),
    successRate: rate(sums.success_count, sums.call_count),
    talkSeconds: sums.talk_ms / 1000,
    averageTalkSeconds: sums.answered_count === 0 ? 0 : Math.round(sums.talk_ms / sums.answered_count) / 1000,
    endings,
    attemptsPerSuccess:
      sums.success_count === 0 ? null : Math.round((sums.call_count / sums.success_count) * 100) / 100,
  }
}

function endingsOf(sums: SumsRow): EndingCounts {
  const counts: EndingCounts = { successful: 0, unsuccessful: 0, machine: 0, notAnswered: 0, failed: 0 }
  for (const { ending, calls } of causesOf(sums)) counts[ending] += calls
  return counts
}

/** Rounded to 4 decimals, like all rates. */
function rate(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000
}

/** Most frequent first. */
function causesOf({ causes }: SumsRow): Report['causes'] {
  return SUMMED_CAUSES.map((cause, index) => ({
    outcome: outcomeOfCause(cause),
    ending: endingOfCause(cause),
    cause,
    calls: causes[index] ?? 0,
  }))
    .filter(({ calls }) => calls > 0)
    .sort((a, b) => b.calls - a.calls)
}

/** Up to the last attempt that was made. */
function attemptsOf({ attempts, attempt_successes }: SumsRow): Report['attempts'] {
  const last = attempts.findLastIndex((calls) => calls > 0)
  return attempts
    .slice(0, last + 1)
    .map((calls, index) => ({ attempt: index + 1, calls, successes: attempt_successes[index] ?? 0 }))
}

function talkTimesOf({ talk_times }: SumsRow): Report['talkTimes'] {
  return [0, ...TALK_BOUNDS_SECONDS].map((fromSeconds, index) => ({
    fromSeconds,
    toSeconds: TALK_BOUNDS_SECONDS[index] ?? null,
    calls: talk_times[index] ?? 0,
  }))
}

type Reached = Pick<Report['days'][number], 'calls' | 'answered' | 'successes'>

function addUp<Key extends object>(hours: HourRow[], keyOf: (hour: Date) => Key): (Key & Reached)[] {
  const sums = new Map<string, Key & Reached>()
  for (const { hour, call_count, answered_count, success_count } of hours) {
    const key = keyOf(hour)
    const name = JSON.stringify(key)
    const known = sums.get(name)
    sums.set(name, {
      ...key,
      calls: (known?.calls ?? 0) + call_count,
      answered: (known?.answered ?? 0) + answered_count,
      successes: (known?.successes ?? 0) + success_count,
    })
  }
  return [...sums.values()]
}

/** Hours of the week in which calls ended, Monday first. */
function heatMapOf(hours: HourRow[]): Report['heatMap'] {
  return addUp(hours, (hour) => ({ weekday: hour.getUTCDay() || 7, hour: hour.getUTCHours() })).sort(
    (a, b) => a.weekday - b.weekday || a.hour - b.hour,
  )
}

/** Days on which calls ended, oldest first. */
function daysOf(hours: HourRow[]): Report['days'] {
  return addUp(hours, (hour) => ({ date: hour.toISOString().slice(0, 10) }))
}
