import { Text } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import type { Flow } from './flow.ts'
import { exitsOf } from './flow-exits.ts'
import { useFlowTexts } from './flow-texts.ts'
import { flowsMessages } from './flows.messages.ts'

/** Where a step leads, unless that is simply the following step. */
export function StepExits({ flow, index }: { flow: Flow; index: number }) {
  const { exits: t } = useMessages(flowsMessages)
  const texts = useFlowTexts()
  const exits = exitsOf(flow, index)
  const isPlain = exits.length === 1 && exits[0]?.isFollowing && exits[0].to !== undefined
  if (exits.length === 0 || isPlain) return null
  return (
    <ul className="flow-exits">
      {exits.map((exit) => (
        <li key={exit.name}>
          <Text size="xs" c="dimmed" span>
            {texts.exit(exit)} →{' '}
          </Text>
          <Text size="xs" span fw={500}>
            {exit.to ?? (exit.isOpen ? t.open : t.end)}
          </Text>
        </li>
      ))}
    </ul>
  )
}
