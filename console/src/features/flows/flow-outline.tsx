import { Badge, Group, Text } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import type { Flow } from './flow.ts'
import { useFlowTexts } from './flow-texts.ts'
import { flowsMessages } from './flows.messages.ts'
import { StepExits } from './step-exits.tsx'
import { StepIcon } from './step-icon.tsx'
import { stepWords } from './steps/steps.ts'

/** A flow to be read: each step in a line, and where it leads. */
export function FlowOutline({ flow }: { flow: Flow }) {
  const t = useMessages(flowsMessages)
  const types = useMessages(stepWords)
  const { summary } = useFlowTexts()
  return (
    <ol className="flow-steps" aria-label={t.outline}>
      {flow.steps.map((step, index) => (
        <li key={step.id} className="flow-step">
          <Group gap="xs" wrap="nowrap">
            <StepIcon type={step.type} />
            <Text size="sm" fw={600} span>
              {index + 1}. {types[step.type].title}
            </Text>
            <Badge variant="default" size="sm" tt="none" fw={400}>
              {step.id}
            </Badge>
          </Group>
          <Text size="sm" className="flow-step-summary">
            {summary(step)}
          </Text>
          <StepExits flow={flow} index={index} />
        </li>
      ))}
    </ol>
  )
}
