import type { AnswerOf, Schemas } from '@carillon/client'
import { wallMilliseconds } from '../../../language/format.ts'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { useEndingWords } from '../../../parts/figures/call-endings.ts'
import { Figure, Figures } from '../../../parts/figures/figure.tsx'
import { LeadingFigure } from '../../../parts/figures/leading-figure.tsx'
import { TimeFigure } from '../../../parts/figures/time-figure.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { useSystem } from '../../../session/use-system.ts'
import { tasksMessages } from '../tasks.messages.ts'

interface TaskFiguresProps {
  task: Schemas['TaskDetail']
  explained: Schemas['TaskExplanation']
}

export function TaskFigures({ task, explained }: TaskFiguresProps) {
  const { detail: t } = useMessages(tasksMessages)
  const format = useFormat()
  const { total, success, failed, skipped } = explained.contacts
  const { calls } = explained
  const words = useEndingWords(task.isConfirmation)
  const done = success + failed + skipped
  const { data: history } = useApiQuery('/api/task/{id}/history', { params: { path: { id: task.id } } })
  const hours = useHours(task)
  // The hours are of another answer, which may be newer: of those that are counted here, no more can be of the last hour.
  const lastHour = Math.min(hours.lastHour, success)
  const hourBefore = Math.min(hours.hourBefore, success - lastHour)
  return (
    <Figures>
      <LeadingFigure
        href={`/tasks/${task.id}?tab=contacts&contact-state=success`}
        label={t.reached(words.successful)}
        value={format.number(success)}
        change={
          lastHour > 0 || hourBefore > 0
            ? {
                isUp: lastHour >= hourBefore,
                text: t.reachedChange(format.number(lastHour), format.number(hourBefore)),
              }
            : undefined
        }
        note={t.reachedOf(format.number(total))}
        values={history?.buckets.map(({ successCount }) => successCount) ?? []}
      />
      {explained.goal?.parts.map(({ name, value, count, wanted }) => (
        <Figure
          key={`${name} ${value}`}
          label={name === null ? t.goal : t.goalResult(name, value ?? '')}
          value={format.number(count)}
          note={t.goalOf(format.number(wanted))}
        />
      ))}
      <Figure label={t.progress} value={format.percent(total > 0 ? done / total : 0)} />
      <Figure
        label={t.successRate}
        value={format.percent(calls.successRate)}
        note={t.ofCalls(format.number(calls.total))}
      />
      <Figure label={t.averageTalk} value={format.duration(calls.averageTalkSeconds)} />
      <Figure
        label={t.linesInUse}
        value={format.number(explained.linesInUse)}
        note={t.linesNote(format.number(explained.lines), format.number(explained.callsPerSecond, 1))}
      />
      {task.endTime === null ? (
        <TimeFigure label={t.estimatedEnd} timestamp={explained.estimatedEndTime} />
      ) : (
        <TimeFigure label={t.ended} timestamp={task.endTime} />
      )}
    </Figures>
  )
}

type Bucket = AnswerOf<'get', '/api/task/{id}/history'>['buckets'][number]

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** How many were reached in the last hour and in the one before. Both are 0 once the task is over. */
function useHours({ id, endTime }: Schemas['TaskDetail']): { lastHour: number; hourBefore: number } {
  const now = useSystem()?.time
  const isOn = now !== undefined && endTime === null
  // Rounded to the minute, so that the cache key changes only once per minute.
  const minute = isOn ? Math.floor(wallMilliseconds(now) / MINUTE_MS) * MINUTE_MS : 0
  const from = new Date(minute - 2 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')
  const { data } = useApiQuery(
    '/api/task/{id}/history',
    { params: { path: { id }, query: { from } } },
    { isEnabled: isOn, keepsPrevious: true },
  )
  const sum = (buckets: Bucket[]) => buckets.reduce((total, { successCount }) => total + successCount, 0)
  const isLast = ({ time }: Bucket) => wallMilliseconds(time) >= minute - HOUR_MS
  const buckets = isOn ? (data?.buckets ?? []) : []
  return {
    lastHour: sum(buckets.filter(isLast)),
    hourBefore: sum(buckets.filter((bucket) => !isLast(bucket))),
  }
}
