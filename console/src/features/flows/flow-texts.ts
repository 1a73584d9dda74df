// A flow in words: what a step does, and where it leads.
import { useMemo } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { toRows } from './conditions.ts'
import type { Flow, FlowStep } from './flow.ts'
import type { FlowExit } from './flow-exits.ts'
import { flowsMessages } from './flows.messages.ts'
import { kindOf, stepWords } from './steps/steps.ts'
import { useNames } from './use-names.ts'

type Words = (typeof flowsMessages)['en']
type TypeWords = (typeof stepWords)['en']

export function useFlowTexts() {
  const t = useMessages(flowsMessages)
  const types = useMessages(stepWords)
  const names = useNames()
  return useMemo(
    () => ({
      summary: (step: FlowStep) => kindOf(step).summary?.(step, types[step.type], t.summaries, names) ?? '',
      exit: (exit: FlowExit) => exitText(exit, t, types),
      shortExit: (exit: FlowExit) => keysOf(exit.condition) ?? exitText(exit, t, types),
      condition: (condition: string) => conditionText(condition, t),
      success: (rule: string) =>
        rule === 'answered' || rule === 'person' ? t.success[rule] : t.success.when(conditionText(rule, t)),
      machine: ({ onMachine }: Flow) =>
        onMachine?.do === 'leaveMessage'
          ? t.machine.messageFrom(onMachine.step)
          : t.machine[onMachine?.do ?? 'continue'],
    }),
    [t, types, names],
  )
}

/** Under which condition a step is left this way. */
function exitText({ of, word, condition = '' }: FlowExit, t: Words, types: TypeWords): string {
  return word === undefined ? conditionText(condition, t) : (types[of].exits?.[word] ?? t.exits.next)
}

/** `1` for a condition that asks for a key only. */
function keysOf(condition: string | undefined): string | undefined {
  const found = condition === undefined ? undefined : toRows(condition)
  const isKey = found?.rows.every(
    ({ path, isEqual, value }) => path.startsWith('digits.') && isEqual && value,
  )
  const isOne = found && (found.joint === 'or' || found.rows.length === 1)
  return isKey && isOne ? found.rows.map(({ value }) => value).join(', ') : undefined
}

/** `Keys at “confirm” is 1`; a condition that cannot be shown so stays as it is. */
function conditionText(condition: string, t: Words): string {
  const found = toRows(condition)
  if (!found) return condition || t.summaries.nothingYet
  return found.rows
    .map(({ path, isEqual, value }) => {
      const shown = t.values[path]?.[value] ?? (value || t.nothing)
      return (isEqual ? t.is : t.isNot)(pathText(path, t), shown)
    })
    .join(t[found.joint])
}

export function pathText(path: string, { paths }: Words): string {
  const [head = '', ...rest] = path.split('.')
  const name = rest.join('.')
  if (head === 'digits' || head === 'result') return paths[head](name)
  if (head === 'verdict' || head === 'transfer' || head === 'agent' || head === 'optOut') return paths[head]
  return path
}
