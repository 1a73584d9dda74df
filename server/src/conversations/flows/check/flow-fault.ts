// A fault of a flow: a sentence for its author, and a code for programs.
import { InvalidInput } from '../../../platform/kernel/errors.ts'
import type { ErrorDetail } from '../../../platform/words/faults.ts'
import type { CallAbility } from '../flow.ts'

export interface FlowFault {
  /** The id of the step, if it is about one. */
  step: string | null
  /** Such as `flow.steps[2].next`. */
  field: string
  message: string
  /** Without the field and the step. */
  detail: Omit<ErrorDetail, 'field' | 'step'>
}

/** Notes a fault of a field. */
export type Blame = (field: string, message: string, detail: FlowFault['detail']) => void

/** What a flow is checked against. Parts that are left out are not checked. */
export interface FlowSurroundings {
  /** Fields of the contacts. */
  fieldNames?: ReadonlySet<string>
  audioIds?: ReadonlySet<string>
  doNotCallListIds?: ReadonlySet<string>
  /** Why nothing is sent to a voice agent at this address, if so. */
  agentFault?(url: URL): string | undefined
  /** Why a call may not be transferred to this place, in a word. */
  transferProblem?: (to: string) => { reason: string; place?: string } | undefined
  gateway?: { kind: string; abilities: ReadonlySet<CallAbility>; tellsResults: boolean }
}

/** The first fault, as the error of a request. */
export function refuseFaults([fault]: readonly FlowFault[]): void {
  if (!fault) return
  const { field, step, detail } = fault
  throw new InvalidInput(fault.message, {
    ...detail,
    field,
    ...(step !== null && { step }),
  } as ErrorDetail)
}
