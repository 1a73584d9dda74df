import { Type } from 'typebox'
import { CALLS_TAG } from '../../dialing/calls/calls.routes.ts'
import { givenPhoneNumber } from '../../lists/contacts/contacts.schema.ts'
import {
  type Api,
  defaulted,
  EXAMPLE_ID,
  named,
  oneOf,
  operation,
  ref,
  success,
  Timestamp,
} from '../../platform/http/schemas/route-schema.ts'
import { text } from '../../platform/http/schemas/text-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { TREND_PERIODS, type Trends } from './trends.service.ts'

const count = (description: string) => Type.Integer({ description, examples: [120] })

export const Trend = named(
  'Trend',
  Type.Object(
    {
      from: Timestamp,
      to: {
        ...Timestamp,
        description: 'Excluded; the end of the quarter of an hour in progress.',
      },
      total: count('In the period.'),
      previousTotal: count('In the period of the same length before it.'),
      steps: Type.Array(Type.Object({ time: Timestamp, count: count('From this time on.') }), {
        description: 'The counts over the period, oldest first: hours of a day, days of a week or month.',
      }),
    },
    { description: 'A figure, its change against the period before, and its counts over time.' },
  ),
)

const period = defaulted(
  oneOf(TREND_PERIODS, {
    default: 'week' as const,
    description: 'The last 24 hours, 7 days or 30 days.',
  }),
)

const dataSourceId = Type.Optional(
  text({ maxLength: 1000, description: 'All data sources if not given.', examples: [EXAMPLE_ID] }),
)
/** Imports are kept for 30 days, which are two weeks but not two months. */
const importPeriod = defaulted(
  oneOf(['day', 'week'], { default: 'week' as const, description: 'The last 24 hours or 7 days.' }),
)
const ofList = Type.Object({
  period,
  listId: Type.Optional(
    text({ maxLength: 1000, description: 'All do-not-call lists if not given.', examples: [EXAMPLE_ID] }),
  ),
})

export function addTrendRoutes(
  app: Api,
  { trends, timestamps }: { trends: Trends; timestamps: Timestamps },
): void {
  app.addSchema(Trend)
  const common = { tag: CALLS_TAG, data: ref(Trend) } as const

  app.get(
    '/api/trend/answered',
    operation({
      ...common,
      id: 'getAnsweredTrend',
      needs: 'see',
      bound: 'all',
      summary: 'Answered calls in the last day, week or month, and in the one before',
      description: 'Calls that somebody answered, successful or not; without those that a machine took.',
      query: Type.Object({ period, dataSourceId }),
      errors: [404],
    }),
    async ({ query }) =>
      success(timestamps.formatAll(await trends.answered(query.period, query.dataSourceId))),
  )

  app.get(
    '/api/trend/imported',
    operation({
      ...common,
      id: 'getImportedTrend',
      needs: 'see',
      bound: 'all',
      summary: 'Contacts that imports added in the last day or week, and in the one before',
      description: 'Without those that an undo deleted again.',
      query: Type.Object({ period: importPeriod, dataSourceId }),
      errors: [404],
    }),
    async ({ query }) =>
      success(timestamps.formatAll(await trends.imported(query.period, query.dataSourceId))),
  )

  app.get(
    '/api/trend/doNotCall',
    operation({
      ...common,
      id: 'getDoNotCallTrend',
      needs: 'see',
      bound: 'all',
      summary: 'Numbers added to do-not-call lists in the last day, week or month, and in the one before',
      query: ofList,
      errors: [404],
    }),
    async ({ query }) => success(timestamps.formatAll(await trends.forbidden(query.period, query.listId))),
  )

  app.get(
    '/api/trend/number/:phoneNumber',
    operation({
      ...common,
      id: 'getNumberTrend',
      needs: 'seeNumbers',
      bound: 'all',
      summary: 'Attempts to call a number in the last day, week or month, and in the one before',
      description: 'By all tasks, with a live call.',
      params: Type.Object({ phoneNumber: givenPhoneNumber }),
      query: Type.Object({ period }),
    }),
    async ({ params, query }) =>
      success(timestamps.formatAll(await trends.attempts(query.period, params.phoneNumber))),
  )
}
