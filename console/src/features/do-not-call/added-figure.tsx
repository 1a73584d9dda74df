import { useMessages } from '../../language/language-provider.tsx'
import { TREND_OPTIONS, TrendFigure } from '../../parts/figures/trend-figure.tsx'
import { useApiQuery } from '../../session/api-hooks.ts'
import { doNotCallMessages } from './do-not-call.messages.ts'

/** How many numbers were added, to a list or to all of them. */
export function AddedFigure({ listId }: { listId?: string }) {
  const t = useMessages(doNotCallMessages)
  const { data } = useApiQuery(
    '/api/trend/doNotCall',
    { params: { query: { period: 'month', ...(listId !== undefined && { listId }) } } },
    TREND_OPTIONS,
  )
  return <TrendFigure label={t.added} period="month" trend={data} />
}
