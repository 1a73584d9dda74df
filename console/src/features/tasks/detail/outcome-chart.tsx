import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { wallMilliseconds } from '../../../language/format.ts'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { Card } from '../../../parts/card.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorState } from '../../../parts/error-state.tsx'
import { LiveChart } from '../../../parts/live-chart.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { tasksMessages } from '../tasks.messages.ts'

/** Changes that explain why a chart rises or falls. */
const MARKED = ['pause', 'resume', 'recall', 'stop', 'fail', 'reschedule']
const MAX_CHANGES = 100

export function OutcomeChart({ taskId }: { taskId: string }) {
  const { detail: t, outcomes, audit } = useMessages(tasksMessages)
  const format = useFormat()
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
  const sum = (name: 'callCount' | 'successCount' | 'noAnswerCount' | 'failCount') =>
    buckets.reduce((total, bucket) => total + bucket[name], 0)
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
      {data && sum('callCount') === 0 && <EmptyState title={t.noCallsYet} hint={t.noCallsHint} />}
      {data && sum('callCount') > 0 && (
        <LiveChart
          label={t.outcomesLabel(
            format.number(sum('successCount')),
            format.number(sum('noAnswerCount')),
            format.number(sum('failCount')),
          )}
          height={170}
          isStacked
          isWhole
          marks={marks}
          stepSeconds={data.step}
          times={buckets.map(({ time }) => wallMilliseconds(time))}
          series={[
            {
              label: outcomes[1] ?? '',
              tone: 'good',
              total: format.number(sum('successCount')),
              values: buckets.map((bucket) => bucket.successCount),
            },
            {
              label: outcomes[3] ?? '',
              tone: 'idle',
              total: format.number(sum('noAnswerCount')),
              values: buckets.map((bucket) => bucket.noAnswerCount),
            },
            {
              label: outcomes[2] ?? '',
              tone: 'bad',
              total: format.number(sum('failCount')),
              values: buckets.map((bucket) => bucket.failCount),
            },
          ]}
        />
      )}
    </Card>
  )
}
