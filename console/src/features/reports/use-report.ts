// What a report is asked for is in the address, so that it can be linked: tasks, days, and what it is compared with.
import type { AnswerOf } from '@carillon/client'
import { wallMilliseconds } from '../../language/format.ts'
import { dayOf, periodOf, shiftDay } from '../../parts/forms/days.ts'
import { useAddress } from '../../parts/use-address.ts'
import { useApiQuery } from '../../session/api-hooks.ts'
import { useSystem } from '../../session/use-system.ts'

export type Report = AnswerOf<'get', '/api/report'>

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
    ...(!isWhole && from !== undefined && to !== undefined && periodOf({ from, to })),
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

function timestamp(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 19).replace('T', ' ')
}
