// A flow in words: what a step does, and where it leads.
import { useMemo } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { toRows } from './conditions.ts'
import { type Flow, type FlowStep, GATHER_DEFAULTS } from './flow.ts'
import type { FlowExit } from './flow-exits.ts'
import { flowsMessages } from './flows.messages.ts'
import { useNames } from './use-names.ts'

type Words = (typeof flowsMessages)['en']

export function useFlowTexts() {
  const t = useMessages(flowsMessages)
  const names = useNames()
  return useMemo(
    () => ({
      summary: (step: FlowStep) => summaryOf(step, t, names),
      exit: (exit: FlowExit) => exitText(exit, t),
      shortExit: (exit: FlowExit) => keysOf(exit.condition) ?? exitText(exit, t),
      condition: (condition: string) => conditionText(condition, t),
      success: (rule: string) =>
        rule === 'answered' || rule === 'person' ? t.success[rule] : t.success.when(conditionText(rule, t)),
      machine: ({ onMachine }: Flow) =>
        onMachine?.do === 'leaveMessage'
          ? t.machine.messageFrom(onMachine.step)
          : t.machine[onMachine?.do ?? 'continue'],
    }),
    [t, names],
  )
}

function summaryOf(step: FlowStep, t: Words, names: ReturnType<typeof useNames>): string {
  const { summaries } = t
  switch (step.type) {
    case 'say':
      return step.text || summaries.nothingYet
    case 'play':
      return step.audioId ? summaries.audio(names.audio(step.audioId)) : summaries.nothingYet
    case 'gather': {
      const { minDigits, maxDigits, tries } = { ...GATHER_DEFAULTS, ...step }
      const parts = [
        step.text,
        step.audioId && summaries.audio(names.audio(step.audioId)),
        [
          summaries.keys(minDigits, maxDigits),
          step.keys && summaries.accepts(step.keys),
          tries > 1 && summaries.tries(tries),
        ]
          .filter(Boolean)
          .join(' · '),
      ]
      return parts.filter(Boolean).join(' — ')
    }
    case 'transfer':
      return step.to || summaries.nothingYet
    case 'record':
      return step.what === 'call' ? summaries.recordCall : summaries.recordMessage
    case 'stream':
      return step.url || summaries.nothingYet
    case 'set':
      return step.field ? summaries.sets(step.field, step.value) : summaries.nothingYet
    case 'optOut':
      return step.listId ? summaries.list(names.list(step.listId)) : summaries.nothingYet
    // Where it leads says it all.
    case 'branch':
    case 'hangup':
      return ''
  }
}

/** Under which condition a step is left this way. */
function exitText({ word, condition = '' }: FlowExit, t: Words): string {
  return word ? t.exits[word] : conditionText(condition, t)
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
