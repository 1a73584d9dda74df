import type { Schemas } from '@carillon/client'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { Figure, Figures } from '../../../parts/figure.tsx'
import { tasksMessages } from '../tasks.messages.ts'

interface TaskFiguresProps {
  task: Schemas['TaskDetail']
  explained: Schemas['TaskExplanation']
}

export function TaskFigures({ task, explained }: TaskFiguresProps) {
  const { detail: t } = useMessages(tasksMessages)
  const format = useFormat()
  const { total, success, failed, skipped } = explained.contacts
  const done = success + failed + skipped
  return (
    <Figures>
      <Figure label={t.progress} value={format.percent(total > 0 ? done / total : 0)} />
      <Figure label={t.calls} value={format.number(task.callCount)} />
      <Figure
        label={t.successRate}
        value={format.percent(task.successRate)}
        note={format.number(task.successCount)}
      />
      <Figure label={t.averageTalk} value={format.duration(task.avgCallDuration)} />
      <Figure
        label={t.linesInUse}
        value={format.number(explained.linesInUse)}
        note={`/ ${format.number(explained.lines)}`}
      />
      <Figure label={t.callsPerSecond} value={format.number(explained.callsPerSecond, 2)} />
      {task.endTime === null ? (
        <Figure label={t.estimatedEnd} value={format.shortTime(explained.estimatedEndTime)} />
      ) : (
        <Figure label={t.ended} value={format.shortTime(task.endTime)} />
      )}
    </Figures>
  )
}
