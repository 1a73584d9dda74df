// Makes a call with a flow ready before it is placed: reads the flow, and has all its sentences synthesised.

import { SpeechFailed } from '../../../conversations/flow-parts.ts'
import type { Flow, FlowStep } from '../../../conversations/flows/flow.ts'
import type { FlowState } from '../../../conversations/flows/flow-state.ts'
import { soundsOfFlow } from '../../../conversations/flows/sounds-of-flow.ts'
import { kindOf } from '../../../conversations/flows/steps/steps.ts'
import { readFlow } from '../../../conversations/flows/stored-flows.queries.ts'
import { fillBeforeCall, placesIn } from '../../../conversations/flows/templates.ts'
import { createLatestEntries } from '../../../platform/kernel/latest-entries.ts'
import type { CallRequest } from '../../../telephony/gateway.ts'
import type { NodeContext } from '../dialer-options.ts'
import type { FoundCall } from '../node/node.queries.ts'
import type { FlowSpeech } from './flow-speech.ts'
import type { FlowRuns } from './run-flows.ts'
import { type FlowCall, fieldOf } from './running-call.ts'

export type PreparedFlow = Pick<CallRequest, 'flow' | 'soundUrls' | 'isForPlatform'>
/** A call that is to follow a flow. */
export type CallWithFlow = Omit<FlowCall, 'flow'> & { flowId: string }
export type FlowPreparation = ReturnType<typeof createFlowPreparation>

const REMEMBERED_FLOWS = 200

export function createFlowPreparation(
  node: NodeContext,
  { runs, speech }: { runs: FlowRuns | undefined; speech: FlowSpeech | undefined },
) {
  const { db, gateway, log } = node
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
    const audio = call.flow.steps.flatMap((step) => {
      const audioId = kindOf(step).audioOf?.(step)
      return audioId === undefined ? [] : [{ stepId: step.id, audioId }]
    })
    const sounds = audio.length > 0 && speech ? await speech.beforeCall(call, audio) : []
    const soundUrls = Object.fromEntries(audio.map(({ stepId }, index) => [stepId, sounds[index]?.url ?? '']))
    const steps = await Promise.all(
      call.flow.steps.map((step) => withoutRefused(fillStep(step, field), call.id)),
    )
    const { onScreening } = call.flow
    const introduction = onScreening && { onScreening: { say: fillBeforeCall(onScreening.say, field) } }
    return { flow: { ...call.flow, ...introduction, steps }, ...(audio.length > 0 && { soundUrls }) }
  }

  /**
   * A platform transfers calls itself, so it is not given a place that is forbidden, or that cannot be judged before the call: such a
   * step does nothing.
   */
  async function withoutRefused(step: FlowStep, callId: string): Promise<FlowStep> {
    const target = kindOf(step).targetOf?.(step)
    if (target === undefined) return step
    const isOpen = placesIn(target).length > 0
    if (isOpen && target.startsWith('queue:')) return step
    const reason = isOpen ? 'it depends on the call' : (await node.flow?.whyNotTransferred(target))?.reason
    if (reason === undefined) return step
    log.warn(
      { call: callId, step: step.id, reason },
      'a call may not be transferred to the place that its flow names',
    )
    const next = 'next' in step ? step.next : undefined
    return { id: step.id, type: 'branch', cases: [], ...(next !== undefined && { next }) }
  }

  /** Has all its sentences made, and runs it when the call is answered. */
  async function expectHere(call: FlowCall): Promise<void> {
    if (!runs || !speech) throw new SpeechFailed('the gateway of this node cannot run flows')
    const parts = soundsOfFlow(call.flow, (name) => fieldOf(call, name))
    if (parts.length > 0) await speech.beforeCall(call, parts)
    runs.expect(call)
  }

  return {
    async prepare({ flowId, ...call }: CallWithFlow): Promise<PreparedFlow> {
      const flow = await flowOf(flowId)
      const flowCall: FlowCall = { ...call, flow }
      const { sendsFlow } = gateway
      const sent = sendsFlow === 'never' ? undefined : await forPlatform(flowCall)
      if (sent && sendsFlow === 'always') return { ...sent, isForPlatform: true }
      try {
        await expectHere(flowCall)
      } catch (error) {
        // The platform says its sentences itself.
        if (!sent || !(error instanceof SpeechFailed)) throw error
        return { ...sent, isForPlatform: true }
      }
      return sent ?? { flow }
    },

    /**
     * Calls of a node that is gone. They go on when the gateway says that they are live. Returns those that are adopted: the flow
     * of the others cannot be read at the moment. `mayWait`: whether that may be tried again; a call that waits for long is ended.
     */
    async adopt(found: FoundCall[], mayWait: (call: FoundCall) => boolean): Promise<FoundCall[]> {
      const adopted: FoundCall[] = []
      /** Why a flow could not be read. The others are not tried then, because each would time out too. */
      let failure: unknown
      const read = async (flowId: string): Promise<Flow> => {
        if (failure !== undefined) throw failure
        try {
          return await flowOf(flowId)
        } catch (error) {
          if (!(error instanceof SpeechFailed)) failure = error
          throw error
        }
      }
      for (const call of found) {
        const { flow_id: flowId } = call
        if (flowId === null || !runs || gateway.sendsFlow === 'always') adopted.push(call)
        else if (await adoptFlow(runs, call, () => read(flowId), mayWait(call))) adopted.push(call)
      }
      return adopted
    },
  }

  /** False: to be tried again. */
  async function adoptFlow(
    to: FlowRuns,
    call: FoundCall,
    read: () => Promise<Flow>,
    mayWait: boolean,
  ): Promise<boolean> {
    const state = (call.flow_state as FlowState | null) ?? undefined
    const taken = {
      id: call.id,
      phoneKey: call.phone_key,
      phoneNumber: call.phone_number,
      taskId: call.told_task_id ?? call.task_id,
      contactId: call.contact_id,
      isSingle: call.told_task_id !== null,
      fields: call.fields ?? {},
      isByRecipient: call.is_by_recipient,
    }
    try {
      to.adopt({ ...taken, flow: await read() }, state)
      return true
    } catch (error) {
      if (!(error instanceof SpeechFailed) && mayWait) {
        log.warn({ err: error, call: call.id }, 'the flow of a call could not be read; trying again')
        return false
      }
      const reason = error instanceof Error ? error.message : String(error)
      to.giveUp(taken, state, `the flow of a call that was taken over could not be read: ${reason}`)
      return true
    }
  }
}

function fillStep(step: FlowStep, field: (name: string) => string | undefined): FlowStep {
  return kindOf(step).withTexts?.(step, (text) => fillBeforeCall(text, field)) ?? step
}
