// Conditions on the result of a call as rows of a form: `digits.confirm == "1" and verdict != "machine"`.
import { type Flow, valuesOfPath } from './flow.ts'
import { pathsOf } from './steps/steps.ts'

export interface Comparison {
  path: string
  isEqual: boolean
  value: string
}

export interface ConditionRows {
  rows: Comparison[]
  joint: 'and' | 'or'
}

const COMPARISON = /\s*([A-Za-z][\w.-]*)\s*(==|!=)\s*"((?:[^"\\]|\\.)*)"\s*/y
const JOINT = /(and|or)\b/y

/** Undefined for a condition that the rows cannot show: both `and` and `or`, or a mistake. */
export function toRows(condition: string): ConditionRows | undefined {
  const rows: Comparison[] = []
  const joints = new Set<string>()
  for (let at = 0; ; ) {
    COMPARISON.lastIndex = at
    const found = COMPARISON.exec(condition)
    if (!found) return undefined
    const [, path = '', operator, value = ''] = found
    rows.push({ path, isEqual: operator === '==', value: value.replace(/\\(.)/g, '$1') })
    at = COMPARISON.lastIndex
    if (at === condition.length) break
    JOINT.lastIndex = at
    const joint = JOINT.exec(condition)
    if (!joint) return undefined
    joints.add(joint[1] ?? '')
    at = JOINT.lastIndex
  }
  if (joints.size > 1) return undefined
  return { rows, joint: joints.has('or') ? 'or' : 'and' }
}

export function toCondition({ rows, joint }: ConditionRows): string {
  return rows
    .map(
      ({ path, isEqual, value }) =>
        `${path} ${isEqual ? '==' : '!='} "${value.replace(/["\\]/g, (found) => `\\${found}`)}"`,
    )
    .join(` ${joint} `)
}

/** The condition after a gather or set step has got another name. */
export function renamePath(condition: string, from: string, to: string): string {
  const pattern = new RegExp(`(^|\\s)${from.replace(/[.\\-]/g, '\\$&')}(?=\\s*[=!]=)`, 'g')
  return condition.replace(pattern, (_found, before: string) => before + to)
}

/** A comparison to begin with: most questions are answered with 1. */
export function newComparison(path: string): Comparison {
  const value = valuesOfPath[path]?.[0] ?? (path.startsWith('digits.') ? '1' : '')
  return { path, isEqual: true, value }
}

/** About the first thing that the flow finds out. */
export function firstComparison(flow: Flow): Comparison {
  return newComparison(pathsOf(flow)[0] ?? 'verdict')
}

export function firstCondition(flow: Flow): string {
  return toCondition({ rows: [firstComparison(flow)], joint: 'and' })
}
