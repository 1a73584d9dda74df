import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Change, Figure, Figures } from '../../parts/figures/figure.tsx'
import { LeadingFigure } from '../../parts/figures/leading-figure.tsx'
import { reportsMessages } from './reports.messages.ts'
import type { Report } from './use-report.ts'

interface ReportFiguresProps {
  report: Report
  /** What it is compared with, if anything was chosen. */
  other: Report | undefined
  previous: Report | undefined
}

export function ReportFigures({ report, other, previous }: ReportFiguresProps) {
  const t = useMessages(reportsMessages)
  const format = useFormat()
  const { totals } = report
  const compared = other?.totals
  const before = compared ?? (previous && previous.totals.calls > 0 ? previous.totals : undefined)
  const change = (now: number, then: number | undefined, show: (value: number) => string) =>
    then === undefined ? undefined : <Change isUp={now >= then}>{t.was(show(then))}</Change>
  const rate = (value: number) => format.percent(value)
  const attempts = (value: number) => format.number(value, 1)
  const seconds = (value: number) => format.duration(Math.round(value))
  return (
    <Figures>
      <LeadingFigure
        label={t.contactRate}
        value={rate(totals.contactRate)}
        change={
          before && {
            isUp: totals.contactRate >= before.contactRate,
            text: (other ? t.was : t.wasBefore)(rate(before.contactRate)),
          }
        }
        note={t.ofCalls(format.number(totals.answered))}
        values={course(report)}
      />
      <Figure
        label={t.calls}
        value={format.number(totals.calls)}
        note={change(totals.calls, compared?.calls, (value) => format.number(value))}
      />
      <Figure
        label={t.successRate}
        value={totals.calls === 0 ? '–' : rate(totals.successRate)}
        note={
          change(totals.successRate, compared?.successRate, rate) ??
          t.ofCalls(format.number(totals.successes))
        }
      />
      <Figure
        label={t.attemptsPerSuccess}
        value={totals.attemptsPerSuccess === null ? '–' : attempts(totals.attemptsPerSuccess)}
        note={
          totals.attemptsPerSuccess === null || compared?.attemptsPerSuccess == null
            ? undefined
            : change(totals.attemptsPerSuccess, compared.attemptsPerSuccess, attempts)
        }
      />
      <Figure
        label={t.averageTalk}
        value={totals.averageTalkSeconds === 0 ? '–' : seconds(totals.averageTalkSeconds)}
        note={change(totals.averageTalkSeconds, compared?.averageTalkSeconds, seconds)}
      />
      <Figure
        label={t.talked}
        value={seconds(totals.talkSeconds)}
        note={change(totals.talkSeconds, compared?.talkSeconds, seconds)}
      />
    </Figures>
  )
}

/** The contact rate of each day, or of each hour if there is only one day. */
function course({ days, heatMap }: Report): number[] {
  const parts = days.length > 1 ? days : [...heatMap].sort((a, b) => a.hour - b.hour)
  return parts.map(({ calls, answered }) => (calls === 0 ? 0 : answered / calls))
}
