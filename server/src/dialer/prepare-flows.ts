// Makes a call with a flow ready before it is placed: reads the flow, and has all its sentences synthesised.
import type { Flow, FlowStep } from '../flows/flow.ts'
import type { FlowState } from '../flows/flow-state.ts'
import { soundsOfFlow } from '../flows/sounds-of-flow.ts'
import { readFlow } from '../flows/stored-flows.queries.ts'
import { fillBeforeCall, fillValues } from '../flows/templates.ts'
import { createLatestEntries } from '../kernel/latest-entries.ts'
import type { NodeContext } from './dialer-options.ts'
import { SpeechFailed } from './flow-parts.ts'
import type { FlowSpeech } from './flow-speech.ts'
import type { CallRequest } from './gateway.ts'
import type { FoundCall } from './node.queries.ts'
import { retry } from './retry.ts'
import type { FlowRuns } from './run-flows.ts'
import { type FlowCall, fieldOf } from './running-call.ts'

export type PreparedFlow = Pick<CallRequest, 'flow' | 'soundUrls'>
/** A call that is to follow a flow. */
export type CallWithFlow = Omit<FlowCall, 'flow'> & { flowId: string }
export type FlowPreparation = ReturnType<typeof createFlowPreparation>

const REMEMBERED_FLOWS = 200

export function createFlowPreparation(
  node: NodeContext,
  { runs, speech }: { runs: FlowRuns | undefined; speech: FlowSpeech | undefined },
) {
  const { db, gateway, log, setTimer } = node
  const known = createLatestEntries<string, Flow>(REMEMBERED_FLOWS)

  async function flowOf(id: string): Promise<Flow> {
    const cached = known.get(id)
    if (cached) return cached
    const row = await readFlow.first(db, [id])
    if (!row) throw new SpeechFailed(`there is no flow ${id}`)
    known.set(id, row.document)
    return row.document
  }

  /** A platform runs the flow: it gets the texts as they are said, and the addresses of uploaded audio. */
  async function forPlatform(call: FlowCall): Promise<PreparedFlow> {
    const field = (name: string) => fieldOf(call, name)
    const audio = call.flow.steps.flatMap((step) =>
      (step.type === 'play' || step.type === 'gather') && step.audioId !== undefined
        ? [{ stepId: step.id, audioId: step.audioId }]
        : [],
    )
    const sounds = audio.length > 0 && speech ? await speech.beforeCall(call, audio) : []
    const soundUrls = Object.fromEntries(audio.map(({ stepId }, index) => [stepId, sounds[index]?.url ?? '']))
    const steps = call.flow.steps.map((step) => fillStep(step, field))
    return { flow: { ...call.flow, steps }, ...(audio.length > 0 && { soundUrls }) }
  }

  return {
    async prepare({ flowId, ...call }: CallWithFlow): Promise<PreparedFlow> {
      const flow = await flowOf(flowId)
      const flowCall: FlowCall = { ...call, flow }
      if (gateway.sendsFlow) return forPlatform(flowCall)
      if (!runs || !speech) throw new SpeechFailed('the gateway of this node cannot run flows')
      const parts = soundsOfFlow(flow, (name) => fieldOf(flowCall, name))
      if (parts.length > 0) await speech.beforeCall(flowCall, parts)
      runs.expect(flowCall)
      return { flow }
    },

    /** Calls of a node that is gone. They go on when the gateway says that they are live. */
    async adopt(calls: FoundCall[]): Promise<void> {
      for (const call of calls) {
        if (call.flow_id === null || !runs) continue
        runs.adopt(
          {
            id: call.id,
            phoneKey: call.phone_key,
            phoneNumber: call.phone_number,
            taskId: call.task_id,
            contactId: call.contact_id,
            flow: await flowOf(call.flow_id),
            fields: call.fields ?? {},
          },
          (call.flow_state as FlowState | null) ?? undefined,
        )
      }
    },

    /** A platform says that the callee wants no more calls. */
    async optOut(call: { id: string; phoneNumber: string }, listId: string): Promise<void> {
      const { id: callId, phoneNumber } = call
      try {
        await retry(async () => node.flow?.optOut({ listId, phoneNumber, callId }), setTimer)
      } catch (error) {
        log.error({ err: error, call: callId }, 'a number could not be put on a do-not-call list')
      }
    },
  }
}

function fillStep(step: FlowStep, field: (name: string) => string | undefined): FlowStep {
  const fill = (text: string) => fillBeforeCall(text, field)
  switch (step.type) {
    case 'say':
      return { ...step, text: fill(step.text) }
    case 'gather':
      return {
        ...step,
        ...(step.text !== undefined && { text: fill(step.text) }),
        ...(step.retryText !== undefined && { retryText: fill(step.retryText) }),
      }
    case 'transfer':
      return { ...step, to: fill(step.to) }
    case 'stream':
      return {
        ...step,
        parameters: fillValues(step.parameters ?? {}, field, fillBeforeCall),
        ...(step.failText !== undefined && { failText: fill(step.failText) }),
      }
    case 'set':
      return { ...step, value: fill(step.value) }
    default:
      return step
  }
}
