// Parts of sentences.
import type { Timestamps } from '../kernel/timestamps.ts'

/** `1 call`, `3 calls`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** A time in its shortest form: without the date if it is today, without seconds if they are 00. */
export function shortTime(instant: Date, now: Date, timestamps: Timestamps): string {
  const text = timestamps.format(instant).replace(/:00$/, '')
  const [today = ''] = timestamps.format(now).split(' ', 1)
  return text.startsWith(`${today} `) ? text.slice(today.length + 1) : text
}
