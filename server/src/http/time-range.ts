// From when to when, as a query says it: wall-clock times in the time zone of the service.
import { Type } from 'typebox'
import { InvalidInput } from '../kernel/errors.ts'
import type { Timestamps } from '../kernel/timestamps.ts'

const TIME_FORM = 'a time as YYYY-MM-DD HH:MM:SS'

export interface TimeRange {
  /** Included. */
  from: Date | undefined
  /** Excluded. */
  to: Date | undefined
}

export function timeBound(description: string) {
  return Type.Optional(
    Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$',
      'x-form': TIME_FORM,
      description: `${description}, in the time zone of the service.`,
      examples: ['2026-03-02 09:00:00'],
    }),
  )
}

export function readTimeRange(
  query: { from?: string | undefined; to?: string | undefined },
  timestamps: Timestamps,
): TimeRange {
  // Of a time that the wall clock shows twice, so much as can be meant.
  const range = {
    from: readTime('from', query.from, 'first', timestamps),
    to: readTime('to', query.to, 'last', timestamps),
  }
  if (range.from && range.to && range.from >= range.to) throw new InvalidInput('to must be later than from')
  return range
}

function readTime(
  name: string,
  text: string | undefined,
  which: 'first' | 'last',
  timestamps: Timestamps,
): Date | undefined {
  if (text === undefined) return undefined
  const time = timestamps.parse(text, which)
  if (!time) throw new InvalidInput(`${name} must be ${TIME_FORM}`)
  return time
}
