// Times that callers give: wall-clock times in the service's time zone or, in bodies, with an offset of their own.
import { Type } from 'typebox'
import { InvalidInput } from '../../kernel/errors.ts'
import type { Timestamps } from '../../kernel/timestamps.ts'
import { rule } from './field-rule.ts'
import { orNull } from './route-schema.ts'

const TIME_FORM = 'a time as YYYY-MM-DD HH:MM:SS'

// Only days that exist: the 31st of long months, 29 February in leap years.
const DAYS =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))'
const TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]'

interface Years {
  all: string
  leap: string
}
const EVERY_YEAR: Years = {
  all: '[0-9]{4}',
  leap: '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)',
}
/** From 1971 to 2999: there are no calls outside this range, and calendar rules get unreliable. */
const CHARTED_YEARS: Years = {
  all: '(?:197[1-9]|19[89][0-9]|2[0-9]{3})',
  leap: '(?:19(?:7[26]|8[048]|9[26])|2[0-9](?:0[48]|[2468][048]|[13579][26])|2[048]00)',
}

function dateOf({ all, leap }: Years): string {
  return `(?:${all}-${DAYS}|${leap}-02-29)`
}

function wallClock(years: Years): string {
  return `^${dateOf(years)} ${TIME}$`
}

const CHARTED_FORM = `${TIME_FORM}, after 1970 and before 3000`
/** The offset from UTC as RFC 3339 writes it. */
const OFFSET = '(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])'
const INSTANT_FORM = `${TIME_FORM} or as YYYY-MM-DDTHH:MM:SSZ (or with an offset, such as +08:00), after 1970 and before 3000`

interface TimeRange {
  /** The first moment of the range. */
  from: Date | undefined
  /** The first moment after the range. */
  to: Date | undefined
}

/** What the query calls the bounds. */
interface RangeNames {
  from: string
  to: string
}

const FROM_AND_TO: RangeNames = { from: 'from', to: 'to' }

export function timeBound(description: string, { isCharted = false, names = FROM_AND_TO } = {}) {
  const form = isCharted ? CHARTED_FORM : TIME_FORM
  return Type.Optional(
    Type.String({
      pattern: wallClock(isCharted ? CHARTED_YEARS : EVERY_YEAR),
      'x-rules': { pattern: rule('not_a_time', `must be ${form}`) },
      description: `${description}, in the time zone of the service. \`${names.to}\` must be later than \`${names.from}\`.`,
      examples: ['2026-03-02 09:00:00'],
    }),
  )
}

/** A field of a body. */
export function dateText(description: string) {
  return Type.String({
    pattern: `^${dateOf(CHARTED_YEARS)}$`,
    'x-rules': {
      pattern: rule('not_a_date', 'must be a date as YYYY-MM-DD, after 1970 and before 3000'),
    },
    description,
    examples: ['2027-01-01'],
  })
}

/** A field of a body. */
export function timeOrNull(description: string) {
  return orNull(timeText(description))
}

/** A field of a body that is a time and not null. */
export function timeText(description: string) {
  return Type.String({
    pattern: `^${dateOf(CHARTED_YEARS)}(?: ${TIME}|T${TIME}(?:\\.[0-9]{1,9})?${OFFSET})$`,
    'x-rules': { pattern: rule('not_a_time', `must be ${INSTANT_FORM}`) },
    description: `${description} May also be an instant with an offset, such as 2026-03-02T09:00:00Z.`,
    examples: ['2026-03-02 09:00:00', '2026-03-02T09:00:00+01:00'],
  })
}

export function readTimeRange(
  query: { from?: string | undefined; to?: string | undefined },
  timestamps: Timestamps,
  names = FROM_AND_TO,
): TimeRange {
  // If the wall clock shows a time twice, the widest range is used.
  const range = {
    from: readTime(names.from, query.from, 'first', timestamps),
    to: readTime(names.to, query.to, 'last', timestamps),
  }
  if (range.from && range.to && range.from >= range.to)
    throw new InvalidInput({
      fault: 'not_later',
      field: names.to,
      params: { other: names.from },
    })
  return range
}

/** `which`: if the wall clock shows the time twice. */
export function readTime<Missing extends undefined | null>(
  name: string,
  text: string | Missing,
  which: 'first' | 'last',
  timestamps: Timestamps,
): Date | Missing {
  if (text === undefined || text === null) return text
  const time = timestamps.parse(text, which)
  if (!time) throw new InvalidInput(`${name} must be ${TIME_FORM}`, { fault: 'not_a_time', field: name })
  return time
}
