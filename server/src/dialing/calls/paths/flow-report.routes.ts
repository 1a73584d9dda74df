import { Type } from 'typebox'
import { EXITS } from '../../../conversations/flows/call-result.schema.ts'
import {
  type Api,
  Id,
  named,
  orNull,
  readOperation,
  ref,
  success,
} from '../../../platform/http/schemas/route-schema.ts'
import { readTimeRange, timeBound } from '../../../platform/http/schemas/time-range.ts'
import type { Timestamps } from '../../../platform/kernel/timestamps.ts'
import { CALLS_TAG } from '../calls.routes.ts'
import type { FlowReports } from './flow-report.ts'

const count = (description: string) => Type.Integer({ description, examples: [51] })

const FlowReport = named(
  'FlowReport',
  Type.Object({
    taskId: Id,
    currentVersion: orNull(
      Type.Integer({
        description: 'Of the flow that calls start with; null of a draft, and of a task without a flow.',
        examples: [1],
      }),
    ),
    calls: count('Calls that were answered, followed the flow and have ended.'),
    steps: Type.Array(
      Type.Object({
        step: Type.String({ examples: ['confirm'] }),
        calls: count('How often the step began, in calls that have ended.'),
        hungUp: count('The callee hung up at this step.'),
        transferred: count('The call was transferred by this step, and answered or handed over.'),
        failed: count('The call could not go on here.'),
        ended: count('The flow came to its end here.'),
        now: count('Live calls that are in this step now.'),
      }),
      { description: 'Steps that calls have begun, the most frequent first.' },
    ),
    edges: Type.Array(
      Type.Object({
        from: orNull(Type.String({ description: 'The step; null is the start.' })),
        exit: orNull(
          Type.String({
            description: `${EXITS} Of keys, only single ones are told apart: longer input is \`keys\`.`,
          }),
        ),
        to: orNull(Type.String({ description: 'The next step; null is the end of the call.' })),
        calls: count('How often it was taken.'),
      }),
      {
        description:
          'The ways from step to step, the most frequent first. Those into a step add up to its calls, as do those out of it; paths that were ' +
          'forgotten with their contact count as calls only, unless they were counted before.',
      },
    ),
    live: count('Live calls of the task, also those that were not answered yet.'),
  }),
)

export function addFlowReportRoutes(app: Api, read: FlowReports, timestamps: Timestamps): void {
  app.addSchema(FlowReport)

  app.get(
    '/api/task/:id/flow/report',
    readOperation({
      id: 'getFlowReport',
      needs: 'see',
      bound: 'task',
      tag: CALLS_TAG,
      summary: 'Which ways the calls of a task took through its flow, and where live calls are',
      description:
        'Ended calls are counted some seconds after their end. Sums are kept by the quarter of an hour in which calls ended, so the period is widened ' +
        'to full ones. To follow a running task, ask again every few seconds.',
      query: Type.Object({
        version: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 2_147_483_647,
            description: 'Only calls that ran this version of the flow; all versions if not given.',
          }),
        ),
        from: timeBound('Calls that ended at this time or later', { isCharted: true }),
        to: timeBound('Calls that ended before this time', { isCharted: true }),
      }),
      data: ref(FlowReport),
    }),
    async (request) => {
      const { version, ...period } = request.query
      return success(await read(request.params.id, { version, ...readTimeRange(period, timestamps) }))
    },
  )
}
