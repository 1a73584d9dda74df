import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { Card } from '../../parts/card.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import type { CallValues } from './flow-draft.ts'
import { flowsMessages } from './flows.messages.ts'

const ExampleList = lazyPart(
  async () => (await import('./builder/example-list.tsx')).ExampleList,
  <Skeleton h={300} />,
)
const FlowBuilder = lazyPart(
  async () => (await import('./builder/flow-builder.tsx')).FlowBuilder,
  <Skeleton h={300} />,
)

interface CallCardProps {
  call: CallValues
  onChange(call: CallValues): void
  /** Its contacts have the fields for the texts; empty until one is chosen. */
  dataSourceId: string
  /** Instead of that of the task form. */
  title?: string
  /** Whether it counts as a success of a task or not. */
  hasRule?: boolean
  /** More about a call that has a flow. */
  children?: ReactNode
}

/** The part of the task form about the call: what people hear when they answer. */
export function CallCard({ call, onChange, dataSourceId, title, hasRule = true, children }: CallCardProps) {
  const words = useMessages(flowsMessages)
  const { flow } = call
  return (
    <Card title={title ?? words.title}>
      {flow ? (
        <FlowBuilder
          call={{ ...call, flow }}
          onChange={onChange}
          dataSourceId={dataSourceId}
          hasRule={hasRule}
        >
          {children}
        </FlowBuilder>
      ) : (
        <ExampleList onChoose={onChange} hasIntro={hasRule} />
      )}
    </Card>
  )
}
