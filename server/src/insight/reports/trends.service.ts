// One figure, its change against the period before, and its course.
import { requirePhone } from '../../lists/contacts/contacts.service.ts'
import { findDataSource } from '../../lists/data-sources/data-sources.service.ts'
import { findList } from '../../lists/do-not-call/do-not-call.service.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { PhoneNumberReader } from '../../platform/kernel/phone/phone-number.ts'
import type { Database } from '../../platform/storage/database.ts'
import { SUM_BUCKET_MS } from '../../platform/storage/sum-bucket.ts'
import type { StepRow } from './trends.queries.ts'
import * as queries from './trends.queries.ts'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

const periods = {
  day: { steps: 24, stepSeconds: HOUR_SECONDS },
  week: { steps: 7, stepSeconds: DAY_SECONDS },
  month: { steps: 30, stepSeconds: DAY_SECONDS },
} as const

export type TrendPeriod = keyof typeof periods
export const TREND_PERIODS = Object.keys(periods) as TrendPeriod[]

export interface Trend {
  from: Date
  to: Date
  total: number
  previousTotal: number
  steps: { time: Date; count: number }[]
}

export type Trends = ReturnType<typeof createTrends>

interface TrendsDependencies {
  db: Database
  clock: Clock
  readPhoneNumber: PhoneNumberReader
}

type CountSteps = typeof queries.countAnswered

export function createTrends({ db, clock, readPhoneNumber }: TrendsDependencies) {
  async function read(count: CountSteps, period: TrendPeriod, of: string | null): Promise<Trend> {
    const { steps, stepSeconds } = periods[period]
    const stepMs = stepSeconds * 1000
    const to = Math.ceil((clock.now().getTime() + 1) / SUM_BUCKET_MS) * SUM_BUCKET_MS
    const from = to - steps * stepMs
    const rows = await count(db, [new Date(from - steps * stepMs), new Date(to), stepSeconds, of])
    const counts = new Map(rows.map((row) => [row.step, row.count]))
    return {
      from: new Date(from),
      to: new Date(to),
      total: sum(rows.filter(({ step }) => step >= steps)),
      previousTotal: sum(rows.filter(({ step }) => step < steps)),
      steps: Array.from({ length: steps }, (_, index) => ({
        time: new Date(from + index * stepMs),
        count: counts.get(steps + index) ?? 0,
      })),
    }
  }

  return {
    /** Calls that somebody answered, without machines. */
    async answered(period: TrendPeriod, dataSourceId: string | undefined): Promise<Trend> {
      if (dataSourceId === undefined) return read(queries.countAnswered, period, null)
      const { id } = await findDataSource(db, dataSourceId)
      return read(queries.countAnsweredOfDataSource, period, id)
    },

    /** Contacts that imports added. */
    async imported(period: TrendPeriod, dataSourceId: string | undefined): Promise<Trend> {
      if (dataSourceId === undefined) return read(queries.countImported, period, null)
      const { id } = await findDataSource(db, dataSourceId)
      return read(queries.countImportedIntoDataSource, period, id)
    },

    /** Numbers that were added to do-not-call lists. */
    async forbidden(period: TrendPeriod, listId: string | undefined): Promise<Trend> {
      if (listId === undefined) return read(queries.countForbidden, period, null)
      const { id } = await findList(db, listId)
      return read(queries.countForbiddenByList, period, id)
    },

    /** Attempts to call a number, by all tasks. */
    async attempts(period: TrendPeriod, phoneNumber: string): Promise<Trend> {
      const { key } = requirePhone(readPhoneNumber, phoneNumber)
      return read(queries.countAttemptsOfNumber, period, key)
    },
  }
}

const sum = (rows: StepRow[]) => rows.reduce((total, { count }) => total + count, 0)
