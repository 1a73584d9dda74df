import { useMessages } from '../../language/language-provider.tsx'
import { useApiQuery } from '../../session/api-hooks.ts'
import { partsMessages } from '../parts.messages.ts'
import { TREND_OPTIONS, TrendFigure, type TrendPeriod } from './trend-figure.tsx'

/** How many calls were answered, of one data source or of all. */
export function AnsweredFigure({ period, dataSourceId }: { period: TrendPeriod; dataSourceId?: string }) {
  const { trend: t } = useMessages(partsMessages)
  const { data } = useApiQuery(
    '/api/trend/answered',
    { params: { query: { period, ...(dataSourceId !== undefined && { dataSourceId }) } } },
    TREND_OPTIONS,
  )
  return <TrendFigure label={t.answered} period={period} trend={data} />
}
