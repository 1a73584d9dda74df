// A flow in words: what a step does, and where it leads.
import { useMessages } from '../../language/language-provider.tsx'
import { toRows } from './conditions.ts'
import { type Flow, type FlowStep, GATHER_DEFAULTS } from './flow.ts'
import { flowsMessages } from './flows.messages.ts'
import { useNames } from './use-names.ts'

export interface Exit {
  /** Under which condition. */
  when: string
  /** The id of a step; undefined if the call ends. */
  to: string | undefined
  /** Whether it is simply the following step of the list. */
  isFollowing: boolean
}

type Words = (typeof flowsMessages)['en']

export function useFlowTexts() {
  const t = useMessages(flowsMessages)
  const names = useNames()
  return {
    summary: (step: FlowStep) => summaryOf(step, t, names),
    exits: (flow: Flow, index: number) => exitsOf(flow, index, t),
    condition: (condition: string) => conditionText(condition, t),
    success: (rule: string) =>
      rule === 'answered' || rule === 'person' ? t.success[rule] : t.success.when(conditionText(rule, t)),
    machine: ({ onMachine }: Flow) =>
      onMachine?.do === 'leaveMessage'
        ? t.machine.messageFrom(onMachine.step)
        : t.machine[onMachine?.do ?? 'continue'],
  }
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

function exitsOf(flow: Flow, index: number, { exits: t, ...rest }: Words): Exit[] {
  const step = flow.steps[index]
  if (!step || step.type === 'hangup') return []
  const following = flow.steps[index + 1]?.id
  const exit = (when: string, to: string | undefined): Exit => ({
    when,
    to: to || following,
    isFollowing: !to || to === following,
  })
  switch (step.type) {
    case 'branch':
      return [
        ...step.cases.map((one) => exit(conditionText(one.when, { exits: t, ...rest }), one.next)),
        exit(t.otherwise, step.next),
      ]
    case 'gather':
      return step.noInput
        ? [exit(t.pressed, step.next), exit(t.noInput, step.noInput)]
        : [exit(t.next, step.next)]
    case 'transfer':
      return [exit(t.notReached, step.next)]
    case 'stream':
      return [exit(t.agentDone, step.next)]
    default:
      return [exit(t.next, step.next)]
  }
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
