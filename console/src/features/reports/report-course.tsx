import { wallMilliseconds } from '../../language/format.ts'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { LiveChart } from '../../parts/charts/live-chart.tsx'
import { endingTones, useEndingWords } from '../../parts/figures/call-endings.ts'
import { reportsMessages } from './reports.messages.ts'
import type { Report } from './use-report.ts'

const HEIGHT = 200
const HOUR_SECONDS = 3600

/** What came of the calls of each day, or of each hour if there is only one day. */
export function ReportCourse({ report }: { report: Report }) {
  const t = useMessages(reportsMessages)
  const words = useEndingWords()
  const format = useFormat()
  const { totals } = report
  const { stepSeconds, parts } = courseOf(report)
  const series = [
    { label: words.successful, tone: endingTones.successful, countOf: (part: Counted) => part.successes },
    {
      label: words.unsuccessful,
      tone: endingTones.unsuccessful,
      countOf: (part: Counted) => part.answered - part.successes,
    },
    {
      label: t.notReached,
      tone: endingTones.notAnswered,
      isFaint: true,
      countOf: (part: Counted) => part.calls - part.answered,
    },
  ]
  return (
    <LiveChart
      label={t.courseLabel(format.number(totals.calls), format.number(totals.answered))}
      height={HEIGHT}
      isStacked
      isComplete
      isWhole
      stepSeconds={stepSeconds}
      times={parts.map(({ time }) => wallMilliseconds(time))}
      series={series.map(({ label, tone, isFaint = false, countOf }) => ({
        label,
        tone,
        isFaint,
        total: format.number(countOf(totals)),
        values: parts.map(countOf),
      }))}
    />
  )
}

interface Counted {
  calls: number
  answered: number
  successes: number
}

/** Calls by their day; those of a single day by their hour. */
export function courseOf({ days, heatMap }: Pick<Report, 'days' | 'heatMap'>): {
  stepSeconds: number
  parts: (Counted & { time: string })[]
} {
  const [only] = days
  if (days.length !== 1 || !only)
    return {
      stepSeconds: 24 * HOUR_SECONDS,
      parts: days.map((day) => ({ ...day, time: `${day.date} 00:00:00` })),
    }
  const parts = [...heatMap]
    .sort((a, b) => a.hour - b.hour)
    .map((cell) => ({ ...cell, time: `${only.date} ${String(cell.hour).padStart(2, '0')}:00:00` }))
  return { stepSeconds: HOUR_SECONDS, parts }
}
