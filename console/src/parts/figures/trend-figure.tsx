// The leading figure of a page whose space belongs to a table: it stands in one line, beside the title.
import type { Schemas } from '@carillon/client'
import { Text } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Sparkline } from '../charts/sparkline.tsx'
import { partsMessages } from '../parts.messages.ts'
import { Change } from './figure.tsx'

export type Trend = Schemas['Trend']
export type TrendPeriod = 'day' | 'week' | 'month'

/** A count changes too slowly to be fetched with every event. */
export const TREND_OPTIONS = { refetchEveryMs: 30_000, keepsPrevious: true } as const

interface TrendFigureProps {
  /** What is counted, without the period. */
  label: string
  period: TrendPeriod
  /** Undefined while it is loading: its place is kept. */
  trend: Trend | undefined
}

/** Shows nothing if nothing happened in both periods, but keeps its place. */
export function TrendFigure({ label, period, trend }: TrendFigureProps) {
  const { trend: t } = useMessages(partsMessages)
  const format = useFormat()
  const isEmpty = trend?.total === 0 && trend.previousTotal === 0
  return (
    <div className="trend-figure" data-empty={isEmpty || undefined}>
      {trend && !isEmpty && (
        <>
          <dl>
            <Text size="xs" c="dimmed" component="dt">
              {t.within(label, t.periods[period])}
            </Text>
            <dd>
              <span className="figure-value">{format.number(trend.total)}</span>
              <Text span size="xs" c="dimmed">
                <TrendChange trend={trend} period={period} />
              </Text>
            </dd>
          </dl>
          <Sparkline values={trend.steps.map(({ count }) => count)} />
        </>
      )}
    </div>
  )
}

/** From here on the count says more than a percentage. */
const MAX_CHANGE = 10

export function TrendChange({
  trend: { total, previousTotal },
  period,
}: {
  trend: Trend
  period: TrendPeriod
}) {
  const { trend: t } = useMessages(partsMessages)
  const format = useFormat()
  const before = t.before[period]
  if (previousTotal === 0) return total === 0 ? t.same(before) : t.none(before)
  /** As it is shown, in full percent. */
  const change = Math.round((total / previousTotal - 1) * 100) / 100
  if (change === 0) return t.same(before)
  const isUp = change > 0
  const text =
    change >= MAX_CHANGE
      ? t.was(format.number(previousTotal), before)
      : t.change(format.percent(Math.abs(change)), isUp, before)
  return <Change isUp={isUp}>{text}</Change>
}
