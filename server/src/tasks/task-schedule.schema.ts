// The start and the end of a task as callers give them.
import { readTime } from '../http/time-range.ts'
import type { Timestamps } from '../kernel/timestamps.ts'

type GivenTime = string | null | undefined

/** If the wall clock shows a time twice, the schedule is as long as possible. */
export function createScheduleReader(timestamps: Timestamps) {
  return {
    start: (text: GivenTime) => readTime('scheduledStartTime', text, 'first', timestamps),
    end: (text: GivenTime) => readTime('scheduledEndTime', text, 'last', timestamps),
  }
}
