import { wallMilliseconds } from '../../language/format.ts'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { LiveChart } from '../../parts/charts/live-chart.tsx'
import type { System } from '../../session/use-system.ts'
import { overviewMessages } from './overview.messages.ts'
import type { Overview } from './overview.ts'
import type { History, LineHistory } from './use-history.ts'

/** A bucket younger than this has too few calls for a meaningful rate. */
const MIN_SECONDS = 10

interface OverviewChartsProps {
  system: System
  /** The lines in use, from the answer that the figures above the charts show. */
  now: Overview['lines']
  history: History | undefined
  lines: LineHistory | undefined
}

export function OverviewCharts({ system, now: { inUse, limit }, history, lines }: OverviewChartsProps) {
  const t = useMessages(overviewMessages)
  const format = useFormat()
  const buckets = history?.buckets ?? []
  const step = history?.step ?? 60
  const now = wallMilliseconds(system.time)
  const times = buckets.map(({ time }) => wallMilliseconds(time))
  const calls = buckets.reduce((sum, bucket) => sum + bucket.callCount, 0)
  const successes = buckets.reduce((sum, bucket) => sum + bucket.successCount, 0)
  const rates = buckets.map(({ callCount }, index) => {
    const seconds = Math.min(step, (now - (times[index] ?? 0)) / 1000)
    return seconds < MIN_SECONDS ? null : callCount / seconds
  })
  const overall = calls === 0 ? t.noCalls : format.percent(successes / calls)
  return (
    <div className="charts">
      <Card title={t.linesInUse}>
        <LiveChart
          label={t.linesChartLabel(format.number(inUse))}
          times={lines?.buckets.map(({ time }) => wallMilliseconds(time)) ?? []}
          stepSeconds={lines?.step ?? 60}
          isWhole
          series={[
            {
              label: t.linesInUse,
              tone: 'busy',
              isFilled: true,
              total: format.number(inUse),
              values: lines?.buckets.map((bucket) => bucket.inUse) ?? [],
            },
            {
              label: t.lineLimit,
              tone: 'idle',
              isLimit: true,
              total: format.number(limit),
              values: lines?.buckets.map((bucket) => bucket.limit) ?? [],
            },
          ]}
        />
      </Card>
      <Card title={t.callsPerSecond}>
        <LiveChart
          label={t.rateChartLabel(format.number(system.callsPerSecond, 2))}
          times={times}
          stepSeconds={step}
          series={[
            {
              label: t.callsPerSecond,
              tone: 'busy',
              isFilled: true,
              total: format.number(system.callsPerSecond, 2),
              values: rates,
            },
          ]}
        />
      </Card>
      <Card title={t.successRate}>
        <LiveChart
          label={t.successChartLabel(overall)}
          times={times}
          stepSeconds={step}
          formatValue={(value) => format.percent(value)}
          series={[
            {
              label: t.successRate,
              tone: 'good',
              total: overall,
              values: buckets.map(({ callCount, successCount }) =>
                callCount === 0 ? null : successCount / callCount,
              ),
            },
          ]}
        />
      </Card>
    </div>
  )
}
