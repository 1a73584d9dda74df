// Dates and times as they are typed: in the format in which the page shows them, in its language, or as 2026-03-02 09:30. Their values
// are local, without a zone: `2026-03-02` and `2026-03-02T09:30`.
import { type Language, locales } from '../../language/messages.ts'

export type TimeKind = 'date' | 'dateTime'

const TIME = String.raw`(?:[ ,T]+(\d{1,2})[:.：](\d{2})(?::(\d{2}))?)?`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.年] ?(\d{1,2})[-/.月] ?(\d{1,2})日?${TIME}$`)
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})\.? ([a-z]{3,9})\.? (\d{4})${TIME}$`, 'i')
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Undefined if it is no date. A date without a time is midnight. */
export function readTime(text: string, kind: TimeKind): string | undefined {
  const typed = text.trim().replace(/\s+/g, ' ')
  const yearFirst = YEAR_FIRST.exec(typed)
  if (yearFirst) return localValue(yearFirst.slice(1), kind)
  const [, day, name = '', year, ...time] = DAY_FIRST.exec(typed) ?? []
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
  return month === 0 ? undefined : localValue([year, String(month), day, ...time], kind)
}

function localValue(parts: (string | undefined)[], kind: TimeKind): string | undefined {
  const [year = '', month = '', day = '', hours = '0', minutes = '0', seconds = '0'] = parts
  const two = (part: string) => part.padStart(2, '0')
  const date = `${year}-${two(month)}-${two(day)}`
  const time = `${two(hours)}:${two(minutes)}${Number(seconds) === 0 ? '' : `:${two(seconds)}`}`
  const parsed = new Date(`${date}T${time}Z`)
  // 31 February would become a day in March.
  if (Number.isNaN(parsed.getTime()) || !parsed.toISOString().startsWith(date)) return undefined
  return kind === 'date' ? date : `${date}T${time}`
}

/** Made once: the formatters of Intl are slow to make. */
const made = new Map<string, Intl.DateTimeFormat>()

function formatOf(language: Language, kind: TimeKind, hasSeconds: boolean): Intl.DateTimeFormat {
  const key = `${language} ${kind} ${hasSeconds}`
  const format =
    made.get(key) ??
    new Intl.DateTimeFormat(locales[language], {
      timeZone: 'UTC',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      ...(kind === 'dateTime' && { hour: '2-digit', minute: '2-digit' }),
      ...(hasSeconds && { second: '2-digit' }),
    })
  made.set(key, format)
  return format
}

/** A value as the page shows dates and times; what is no value stays as it is. */
export function showTime(value: string, kind: TimeKind, language: Language): string {
  const read = readTime(value, kind)
  if (read === undefined) return value
  const hasSeconds = read.length > 'YYYY-MM-DDTHH:MM'.length
  const format = formatOf(language, kind, hasSeconds)
  return format.format(new Date(kind === 'date' ? `${read}T00:00Z` : `${read}Z`))
}
