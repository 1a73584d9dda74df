import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Change, Figure, Figures } from '../../parts/figure.tsx'
import { Sparkline } from '../../parts/sparkline.tsx'
import { reportsMessages } from './reports.messages.ts'
import type { Report } from './use-report.ts'

export function ReportFigures({ report, other }: { report: Report; other: Report | undefined }) {
  const t = useMessages(reportsMessages)
  const format = useFormat()
  const { totals, days } = report
  const compared = other?.totals
  const change = (now: number, then: number | undefined, show: (value: number) => string) =>
    then === undefined ? undefined : <Change isUp={now >= then}>{t.was(show(then))}</Change>
  const rate = (value: number) => format.percent(value)
  const seconds = (value: number) => format.duration(Math.round(value))
  return (
    <Figures>
      <Figure
        isLeading
        label={t.calls}
        value={format.number(totals.calls)}
        note={change(totals.calls, compared?.calls, (value) => format.number(value))}
        beside={<Sparkline values={days.map(({ calls }) => calls)} />}
      />
      <Figure
        label={t.contactRate}
        value={totals.calls === 0 ? '–' : rate(totals.contactRate)}
        note={
          change(totals.contactRate, compared?.contactRate, rate) ?? t.ofCalls(format.number(totals.answered))
        }
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
        label={t.averageTalk}
        value={totals.answered === 0 ? '–' : seconds(totals.averageTalkSeconds)}
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
