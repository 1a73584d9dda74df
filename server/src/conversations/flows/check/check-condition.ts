// Checks a condition: whether it can be parsed, and whether a call can have the values that it asks for.
import { TRANSFER_RESULTS, VERDICTS } from '../../../platform/words/calls.ts'
import { InvalidCondition, parseCondition } from '../conditions.ts'
import type { Flow } from '../flow.ts'
import { kindOf, stepThatGives } from '../steps/steps.ts'
import type { FlowFault } from './flow-fault.ts'

export type BlameCondition = (message: string, detail: FlowFault['detail']) => void

const VALUES: Readonly<Record<string, readonly string[]>> = {
  verdict: VERDICTS,
  transfer: ['', ...TRANSFER_RESULTS],
  agent: ['', 'done', 'refused', 'silent', 'died'],
  optOut: ['yes', 'no'],
  hungUp: ['yes', 'no'],
}

/** Returns the paths that it asks for. Without a flow only its form is checked. */
export function checkCondition(text: string, flow: Flow | null, blame: BlameCondition): string[] {
  const comparisons = readCondition(text, blame)
  for (const comparison of comparisons) checkComparison(comparison, flow, blame)
  return comparisons.map(({ path }) => path)
}

/** Whether a call can have this value. */
export function checkComparison(
  { path, value }: { path: string; value: string },
  flow: Flow | null,
  blame: BlameCondition,
): void {
  const allowed = VALUES[path]
  if (allowed && !allowed.includes(value)) {
    const shown = allowed.filter((each) => each !== '')
    blame(`compares ${path} with "${value}": it is one of ${shown.join(', ')}`, {
      fault: 'value_impossible',
      params: { name: path, value },
    })
  } else if (flow && !givesResult(flow, path))
    blame(`asks for ${path}, which no step gives`, { fault: 'result_unknown', params: { name: path } })
  else if (flow && path.startsWith('digits.') && !canBeKeyed(flow, path, value))
    blame(`compares ${path} with "${value}", which the step does not accept`, {
      fault: 'value_impossible',
      params: { name: path, value },
    })
}

function readCondition(text: string, blame: BlameCondition) {
  try {
    return parseCondition(text).flat()
  } catch (error) {
    if (!(error instanceof InvalidCondition)) throw error
    blame(error.message, { fault: 'condition_invalid', params: { problem: error.message } })
    return []
  }
}

/** Whether some step gives this result: digits of a gather step, or a result field. A voice agent may give any field. */
export function givesResult(flow: Flow, path: string): boolean {
  if (!/^(?:digits|result)\./.test(path) || stepThatGives(flow, path)) return true
  return path.startsWith('result.') && flow.steps.some((step) => kindOf(step).givesAnyField)
}

/** Without input the digits are empty. */
function canBeKeyed(flow: Flow, path: string, value: string): boolean {
  const step = stepThatGives(flow, path)
  return value === '' || !step || (kindOf(step).canGive?.(step, value) ?? true)
}
