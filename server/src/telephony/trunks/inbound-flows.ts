// The flows for people who call back: checked like those of tasks, and stored with them.
import { isDeepStrictEqual } from 'node:util'
import { holdAudios } from '../../conversations/audio/audio.queries.ts'
import { hasUndisclosedAgent } from '../../conversations/flows/check/announcements.ts'
import type { FlowChecks } from '../../conversations/flows/check/flow-checks.ts'
import { refuseFaults } from '../../conversations/flows/check/flow-fault.ts'
import type { Flow } from '../../conversations/flows/flow.ts'
import { audioIn, listsIn } from '../../conversations/flows/steps/steps.ts'
import { deleteReplacedFlow, insertFlow } from '../../conversations/flows/stored-flows.queries.ts'
import { holdLists } from '../../lists/do-not-call/do-not-call.queries.ts'
import { isId, newId } from '../../platform/kernel/ids.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import type { TrunkInbound } from './trunk.ts'

/** As callers give and read it. */
export interface GivenInbound extends Omit<TrunkInbound, 'flowId' | 'unknownFlowId'> {
  flow: Flow
  unknownFlow: Flow | null
}

interface Before {
  inbound: TrunkInbound | null
  inboundFlows: Pick<GivenInbound, 'flow' | 'unknownFlow'> | null
}

export const DEFAULT_MAX_CALLS = 10
export const DEFAULT_CALLS_PER_CALLER = 5

/** Throws InvalidInput, which names the step. Flows that have not changed keep their ids. */
export async function storeInbound(
  tx: Queryable,
  flowChecks: Pick<FlowChecks, 'draftFaults'>,
  given: GivenInbound | null,
  before: Before,
): Promise<TrunkInbound | null> {
  if (given === null) return null
  const { flow, unknownFlow, ...limits } = given
  const flows = unknownFlow ? [flow, unknownFlow] : [flow]
  // They cannot be deleted before the transaction ends.
  await holdLists(tx, [flows.flatMap(listsIn).filter(isId)])
  await holdAudios(tx, [flows.flatMap(audioIn).filter(isId)])
  const { inbound, inboundFlows } = before
  const store = async (field: string, document: Flow, oldId?: string | null, old?: Flow | null) => {
    const faults = await flowChecks.draftFaults({ flow: document, successWhen: 'answered' })
    refuseFaults(faults.map((fault) => inField(fault, field)))
    if (oldId && isDeepStrictEqual(document, old)) return oldId
    const id = newId()
    await insertFlow(tx, [id, document, hasUndisclosedAgent(document)])
    return id
  }
  return {
    ...limits,
    flowId: await store('inbound.flow', flow, inbound?.flowId, inboundFlows?.flow),
    unknownFlowId:
      unknownFlow &&
      (await store('inbound.unknownFlow', unknownFlow, inbound?.unknownFlowId, inboundFlows?.unknownFlow)),
  }
}

/** The flows that the trunk no longer has. */
export async function removeReplaced(
  tx: Queryable,
  before: TrunkInbound | null,
  after: TrunkInbound | null,
): Promise<void> {
  const kept = new Set([after?.flowId, after?.unknownFlowId])
  for (const id of [before?.flowId, before?.unknownFlowId])
    if (id && !kept.has(id)) await deleteReplacedFlow(tx, [id])
}

/** A fault of a flow is about `flow…`: here it is about a part of the trunk. */
export function inField<Fault extends { field: string; message: string }>(
  fault: Fault,
  field: string,
): Fault {
  const named = (text: string) => text.replace(/^flow\b/, field)
  return { ...fault, field: named(fault.field), message: named(fault.message) }
}
