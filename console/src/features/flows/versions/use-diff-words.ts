// The settings of a flow in words, to be compared line by line.
import { useMessages } from '../../../language/language-provider.tsx'
import { builderMessages } from '../builder/builder.messages.ts'
import { announcesMessages } from '../builder/steps/announces.messages.ts'
import type { FlowStep } from '../flow.ts'
import type { FlowExit } from '../flow-exits.ts'
import { useFlowTexts } from '../flow-texts.ts'
import { flowsMessages } from '../flows.messages.ts'
import { stepWords } from '../steps/steps.ts'
import { useNames } from '../use-names.ts'
import type { DiffWords, Line } from './flow-diff.ts'
import { versionsMessages } from './versions.messages.ts'

/** Fields whose words in the builder have another name. */
const wordOf: Record<string, string> = { audioId: 'audio', listId: 'list' }

export function useDiffWords(): DiffWords {
  const t = useMessages(versionsMessages)
  const flows = useMessages(flowsMessages)
  const { fields } = useMessages(builderMessages)
  const announced = useMessages(announcesMessages)
  const types = useMessages(stepWords)
  const texts = useFlowTexts()
  const names = useNames()
  const words: Record<string, unknown> = fields

  function labelOf({ type }: FlowStep, name: string): string {
    if (name === 'announces') return announced.label
    const word = types[type].fields?.[name] ?? words[wordOf[name] ?? name]
    return typeof word === 'string' ? word : name
  }
  function textOf(name: string, value: unknown): string {
    if (name === 'audioId') return names.audio(String(value))
    if (name === 'listId') return names.list(String(value))
    if (name === 'what') return value === 'call' ? fields.recordCall : fields.recordMessage
    if (name === 'connect') return value === 'ringing' ? fields.connectRinging : fields.connectAnswer
    if (name === 'announces')
      return (value as (keyof typeof announced.saysThat)[]).map((each) => announced.saysThat[each]).join(', ')
    if (typeof value === 'boolean') return value ? t.yes : t.no
    if (typeof value !== 'object' || value === null) return String(value)
    return Object.entries(value)
      .map(([key, each]) => `${key} = ${each}`)
      .join('\n')
  }
  return {
    name: fields.id,
    ofFlow: (flow): Line[] => [
      { label: t.begins, text: flow.steps[0]?.id ?? '' },
      { label: flows.language, text: flow.language ?? '' },
      { label: flows.voice, text: flow.voice ?? '' },
      { label: flows.machine.label, text: texts.machine(flow) },
      { label: flows.machine.screening, text: flow.onScreening?.say ?? '' },
    ],
    ofField: (step, name, value) => ({ label: labelOf(step, name), text: textOf(name, value) }),
    ofExit: (exit: FlowExit) => {
      const to = exit.to ?? (exit.isOpen ? flows.exits.open : flows.exits.end)
      if (exit.condition === undefined) return { label: texts.exit(exit), text: to }
      const number = Number(exit.name.slice('case '.length)) + 1
      return { label: fields.caseOf(number), text: `${texts.exit(exit)} → ${to}` }
    },
  }
}
