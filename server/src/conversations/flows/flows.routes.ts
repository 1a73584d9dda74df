import { type Static, Type } from 'typebox'
import { isWithin } from '../../platform/http/access/bounds.ts'
import { tidy } from '../../platform/http/openapi.ts'
import {
  type Api,
  defaulted,
  oneOf,
  operation,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import { InvalidInput } from '../../platform/kernel/errors.ts'
import { UNUSED_ID } from '../../platform/kernel/ids.ts'
import { codeOf } from '../../platform/words/error-codes.ts'
import { presentPath } from './call-result.schema.ts'
import type { CheckedFlow } from './check/check-flow.ts'
import type { FlowChecks } from './check/flow-checks.ts'
import { type FlowFault, refuseFaults } from './check/flow-fault.ts'
import { FlowDocument } from './flow.schema.ts'
import * as answers from './flow-answers.schema.ts'
import { flowExamples } from './flow-examples.ts'
import { readFlow, requireFlow } from './read-flow.schema.ts'
import type { CallbackTime } from './run/callback-time.ts'
import { type WalkEvent, walkFlow } from './run/walk-flow.ts'

const tag = 'Call flows'

/** Faults with which a flow cannot be walked through. */
const STOPPING = new Set<string>(['step_unknown', 'step_twice', 'condition_invalid'])

interface FlowRouteDependencies {
  flowChecks: FlowChecks
  /** Parses a time in a flow. */
  callbackTime(text: string): CallbackTime | undefined
  /** The global do-not-call list on which callees of example flows put themselves, if there is one. */
  optOutList(): Promise<string | undefined>
}

export function addFlowRoutes(
  app: Api,
  { flowChecks, callbackTime, optOutList }: FlowRouteDependencies,
): void {
  app.addSchema(FlowDocument)
  for (const each of Object.values(answers)) app.addSchema(each)

  app.get(
    '/api/flow/schema',
    operation({
      id: 'getFlowSchema',
      tag,
      summary: 'The JSON Schema of a flow',
      needs: 'see',
      bound: 'none',
      data: Type.Object({}, { additionalProperties: true, description: 'By the draft 2020-12.' }),
    }),
    async () => success(FLOW_SCHEMA),
  )

  app.get(
    '/api/flow/examples',
    operation({
      id: 'listFlowExamples',
      tag,
      summary: 'Flows to begin with',
      description:
        'If there is a global do-not-call list, each of them has a key by which the callee comes on it: on the oldest one, if there are several.',
      needs: 'see',
      bound: 'none',
      query: Type.Object({
        language: defaulted(
          oneOf(['en', 'zh'], {
            default: 'en',
            description: 'Of the texts that the flows say, and of the names.',
          }),
        ),
        optOut: defaulted(
          oneOf(['key', 'none'], {
            default: 'key',
            description: '`none`: without the key to opt out, for a demonstration that calls nobody.',
          }),
        ),
      }),
      data: Type.Object({ rows: Type.Array(ref(answers.FlowExample)) }),
    }),
    async ({ query: { language, optOut } }) =>
      success({ rows: flowExamples(language, optOut === 'key' ? await optOutList() : undefined) }),
  )

  app.post(
    '/api/flow/check',
    operation({
      id: 'checkFlow',
      tag,
      summary: 'What is wrong with a flow',
      description:
        'All faults of a flow, as a task with it would be published now: its form, its steps, what the gateway lacks, and with a ' +
        'data source the fields of its contacts.',
      needs: 'see',
      bound: 'none',
      body: ref(answers.FlowCheck),
      data: ref(answers.FlowFaults),
    }),
    async (request) => {
      const { flow, dataSourceId, successWhen } = request.body
      const read = readFlow(flow)
      const known = dataSourceId && !isWithin(request, dataSourceId) ? UNUSED_ID : dataSourceId
      const checked = (flow: CheckedFlow['flow']) => flowChecks.faults({ flow, successWhen }, known)
      const faults = 'flow' in read ? await checked(read.flow) : read.faults
      return success({ faults: faults.map(shownFault) })
    },
  )

  app.post(
    '/api/flow/preview',
    operation({
      id: 'previewFlow',
      tag,
      summary: 'Walk through a flow without a call',
      description:
        'By the same rules as in a call. Nothing is kept: each request has all that happened so far, and the answer is the whole walk.',
      needs: 'see',
      bound: 'none',
      body: ref(answers.FlowPreviewRequest),
      data: ref(answers.FlowPreview),
    }),
    async (request) => {
      const { fields = {}, events = [], fromStep } = request.body
      const flow = requireFlow(request.body.flow)
      if (!flow) throw new Error('a preview has a flow')
      const faults = await flowChecks.draftFaults({ flow })
      refuseFaults(faults.filter(({ detail }) => STOPPING.has(detail.fault)))
      if (fromStep != null && !flow.steps.some(({ id }) => id === fromStep))
        throw new InvalidInput({ fault: 'step_unknown', field: 'fromStep', params: { id: fromStep } })
      const field = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined)
      const { atMs: _, ...walk } = walkFlow(
        { ...{ flow, field, callbackTime }, fromStep: fromStep ?? undefined },
        events as WalkEvent[],
      )
      return success({ ...walk, result: presentPath(walk.result) })
    },
  )
}

const FLOW_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...(withoutDiscriminators(tidy(FlowDocument)) as object),
}

/** It is a word of OpenAPI. */
function withoutDiscriminators(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDiscriminators)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => key !== 'discriminator')
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutDiscriminators(each)]))
}

function shownFault({ step, field, message, detail }: FlowFault): Static<typeof answers.FlowFaultForm> {
  return { step, field, message, ...codeOf(detail) }
}
