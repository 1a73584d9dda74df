import { Text } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import type { Flow } from './flow.ts'
import { useFlowTexts } from './flow-texts.ts'
import { flowsMessages } from './flows.messages.ts'

/** Where a step leads, unless that is simply the following step. */
export function StepExits({ flow, index }: { flow: Flow; index: number }) {
  const { exits: t } = useMessages(flowsMessages)
  const exits = useFlowTexts().exits(flow, index)
  const isPlain = exits.length === 1 && exits[0]?.isFollowing && exits[0].to !== undefined
  if (exits.length === 0 || isPlain) return null
  return (
    <ul className="flow-exits">
      {exits.map(({ when, to }) => (
        <li key={`${when}-${to}`}>
          <Text size="xs" c="dimmed" span>
            {when} →{' '}
          </Text>
          <Text size="xs" span fw={500}>
            {to ?? t.end}
          </Text>
        </li>
      ))}
    </ul>
  )
}
