// The success rule of a task: decides the cause of an answered call.
import type { AnsweredCause } from '../../platform/kernel/call-causes.ts'
import type { CallResult } from './call-result.ts'
import { isTrue, parseCondition } from './conditions.ts'

/** `answered`, `person`, or a condition on the result. */
export type SuccessRule = string

/**
 * The cause of an answered call. A call that asked for another one is no success yet. `isBrokenOff`: the end was not observed, and the flow was not
 * at its end; then that it was answered is not enough.
 */
export function judgeAnswered(rule: SuccessRule, result: CallResult, isBrokenOff = false): AnsweredCause {
  if (result.callbackTime !== undefined) return 'callback'
  if (result.agent !== undefined && result.agent !== 'done') return 'agent_failed'
  if (rule === 'answered') return isBrokenOff ? nobody(result) : 'answered'
  if (rule === 'person') return result.verdict?.is === 'person' ? 'answered' : nobody(result)
  if (isTrue(parseCondition(rule), result)) return 'answered'
  const cause = nobody(result)
  return cause === 'unverified' ? 'not_confirmed' : cause
}

/** Whether success means that the callee pressed a certain key: such a call is confirmed. */
export function isConfirmation(rule: SuccessRule): boolean {
  if (rule === 'answered' || rule === 'person') return false
  return parseCondition(rule).every((group) =>
    group.some(({ path, isEqual, value }) => path.startsWith('digits.') && isEqual && value !== ''),
  )
}

function nobody({ verdict }: CallResult): AnsweredCause {
  const kind = verdict?.is ?? 'unknown'
  return kind === 'machine' || kind === 'screening' || kind === 'silence' ? kind : 'unverified'
}
