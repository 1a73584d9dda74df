// The report of a day, in words: people reached, calls, what worked, and each task.
import type { Language } from '../../platform/words/languages.ts'
import { notificationWords } from '../../platform/words/notifications.ts'
import type { Report } from '../reports/reports.service.ts'

export interface MessageText {
  subject: string
  text: string
}

/** With fewer calls a rate says little. */
const MIN_CALLS = 20
const LOCALES: Record<Language, string> = { en: 'en-GB', zh: 'zh-CN' }

export function reportText(
  { totals, heatMap, tasks }: Pick<Report, 'totals' | 'heatMap' | 'tasks'>,
  { day, language }: { day: string; language: Language },
): MessageText {
  const t = notificationWords[language].report
  if (totals.calls === 0) return { subject: t.subjectNone(day), text: t.none(day) }
  const number = new Intl.NumberFormat(LOCALES[language])
  const percent = new Intl.NumberFormat(LOCALES[language], { style: 'percent', maximumFractionDigits: 1 })
  const reached = number.format(totals.answered)
  const successes = number.format(totals.successes)
  const best = heatMap
    .filter((hour) => hour.calls >= MIN_CALLS && hour.successes > 0)
    .toSorted((a, b) => b.successes / b.calls - a.successes / a.calls || a.hour - b.hour)[0]
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  const lines = [
    t.reached(reached),
    t.calls(number.format(totals.calls)),
    t.successes(successes, percent.format(totals.successes / totals.calls)),
    ...(best
      ? [t.bestHour(clock(best.hour), clock(best.hour + 1), percent.format(best.successes / best.calls))]
      : []),
    '',
    t.tasks,
    ...tasks.map(
      (task) =>
        `- ${t.task(task.taskName, number.format(task.calls), number.format(task.answered), number.format(task.successes))}`,
    ),
  ]
  return { subject: t.subject(day, reached, successes), text: lines.join('\n') }
}
