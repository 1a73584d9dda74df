import type { AnswerOf } from '@carillon/client'
import { wallMilliseconds } from '../../language/format.ts'
import { shiftDay } from '../../parts/forms/days.ts'
import { useApiQuery } from '../../session/api-hooks.ts'

export type History = AnswerOf<'get', '/api/history'>
export type LineHistory = AnswerOf<'get', '/api/history/lines'>

const HOUR_MS = 3_600_000

/** Calls of the last hours. The start is rounded to the minute, so that the cache key changes only once per minute. */
export function useHistory(hours: number, now: string | undefined): History | undefined {
  const from = now === undefined ? '' : startOf(hours, now)
  return useApiQuery(
    '/api/history',
    { params: { query: { from } } },
    { isEnabled: from !== '', keepsPrevious: true, refetchEveryMs: 15_000 },
  ).data
}

/** As far back as yesterday, calls are counted by the quarter of an hour. */
const QUARTER_SECONDS = 900

/** Calls of yesterday and today. */
export function useTwoDays(now: string): History | undefined {
  const [day = ''] = now.split(' ')
  return useApiQuery(
    '/api/history',
    { params: { query: { from: `${shiftDay(day, -1)} 00:00:00`, step: QUARTER_SECONDS } } },
    { keepsPrevious: true, refetchEveryMs: 60_000 },
  ).data
}

/** Lines in use in the last hours. */
export function useLineHistory(hours: number, now: string | undefined): LineHistory | undefined {
  const from = now === undefined ? '' : startOf(hours, now)
  return useApiQuery(
    '/api/history/lines',
    { params: { query: { from } } },
    { isEnabled: from !== '', keepsPrevious: true, refetchEveryMs: 15_000 },
  ).data
}

function startOf(hours: number, now: string): string {
  const start = new Date(wallMilliseconds(now) - hours * HOUR_MS).toISOString()
  return `${start.slice(0, 16).replace('T', ' ')}:00`
}
