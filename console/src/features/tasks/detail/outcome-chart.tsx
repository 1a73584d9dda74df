import { wallMilliseconds } from '../../../language/format.ts'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { Card } from '../../../parts/card.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorState } from '../../../parts/error-state.tsx'
import { LiveChart } from '../../../parts/live-chart.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { tasksMessages } from '../tasks.messages.ts'

export function OutcomeChart({ taskId }: { taskId: string }) {
  const { detail: t, outcomes } = useMessages(tasksMessages)
  const format = useFormat()
  const { data, error, refetch } = useApiQuery('/api/task/{id}/history', { params: { path: { id: taskId } } })
  const buckets = data?.buckets ?? []
  const sum = (name: 'callCount' | 'successCount' | 'noAnswerCount' | 'failCount') =>
    buckets.reduce((total, bucket) => total + bucket[name], 0)
  return (
    <Card title={t.outcomes}>
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
          stepSeconds={data.step}
          times={buckets.map(({ time }) => wallMilliseconds(time))}
          series={[
            { label: outcomes[1] ?? '', tone: 'good', values: buckets.map((bucket) => bucket.successCount) },
            { label: outcomes[3] ?? '', tone: 'idle', values: buckets.map((bucket) => bucket.noAnswerCount) },
            { label: outcomes[2] ?? '', tone: 'bad', values: buckets.map((bucket) => bucket.failCount) },
          ]}
        />
      )}
    </Card>
  )
}
