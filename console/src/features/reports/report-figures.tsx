import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Change } from '../../parts/figures/figure.tsx'
import { PageFigure } from '../../parts/figures/page-figure.tsx'
import { reportsMessages } from './reports.messages.ts'
import type { Report } from './use-report.ts'

interface ReportFiguresProps {
  report: Report
  /** What it is compared with, if anything was chosen. */
  other: Report | undefined
  previous: Report | undefined
}

/** The contact rate, and a few facts beside it. */
export function ReportFigures({ report, other, previous }: ReportFiguresProps) {
  const t = useMessages(reportsMessages)
  const format = useFormat()
  const { totals } = report
  const compared = other?.totals
  const before = compared ?? (previous && previous.totals.calls > 0 ? previous.totals : undefined)
  const count = (value: number) => format.number(value)
  const rate = (value: number) => format.percent(value)
  const attempts = (value: number | null) => (value === null ? '–' : format.number(value, 1))
  const seconds = (value: number) => format.duration(Math.round(value))
  /** A fact, with what it was in the report that this one is compared with. */
  const fact = <Value extends number | null>(
    label: string,
    read: (of: Report['totals']) => Value,
    show: (value: Value) => string,
  ) => ({
    label,
    value: show(read(totals)),
    ...(compared && { note: t.was(show(read(compared))) }),
  })
  return (
    <PageFigure
      label={t.contactRate}
      value={rate(totals.contactRate)}
      note={
        <>
          {t.answeredOf(count(totals.answered), count(totals.calls))}
          <br />
          {before && (
            <Change isUp={totals.contactRate >= before.contactRate}>
              {(other ? t.was : t.wasBefore)(rate(before.contactRate))}
            </Change>
          )}
        </>
      }
      facts={[
        fact(t.successes, ({ successes }) => successes, count),
        fact(t.successRate, ({ successRate }) => successRate, rate),
        fact(t.attemptsPerSuccess, ({ attemptsPerSuccess }) => attemptsPerSuccess, attempts),
        fact(t.averageTalk, ({ averageTalkSeconds }) => averageTalkSeconds, seconds),
        fact(t.talked, ({ talkSeconds }) => talkSeconds, seconds),
      ]}
    />
  )
}
