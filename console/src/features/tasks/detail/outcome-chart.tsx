import type { Schemas } from '@carillon/client'
import { CALL_ENDINGS, type CallEnding } from '@carillon/server/words/calls'
import { Anchor, Skeleton } from '@mantine/core'
import { Link } from 'wouter'
import { wallMilliseconds } from '../../../language/format.ts'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { Card } from '../../../parts/card.tsx'
import { LiveChart } from '../../../parts/charts/live-chart.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorState } from '../../../parts/errors/error-state.tsx'
import { endingTones, useEndingWords } from '../../../parts/figures/call-endings.ts'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { tasksMessages } from '../tasks.messages.ts'

/** Changes that explain why a chart rises or falls. */
const MARKED = ['pause', 'resume', 'recall', 'stop', 'fail', 'reschedule']
const MAX_CHANGES = 100
const CHART_HEIGHT_PX = 170

interface OutcomeChartProps {
  task: Schemas['TaskDetail']
  /** Calls by outcome, from the answer that all other figures of the page show, so that no two of them disagree. */
  calls: Schemas['TaskExplanation']['calls'] | undefined
}

/** What came of the calls over time, in five words. */
export function OutcomeChart({ task, calls }: OutcomeChartProps) {
  const { detail: t, audit } = useMessages(tasksMessages)
  // Of calls: somebody who is called twice may be successful twice. “Confirmed” is said of people only.
  const words = { ...useEndingWords(), successful: t.successfulCalls }
  const format = useFormat()
  const { id: taskId } = task
  const { data, error, refetch } = useApiQuery('/api/task/{id}/history', { params: { path: { id: taskId } } })
  const changes = useApiQuery('/api/task/{id}/audit', {
    params: { path: { id: taskId }, query: { pageSize: MAX_CHANGES } },
  }).data
  const marks = (changes?.rows ?? [])
    .filter(({ operation }) => MARKED.includes(operation))
    .map(({ time, operation }) => ({
      wallMs: wallMilliseconds(time),
      label: audit.operations[operation] ?? operation,
    }))
    .reverse()
  const buckets = data?.buckets ?? []
  const hasCalls = buckets.some(({ callCount }) => callCount > 0)
  const totalOf = (ending: CallEnding) => (calls ? format.number(calls.endings[ending]) : '')
  return (
    <Card
      title={t.outcomes}
      beside={
        <Anchor component={Link} href={`/reports?taskIds=${taskId}`}>
          {t.report}
        </Anchor>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton h={CHART_HEIGHT_PX + 26} />}
      {data && !hasCalls && <EmptyState title={t.noCallsYet} hint={t.noCallsHint} />}
      {data && hasCalls && (
        <LiveChart
          label={t.outcomesLabel(
            CALL_ENDINGS.map((ending) => `${words[ending]} ${totalOf(ending)}`).join(' · '),
          )}
          height={CHART_HEIGHT_PX}
          isStacked
          isWhole
          marks={marks}
          stepSeconds={data.step}
          times={buckets.map(({ time }) => wallMilliseconds(time))}
          series={CALL_ENDINGS.map((ending) => ({
            label: words[ending],
            tone: endingTones[ending],
            total: totalOf(ending),
            values: buckets.map(({ endings }) => endings[ending]),
          }))}
        />
      )}
    </Card>
  )
}
