import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { courseOf, type DayPoint, minuteOf } from '../../parts/charts/day-curve.ts'
import { DayCurve } from '../../parts/charts/day-curve.tsx'
import { overviewMessages } from './overview.messages.ts'
import type { Overview } from './overview.ts'
import { type History, useTwoDays } from './use-history.ts'

/** How many people were reached in the course of today, with yesterday behind it. */
export function ReachedToday({ overview: { time, today } }: { overview: Pick<Overview, 'time' | 'today'> }) {
  const t = useMessages(overviewMessages)
  const format = useFormat()
  const history = useTwoDays(time)
  const nowMinute = minuteOf(time)
  return (
    <DayCurve
      label={t.reachedOverDay(format.number(today.answered), format.number(today.previous.answered))}
      names={{ today: t.today, before: t.yesterday }}
      nowMinute={nowMinute}
      {...reachedCourses(history, time, today.answered)}
    />
  )
}

/** The curve of today ends at the figure, so that both say the same. */
export function reachedCourses(
  history: Pick<History, 'step' | 'buckets'> | undefined,
  time: string,
  reached: number,
): { today: DayPoint[]; before: DayPoint[] } {
  if (!history) return { today: [], before: [] }
  const [day = ''] = time.split(' ')
  const counted = history.buckets.map(({ time, endings }) => ({
    time,
    count: endings.successful + endings.unsuccessful,
  }))
  const minutes = history.step / 60
  return {
    today: courseOf(
      counted.filter((bucket) => bucket.time.startsWith(day)),
      minutes,
      { minute: minuteOf(time), total: reached },
    ),
    before: courseOf(
      counted.filter((bucket) => bucket.time < day),
      minutes,
    ),
  }
}
