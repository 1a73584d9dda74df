// Formats numbers, times and durations. The API's timestamps are wall-clock times in the service's time zone, so they are
// shown without conversion, and charts treat them as if they were UTC.
import type { Language } from './messages.ts'
import { locales } from './messages.ts'

export interface Format {
  number(value: number, fractionDigits?: number): string
  percent(fraction: number): string
  /** Small amounts have as many digits as they need. */
  money(amount: number, currency: string): string
  /** An API timestamp with its date. */
  dateTime(timestamp: string | null | undefined): string
  /** An API timestamp, without the date if it is today. */
  shortTime(timestamp: string | null | undefined): string
  /** Hours and minutes of a wall-clock time in milliseconds, optionally with seconds. */
  clock(wallMs: number, withSeconds?: boolean): string
  date(wallMs: number): string
  /** A date with its year. */
  dateOfYear(wallMs: number): string
  /** Seconds as `3 min 20 s`. */
  duration(seconds: number): string
  /** `5 minutes`. */
  amount(value: number, unit: 'second' | 'minute' | 'hour' | 'day'): string
}

const NO_VALUE = '–'

/** An API timestamp as a number for calculations. */
export function wallMilliseconds(timestamp: string): number {
  return Date.parse(`${timestamp.replace(' ', 'T')}Z`)
}

export function createFormat(language: Language, timeZone: string): Format {
  const locale = locales[language]
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const percentages = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const wallDateTime = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    hourCycle: 'h23',
    ...{
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    },
  })
  const hoursAndMinutes = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    hourCycle: 'h23',
    ...{ hour: '2-digit', minute: '2-digit' },
  })
  const withSeconds = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    hourCycle: 'h23',
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
  const dates = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', day: 'numeric' })
  const datesOfYear = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' })
  const isoDate = new Intl.DateTimeFormat('sv-SE', { timeZone })
  const units = {
    en: { hour: 'h', minute: 'min', second: 's' },
    zh: { hour: '小时', minute: '分', second: '秒' },
  }[language]

  function dateTime(timestamp: string | null | undefined): string {
    if (!timestamp) return NO_VALUE
    return wallDateTime.format(wallMilliseconds(timestamp))
  }

  return {
    number: (value, fractionDigits = 0) =>
      fractionDigits === 0
        ? whole.format(value)
        : new Intl.NumberFormat(locale, { maximumFractionDigits: fractionDigits }).format(value),
    percent: (fraction) => percentages.format(fraction),
    money: (amount, currency) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 4 }).format(amount),
    dateTime,
    shortTime(timestamp) {
      if (!timestamp) return NO_VALUE
      const [date, time = ''] = timestamp.split(' ')
      return date === isoDate.format(Date.now()) ? time : dateTime(timestamp)
    },
    clock: (wallMs, isExact = false) => (isExact ? withSeconds : hoursAndMinutes).format(wallMs),
    date: (wallMs) => dates.format(wallMs),
    dateOfYear: (wallMs) => datesOfYear.format(wallMs),
    amount: (value, unit) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value),
    duration(seconds) {
      const total = Math.round(seconds * 10) / 10
      if (total < 60) return `${total} ${units.second}`
      const hours = Math.floor(total / 3600)
      const minutes = Math.floor((total % 3600) / 60)
      const rest = Math.floor(total % 60)
      const parts =
        hours > 0
          ? [`${whole.format(hours)} ${units.hour}`, `${minutes} ${units.minute}`]
          : [`${minutes} ${units.minute}`, `${rest} ${units.second}`]
      return parts.join(' ')
    },
  }
}
