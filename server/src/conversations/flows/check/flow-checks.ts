// Checks flows against their surroundings: the lists and audio that they name, the fields of the contacts, the gateway.
import { isId } from '../../../platform/kernel/ids.ts'
import { ALL_ABILITIES, type CallAbility, type Flow } from '../flow.ts'
import { audioIn, kindOf, listsIn } from '../steps/steps.ts'
import { type CheckedFlow, checkFlow } from './check-flow.ts'
import type { FlowFault, FlowSurroundings } from './flow-fault.ts'
import { tellsResults } from './gateway-abilities.ts'

/** What is left out is not checked. */
export interface FlowChecksParts {
  gatewayKind?(): string
  /** What this node's gateway can do, if it has one: an Asterisk may lack modules. */
  abilities?(): ReadonlySet<CallAbility> | undefined
  /** The fields of a data source's contacts. */
  fieldNames?(dataSourceId: string): Promise<readonly string[]>
  /** Returns those of the ids that exist. */
  knownLists?(ids: string[]): Promise<readonly string[]>
  knownAudio?(ids: string[]): Promise<readonly string[]>
  /** Why this node sends nothing to a voice agent at this address, if so. */
  agentFault?(url: URL): string | undefined
  /** Why a call may not be transferred to a place, by the current rules. */
  transferProblem?(): Promise<FlowSurroundings['transferProblem']>
}

export type FlowChecks = ReturnType<typeof createFlowChecks>

export function createFlowChecks(parts: FlowChecksParts = {}) {
  const { gatewayKind, abilities, fieldNames, knownLists, knownAudio, agentFault, transferProblem } = parts

  async function named(flow: Flow | null): Promise<FlowSurroundings> {
    const lists = knownLists && (await knownLists(listsIn(flow).filter(isId)))
    const audio = knownAudio && (await knownAudio(audioIn(flow).filter(isId)))
    return {
      ...(lists && { doNotCallListIds: new Set(lists) }),
      ...(audio && { audioIds: new Set(audio) }),
      ...(agentFault && { agentFault }),
    }
  }

  return {
    /** Faults that do not depend on a task or a gateway. */
    async draftFaults(checked: CheckedFlow): Promise<FlowFault[]> {
      return checkFlow({ ...checked, needsRecordingNotice: false }, await named(checked.flow))
    },

    /** Faults that prevent its use now: with this gateway, and with the contacts of the data source or these fields, if they are given. */
    async faults(checked: CheckedFlow, given?: string | readonly string[]): Promise<FlowFault[]> {
      const hasTransfers = checked.flow?.steps.some((step) => kindOf(step).targetOf)
      const judge = hasTransfers ? await transferProblem?.() : undefined
      const names = typeof given === 'string' ? await fieldNames?.(given) : given
      return checkFlow(checked, {
        ...(await named(checked.flow)),
        ...(names && { fieldNames: new Set(names) }),
        ...(judge && { transferProblem: judge }),
        ...(gatewayKind && {
          gateway: {
            kind: gatewayKind(),
            abilities: abilities?.() ?? ALL_ABILITIES,
            tellsResults: tellsResults(gatewayKind()),
          },
        }),
      })
    },
  }
}
