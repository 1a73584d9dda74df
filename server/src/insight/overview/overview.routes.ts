import { Type } from 'typebox'
import { taskStatus as status } from '../../campaigns/tasks/task-fields.schema.ts'
import { endingCounts } from '../../conversations/flows/call-ending.schema.ts'
import {
  type Api,
  Id,
  named,
  operation,
  orNull,
  ref,
  success,
  Timestamp,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { outcomeSentence } from '../../platform/words/trunk-tests.ts'
import { trunkOutcomeFields } from '../../telephony/trunks/health/trunk-health.routes.ts'
import type { TrunkProblem } from '../../telephony/trunks/health/trunk-health.service.ts'
import { reasonFields } from '../explain/explain.schema.ts'
import type { Overview as OverviewReader } from './overview.service.ts'

const count = (description: string) => Type.Integer({ description, examples: [120] })
const rate = (description: string) => Type.Number({ description, examples: [0.375] })

const day = {
  calls: count('Calls that ended.'),
  answered: count('Calls that somebody answered, successful or not; without those that a machine took.'),
  successes: count('Successful calls.'),
  contactRate: rate('`answered` / `calls`'),
  successRate: rate('`successes` / `calls`'),
  talkSeconds: Type.Number({ description: 'Seconds talked.', examples: [1200.5] }),
}

const Overview = named(
  'Overview',
  Type.Object({
    time: Timestamp,
    taskCount: count('All RUNNING, PAUSED and FAILED tasks, also those that are not listed.'),
    tasks: Type.Array(
      Type.Object({
        id: Id,
        taskName: Type.String({ examples: ['Spring campaign'] }),
        status,
        priority: Type.Integer({ examples: [3] }),
        dataSourceId: Id,
        dataSourceName: Type.String({ examples: ['Customers'] }),
        contactCount: count('Contacts in the task.'),
        doneContacts: count('Contacts that are done: successful, failed or skipped.'),
        callCount: count('Calls that ended.'),
        successCount: count('Successful calls.'),
        answeredCount: count('Calls that somebody answered, without those that a machine took.'),
        endings: endingCounts,
        isConfirmation: Type.Boolean({
          description: 'Success means that the callee pressed a certain key: such a call is confirmed.',
        }),
        reachedRate: rate('`answeredCount` / `callCount`'),
        linesInUse: count('Live calls of the task.'),
        callsPerMinute: Type.Number({
          description: 'Calls that ended per minute, over the last 10 minutes or since it runs.',
          examples: [24.5],
        }),
        expectedEndTime: {
          ...TimestampOrNull,
          description:
            'When it will be done at this pace, inside its calling hours; null while it does not dial.',
        },
        isWaiting: Type.Boolean({ description: 'It is RUNNING, but does not dial at the moment.' }),
        reason: Type.Object(reasonFields, { description: 'The first reason that `explain` gives.' }),
      }),
      {
        description:
          'FAILED tasks first, then RUNNING, then the others, newest first; at most 500. A COMPLETED task that called nobody stays for a day.',
      },
    ),
    today: Type.Object(
      {
        ...day,
        previous: Type.Object(day, {
          description:
            'Yesterday until the same time. The quarter of an hour in progress counts in proportion.',
        }),
      },
      { description: 'Since midnight.' },
    ),
    lines: Type.Object({ inUse: count('Live calls.'), limit: count('Max live calls.') }),
    trunkProblems: Type.Array(
      Type.Object({
        trunkId: Id,
        trunkName: Type.String({ examples: ['Main carrier'] }),
        node: orNull(Type.String({ description: 'The node that sees it; null: it is about all nodes.' })),
        ...trunkOutcomeFields,
        message: Type.String({ description: 'What is wrong, and what to change.' }),
      }),
      {
        description:
          'Enabled trunks that are not registered, not reachable or held back after refusals, and those whose answer rate of the last hour ' +
          'is below half of that of the day before.',
      },
    ),
    gateway: Type.Object({
      kind: Type.String({ description: 'What places the calls.', examples: ['simulator'] }),
      isSimulated: Type.Boolean({ description: 'No real phone rings.' }),
    }),
  }),
)

interface OverviewRouteDependencies {
  overview: OverviewReader
  timestamps: Timestamps
  gatewayKind(): string
  trunkProblems(): Promise<TrunkProblem[]>
}

export function addOverviewRoutes(
  app: Api,
  { overview, timestamps, gatewayKind, trunkProblems }: OverviewRouteDependencies,
): void {
  app.addSchema(Overview)

  app.get(
    '/api/overview',
    operation({
      id: 'getOverview',
      tag: 'Service',
      summary: 'Every task that is not over, today against yesterday, and the lines in use',
      needs: 'see',
      bound: 'all',
      data: ref(Overview),
    }),
    async () =>
      success({
        ...timestamps.formatAll(await overview.read()),
        trunkProblems: (await trunkProblems()).map(({ facts, ...problem }) => ({
          ...{ ...problem, facts: { ...facts } },
          message: outcomeSentence(problem.code, facts) ?? problem.code,
        })),
        gateway: { kind: gatewayKind(), isSimulated: gatewayKind() === 'simulator' },
      }),
  )
}
