// Sentences of reasons, from the catalogue.
import type { Timestamps, Zone } from '../../platform/kernel/timestamps.ts'
import type { Language } from '../../platform/words/languages.ts'
import { reasonWords } from '../../platform/words/reasons.ts'
import type { ContactStateCode, TaskStateCode } from './state-codes.ts'
import type { Reason } from './task-facts.ts'

export type Told<Each> = Each & { message: string }

/** The reason with its sentence. */
export function tell<Each extends Reason<TaskStateCode | ContactStateCode>>(
  reason: Each,
  now: Date,
  zone: Zone,
): Told<Each> {
  return { ...reason, message: sentenceOf(reason, now, zone, 'en') }
}

export function sentenceOf(
  reason: Reason<TaskStateCode | ContactStateCode>,
  now: Date,
  { timestamps }: Zone,
  language: Language,
): string {
  const { until, since, nextTime, ...facts } = reason
  const time = (instant: Date | undefined) => instant && shortTime(instant, now, timestamps)
  const times = { until: time(until), since: time(since), nextTime: time(nextTime) }
  return reasonWords[language][reason.code]({ ...facts, ...times, why: reason.reason })
}

/** A time in its shortest form: without the date if it is today, without seconds if they are 00. */
function shortTime(instant: Date, now: Date, timestamps: Timestamps): string {
  const text = timestamps.format(instant).replace(/:00$/, '')
  const [today = ''] = timestamps.format(now).split(' ', 1)
  return text.startsWith(`${today} `) ? text.slice(today.length + 1) : text
}
