import { Text } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { partsMessages } from '../../parts/parts.messages.ts'
import { reportsMessages } from './reports.messages.ts'
import type { Report } from './use-report.ts'
import { whatWorked } from './what-worked.ts'

/** One sentence above the figures: which task, when, and how many calls a success took. */
export function WhatWorked({ report }: { report: Report }) {
  const t = useMessages(reportsMessages)
  const { named } = useMessages(partsMessages)
  const format = useFormat()
  const worked = whatWorked(report)
  if (!worked) return <Text size="lg">{t.nothingWorked}</Text>
  const { task, hour, attemptsPerSuccess } = worked
  const parts = [
    ...(task ? [t.workedTask(task.taskName, format.percent(task.successRate))] : []),
    ...(hour
      ? [t.workedHour(t.weekdaysLong[hour.weekday - 1] ?? '', `${String(hour.hour).padStart(2, '0')}:00`)]
      : []),
    t.workedAttempts(format.number(attemptsPerSuccess, 1)),
  ]
  return (
    <Text size="lg" fw={600} className="report-worked">
      {named(t.worked, parts.join(t.workedJoin))}
    </Text>
  )
}
