// What a report is asked for is in the address, so that it can be linked: tasks, days, and what it is compared with.
import type { AnswerOf } from '@carillon/client'
import { wallMilliseconds } from '../../language/format.ts'
import { useAddress } from '../../parts/use-address.ts'
import { useApiQuery } from '../../session/api-hooks.ts'
import { useSystem } from '../../session/use-system.ts'

export type Report = AnswerOf<'get', '/api/report'>

const DAY_MS = 86_400_000
const DAY = /^\d{4}-\d{2}-\d{2}$/
export const DEFAULT_DAYS = 7
export const PERIOD_BEFORE = 'before'

interface ReportQuery {
  taskIds?: string
  from?: string
  to?: string
}

export function useReport() {
  const address = useAddress()
  const today = useSystem()?.time.split(' ')[0]
  const taskIds = (address.get('taskIds') ?? '').split(',').filter((id) => id !== '')
  const compare = address.get('compare')
  const [givenFrom, givenTo] = [dayOf(address.get('from')), dayOf(address.get('to'))]
  const isGiven = givenFrom !== undefined || givenTo !== undefined
  // The report of a task begins when the task was published.
  const isWhole = taskIds.length > 0 && !isGiven
  const to = givenTo ?? today
  const from = givenFrom ?? (to && shiftDay(to, 1 - DEFAULT_DAYS))
  const query: ReportQuery = {
    ...(taskIds.length > 0 && { taskIds: taskIds.join(',') }),
    ...(!isWhole && from !== undefined && to !== undefined && period(from, to)),
  }
  const report = useApiQuery(
    '/api/report',
    { params: { query } },
    { isEnabled: today !== undefined, keepsPrevious: true, refetchEveryMs: 30_000 },
  )
  // Without a choice it is the period before, for the leading figure alone.
  const other = useApiQuery(
    '/api/report',
    { params: { query: comparedWith(compare ?? PERIOD_BEFORE, query, report.data) } },
    { isEnabled: report.data !== undefined, keepsPrevious: true },
  )
  return {
    address,
    today,
    taskIds,
    compare,
    query,
    days: isWhole || from === undefined || to === undefined ? undefined : { from, to },
    report,
    other: compare === undefined ? undefined : other.data,
    previous: other.data,
  }
}

function comparedWith(compare: string, query: ReportQuery, report: Report | undefined): ReportQuery {
  if (!report) return query
  const { from, to } = report
  if (compare !== PERIOD_BEFORE) return { from, to, taskIds: compare }
  const length = wallMilliseconds(to) - wallMilliseconds(from)
  const { taskIds } = query
  return {
    ...(taskIds !== undefined && { taskIds }),
    from: timestamp(wallMilliseconds(from) - length),
    to: from,
  }
}

/** Whole days, the last one included. */
function period(from: string, to: string): { from: string; to: string } {
  return { from: `${from} 00:00:00`, to: `${shiftDay(to < from ? from : to, 1)} 00:00:00` }
}

export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

function timestamp(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 19).replace('T', ' ')
}

function dayOf(text: string | undefined): string | undefined {
  return text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
    ? text
    : undefined
}
