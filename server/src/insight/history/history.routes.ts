import { type Static, type TProperties, Type } from 'typebox'
import { endingCounts } from '../../conversations/flows/call-ending.schema.ts'
import { CALLS_TAG } from '../../dialing/calls/calls.routes.ts'
import {
  type Api,
  named,
  operation,
  orNull,
  readOperation,
  ref,
  success,
  Timestamp,
} from '../../platform/http/schemas/route-schema.ts'
import { readTimeRange, timeBound } from '../../platform/http/schemas/time-range.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { Histories, History } from './history.service.ts'

const count = (description: string) => Type.Integer({ description, examples: [12] })
const step = { type: 'integer', minimum: 60, maximum: 31_622_400, multipleOf: 60, examples: [300] }

/** Sums over a period, in steps of equal length. */
function historyOf<Fields extends TProperties>(name: string, fields: Fields, description: string) {
  return named(
    name,
    Type.Object({
      from: Timestamp,
      to: Timestamp,
      step: Type.Integer({ description: 'Seconds a bucket.', examples: [300] }),
      buckets: Type.Array(
        Type.Object({
          time: { ...Timestamp, description: 'When the bucket begins, in the time zone of the service.' },
          ...fields,
        }),
        { description },
      ),
    }),
  )
}

const CallHistory = historyOf(
  'CallHistory',
  {
    callCount: count('Calls that ended.'),
    successCount: count('Successful calls.'),
    failCount: count(
      'Busy, rejected, invalid numbers, congestion and errors, and answered calls that failed.',
    ),
    noAnswerCount: count('Rang out, unreachable or switched off, or answered by no person.'),
    endings: endingCounts,
    talkSeconds: Type.Number({ description: 'Seconds talked in these calls.', examples: [340.5] }),
  },
  'Oldest first, one for every step, also where nothing ended.',
)

const LineHistory = historyOf(
  'LineHistory',
  {
    inUse: orNull(count('The most lines that were in use; null if no node was running.')),
    limit: orNull(count('The limit at the time; null if no node was running.')),
  },
  'Oldest first, one for every step.',
)

const query = (from: string, to: string) =>
  Type.Object({
    from: timeBound(`From this time on; ${from}`, { isCharted: true }),
    to: timeBound(`Before this time; ${to}`, { isCharted: true }),
    step: Type.Optional(
      Type.Unsafe<number>({
        ...step,
        description:
          'Seconds a bucket, a multiple of 60, that makes at most 1500 buckets; chosen to fit a chart if it is not given.',
      }),
    ),
  })

const description =
  'Calls by the time they ended. Buckets begin at full minutes, hours or days of the wall clock: the first at `from` or ' +
  'before, and the last ends at `to` or after. Calls that ended more than a day ago are counted at the start of their quarter of ' +
  'an hour, and the step that is chosen is no shorter.'

export function addHistoryRoutes(app: Api, histories: Histories, timestamps: Timestamps): void {
  for (const each of [CallHistory, LineHistory]) app.addSchema(each)
  const tag = CALLS_TAG

  app.get(
    '/api/history',
    operation({
      id: 'getHistory',
      tag,
      summary: 'How many calls ended over time, in all tasks together',
      description,
      needs: 'see',
      bound: 'all',
      query: query('6 hours before the end if not given', 'now if not given'),
      data: ref(CallHistory),
    }),
    async (request) => success(present(await histories.ofService(read(request.query)))),
  )

  app.get(
    '/api/history/lines',
    operation({
      id: 'getLineHistory',
      tag,
      summary: 'How many lines were in use over time',
      description:
        'The most of each bucket. The nodes look once a second; lines that were in use for less may be missed.',
      needs: 'see',
      bound: 'all',
      query: query('6 hours before the end if not given', 'now if not given'),
      data: ref(LineHistory),
    }),
    async (request) => {
      const { from, to, stepSeconds, buckets } = await histories.lines(read(request.query))
      return success({
        from: timestamps.format(from),
        to: timestamps.format(to),
        step: stepSeconds,
        buckets: buckets.map(({ start, ...lines }) => ({ time: timestamps.format(start), ...lines })),
      })
    },
  )

  app.get(
    '/api/task/:id/history',
    readOperation({
      id: 'getTaskHistory',
      needs: 'see',
      bound: 'task',
      tag,
      summary: 'How many calls of a task ended over time',
      description,
      query: query('when the task was published if not given', 'now, or when it ended, if not given'),
      data: ref(CallHistory),
    }),
    async (request) => success(present(await histories.ofTask(request.params.id, read(request.query)))),
  )

  function read({ step, ...bounds }: { from?: string; to?: string; step?: number }) {
    return { ...readTimeRange(bounds, timestamps), step }
  }

  function present({ from, to, stepSeconds, buckets }: History): Static<typeof CallHistory> {
    return {
      from: timestamps.format(from),
      to: timestamps.format(to),
      step: stepSeconds,
      buckets: buckets.map(({ start, talkMs, ...counts }) => ({
        time: timestamps.format(start),
        callCount: counts.successCount + counts.failCount + counts.noAnswerCount,
        ...counts,
        talkSeconds: talkMs / 1000,
      })),
    }
  }
}
