import { CALL_ENDINGS } from '@carillon/server/words/calls'
import { useMessages } from '../../language/language-provider.tsx'
import { Card } from '../../parts/card.tsx'
import { AgentFigures, LineCosts } from '../../parts/figures/agent-figures.tsx'
import { endingTones, useEndingWords } from '../../parts/figures/call-endings.ts'
import { tasksMessages } from '../tasks/tasks.messages.ts'
import { type Bar, BarTable } from './bar-table.tsx'
import { HeatMapCard } from './heat-map.tsx'
import { reportsMessages } from './reports.messages.ts'
import type { Report } from './use-report.ts'

interface ReportCardsProps {
  report: Report
  other: Report | undefined
}

export function ReportCards({ report, other }: ReportCardsProps) {
  const t = useMessages(reportsMessages)
  const { causes } = useMessages(tasksMessages)
  const words = useEndingWords()
  const columns = { count: t.calls, other: t.compared }
  return (
    <>
      <HeatMapCard cells={report.heatMap} />
      <div className="report-cards">
        <Card title={t.endings}>
          <BarTable
            label={t.endings}
            columns={{ ...columns, name: t.ending, share: t.share }}
            bars={CALL_ENDINGS.map((ending) => ({
              id: ending,
              name: words[ending],
              count: report.totals.endings[ending],
              share: part(report.totals.endings[ending], report.totals.calls),
              otherShare: other && part(other.totals.endings[ending], other.totals.calls),
              tone: endingTones[ending],
            }))}
          />
        </Card>
        <Card title={t.causes}>
          <BarTable
            label={t.causes}
            columns={{ ...columns, name: t.cause, share: t.share }}
            bars={causeBars(report, other, causes)}
          />
        </Card>
        <Card title={t.attempts}>
          <BarTable
            label={t.attempts}
            columns={{ ...columns, name: t.attempt, count: t.successes, share: t.successRate }}
            bars={report.attempts.map(({ attempt, calls, successes }) => ({
              id: String(attempt),
              name: t.attemptNumber(attempt),
              count: successes,
              share: part(successes, calls),
              otherShare: other && attemptShare(other, attempt),
              tone: 'success',
            }))}
          />
        </Card>
        <Card title={t.talkTimes}>
          <BarTable
            label={t.talkTimes}
            columns={{ ...columns, name: t.talkTime, share: t.share }}
            bars={report.talkTimes.map(({ fromSeconds, toSeconds, calls }, index) => ({
              id: String(fromSeconds),
              name: t.talkRange(fromSeconds, toSeconds),
              count: calls,
              share: part(calls, pickedUp(report)),
              otherShare: other && part(other.talkTimes[index]?.calls ?? 0, pickedUp(other)),
              tone: 'person',
            }))}
          />
        </Card>
        {report.agents && <AgentFigures agents={report.agents} />}
        <LineCosts costs={report.lineCosts} />
      </div>
    </>
  )
}

function causeBars(report: Report, other: Report | undefined, words: Record<string, string>): Bar[] {
  return report.causes.map(({ cause, ending, calls }) => ({
    id: cause,
    name: words[cause] ?? cause,
    count: calls,
    share: part(calls, report.totals.calls),
    otherShare:
      other && part(other.causes.find((each) => each.cause === cause)?.calls ?? 0, other.totals.calls),
    tone: endingTones[ending],
  }))
}

function attemptShare({ attempts }: Report, attempt: number): number {
  const found = attempts.find((each) => each.attempt === attempt)
  return found ? part(found.successes, found.calls) : 0
}

/** Machines pick up too. */
function pickedUp({ talkTimes }: Report): number {
  return talkTimes.reduce((sum, { calls }) => sum + calls, 0)
}

function part(of: number, whole: number): number {
  return whole === 0 ? 0 : of / whole
}
