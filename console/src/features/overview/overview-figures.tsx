import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Change } from '../../parts/figures/figure.tsx'
import { PageFigure } from '../../parts/figures/page-figure.tsx'
import type { System } from '../../session/use-system.ts'
import { overviewMessages } from './overview.messages.ts'
import type { Overview } from './overview.ts'
import { ReachedToday } from './reached-today.tsx'

interface OverviewFiguresProps {
  system: System
  overview: Overview
}

/** The one figure of the page, the course of the day below it, and a few facts beside it. */
export function OverviewFigures({ system, overview }: OverviewFiguresProps) {
  const t = useMessages(overviewMessages)
  const format = useFormat()
  const { today, lines } = overview
  const [day = ''] = overview.time.split(' ')
  const facts = [
    { label: t.successesToday, value: format.number(today.successes) },
    { label: t.talked, value: format.duration(Math.round(today.talkSeconds)) },
    { label: t.linesInUse, value: t.linesOf(format.number(lines.inUse), format.number(lines.limit)) },
    { label: t.callsPerSecond, value: format.number(system.callsPerSecond, 2) },
  ]
  return (
    <section className="today" aria-label={t.reachedToday}>
      <PageFigure
        label={t.reachedToday}
        href={`/reports?from=${day}&to=${day}`}
        value={format.number(today.answered)}
        note={
          <>
            {t.ofCallsToday(today.calls, format.number(today.calls), format.percent(today.contactRate))}
            <br />
            <AgainstYesterday now={today.answered} before={today.previous.answered} />
          </>
        }
        facts={facts}
      />
      <ReachedToday overview={overview} />
    </section>
  )
}

/** In full percent, as it is shown. */
function AgainstYesterday({ now, before }: { now: number; before: number }) {
  const t = useMessages(overviewMessages)
  const format = useFormat()
  if (before === 0) return t.noneYesterday
  const change = Math.round((now / before - 1) * 100) / 100
  if (change === 0) return t.asYesterday
  return <Change isUp={change > 0}>{t.againstYesterday(format.percent(Math.abs(change)), change > 0)}</Change>
}
