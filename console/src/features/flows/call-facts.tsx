import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { type Fact, FactList } from '../../parts/fact-list.tsx'
import type { CallSettings } from './flow.ts'
import { useFlowTexts } from './flow-texts.ts'
import { flowsMessages } from './flows.messages.ts'

/** What counts as a success, what happens to machines, and how the call speaks. */
export function CallFacts({ settings: { flow, successWhen, maxAgents } }: { settings: CallSettings }) {
  const t = useMessages(flowsMessages)
  const format = useFormat()
  const texts = useFlowTexts()
  const facts: Fact[] = [[t.success.label, texts.success(successWhen)]]
  if (flow) {
    facts.push([t.machine.label, texts.machine(flow)])
    if (flow.onScreening) facts.push([t.machine.screening, flow.onScreening.say])
    if (flow.language) facts.push([t.language, flow.language])
    if (flow.voice) facts.push([t.voice, flow.voice])
    if (maxAgents) facts.push([t.maxAgents, format.number(maxAgents)])
  }
  return <FactList facts={facts} />
}
