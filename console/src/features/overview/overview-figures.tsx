import type { AnswerOf } from '@carillon/client'
import { TaskStatus } from '@carillon/client/task-states'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Change, Figure, Figures } from '../../parts/figures/figure.tsx'
import { LeadingFigure } from '../../parts/figures/leading-figure.tsx'
import type { System } from '../../session/use-system.ts'
import { overviewMessages } from './overview.messages.ts'
import type { History } from './use-history.ts'

export type Overview = AnswerOf<'get', '/api/overview'>

interface OverviewFiguresProps {
  system: System
  overview: Overview
  /** Of today. */
  history: History | undefined
}

/** What happened today, and how busy the service is. Each figure leads to its details. */
export function OverviewFigures({ system, overview, history }: OverviewFiguresProps) {
  const t = useMessages(overviewMessages)
  const format = useFormat()
  const { limits } = system
  const { today, lines, tasks } = overview
  const { previous } = today
  const [day = ''] = system.time.split(' ')
  const report = `/reports?from=${day}&to=${day}`
  /** In tenths of a point, as it is shown. */
  const rateChange = Math.round((today.contactRate - previous.contactRate) * 1000)
  const callChange =
    previous.calls === 0 ? undefined : Math.round((today.calls / previous.calls - 1) * 100) / 100
  return (
    <Figures>
      <LeadingFigure
        href={report}
        label={t.callsToday}
        value={format.number(today.calls)}
        change={
          callChange
            ? {
                isUp: callChange > 0,
                text: t.againstYesterday(format.percent(Math.abs(callChange)), callChange > 0),
              }
            : undefined
        }
        note={callChange === 0 ? t.asYesterday : t.noneYesterday}
        values={history?.buckets.map(({ callCount }) => callCount) ?? []}
      />
      <Figure
        href={report}
        label={t.answerRateToday}
        value={today.calls === 0 ? '–' : format.percent(today.contactRate)}
        note={today.calls > 0 && previous.calls > 0 ? <RateChange tenths={rateChange} /> : undefined}
      />
      <Figure
        href={report}
        label={t.successesToday}
        value={format.number(today.successes)}
        note={t.talked(format.duration(Math.round(today.talkSeconds)))}
      />
      <Figure
        href="/settings/trunks"
        label={t.linesInUse}
        value={format.number(lines.inUse)}
        note={t.ofLines(format.number(lines.limit))}
      />
      <Figure
        href="/settings/trunks"
        label={t.callsPerSecond}
        value={format.number(system.callsPerSecond, 2)}
        note={limits.callsPerSecond === 0 ? t.noLimit : t.limit(format.number(limits.callsPerSecond))}
      />
      <Figure
        href={`/tasks?status=${TaskStatus.FAILED}`}
        label={t.failedTasks}
        value={format.number(tasks.filter(({ status }) => status === TaskStatus.FAILED).length)}
      />
    </Figures>
  )
}

function RateChange({ tenths }: { tenths: number }) {
  const t = useMessages(overviewMessages)
  const format = useFormat()
  if (tenths === 0) return t.asYesterday
  const isUp = tenths > 0
  return <Change isUp={isUp}>{t.points(format.number(Math.abs(tenths) / 10, 1), isUp)}</Change>
}
