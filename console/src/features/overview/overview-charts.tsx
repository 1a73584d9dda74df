import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { wallMilliseconds } from '../../language/format.ts'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { LiveChart } from '../../parts/live-chart.tsx'
import { useLineSamples } from '../../session/console-context.tsx'
import type { System } from '../../session/use-system.ts'
import { overviewMessages } from './overview.messages.ts'
import type { History } from './use-history.ts'

/** A bucket younger than this has too few calls for a meaningful rate. */
const MIN_SECONDS = 10

export function OverviewCharts({ system, history }: { system: System; history: History | undefined }) {
  const t = useMessages(overviewMessages)
  const format = useFormat()
  const samples = useLineSamples()
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
  return (
    <div className="charts">
      <ChartCard title={t.linesInUse} note={t.linesNote}>
        <LiveChart
          label={t.linesChartLabel(format.number(system.linesInUse))}
          times={samples.map(({ wallMs }) => wallMs)}
          minTop={5}
          series={[
            {
              label: t.linesInUse,
              tone: 'busy',
              isFilled: true,
              values: samples.map(({ linesInUse }) => linesInUse),
            },
          ]}
        />
      </ChartCard>
      <ChartCard title={t.callsPerSecond}>
        <LiveChart
          label={t.rateChartLabel(format.number(calls))}
          times={times}
          stepSeconds={step}
          series={[{ label: t.callsPerSecond, tone: 'busy', isFilled: true, values: rates }]}
        />
      </ChartCard>
      <ChartCard title={t.successRate}>
        <LiveChart
          label={t.successChartLabel(calls === 0 ? t.noCalls : format.percent(successes / calls))}
          times={times}
          stepSeconds={step}
          formatValue={(value) => format.percent(value)}
          series={[
            {
              label: t.successRate,
              tone: 'good',
              values: buckets.map(({ callCount, successCount }) =>
                callCount === 0 ? null : successCount / callCount,
              ),
            },
          ]}
        />
      </ChartCard>
    </div>
  )
}

function ChartCard({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <Card
      title={title}
      beside={
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      }
    >
      {children}
    </Card>
  )
}
