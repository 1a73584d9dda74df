import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Figure, Figures } from '../../parts/figure.tsx'
import type { System } from '../../session/use-system.ts'
import { overviewMessages } from './overview.messages.ts'
import type { History } from './use-history.ts'

interface OverviewFiguresProps {
  system: System
  history: History | undefined
  hours: number
}

export function OverviewFigures({ system, history, hours }: OverviewFiguresProps) {
  const t = useMessages(overviewMessages)
  const format = useFormat()
  const { limits } = system
  const calls = history?.buckets.reduce((sum, bucket) => sum + bucket.callCount, 0) ?? 0
  const successes = history?.buckets.reduce((sum, bucket) => sum + bucket.successCount, 0) ?? 0
  const period = t.inHours(format.number(hours))
  return (
    <Figures>
      <Figure
        label={t.linesInUse}
        value={format.number(system.linesInUse)}
        note={t.ofLines(format.number(limits.lines))}
      />
      <Figure
        label={t.callsPerSecond}
        value={format.number(system.callsPerSecond, 2)}
        note={limits.callsPerSecond === 0 ? t.noLimit : t.limit(format.number(limits.callsPerSecond))}
      />
      <Figure
        label={t.successRate}
        value={calls === 0 ? '–' : format.percent(successes / calls)}
        note={period}
      />
      <Figure label={t.calls} value={format.number(calls)} note={period} />
      <Figure label={t.runningTasks} value={format.number(system.runningTasks)} />
      <Figure label={t.failedTasks} value={format.number(system.failedTasks)} />
    </Figures>
  )
}
