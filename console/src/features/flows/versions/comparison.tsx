import { Text, Title } from '@mantine/core'
import { useId } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { Card } from '../../../parts/card.tsx'
import type { Days } from '../../../parts/forms/days.ts'
import { useFlowNumbers } from '../picture/flow-numbers.ts'
import { FlowTable } from '../picture/flow-table.tsx'
import { LazyFlowPicture } from '../picture/lazy-flow-picture.tsx'
import { useSuccessRule } from '../use-success-rule.ts'
import { ChangeList } from './change-list.tsx'
import { type FlowVersion, useFlowReport } from './use-flow-report.ts'
import './versions.css'
import { versionsMessages } from './versions.messages.ts'

interface ComparisonProps {
  taskId: string
  /** The older one first. */
  versions: readonly [FlowVersion, FlowVersion]
  days: Days | undefined
  isLive: boolean
}

/** Two versions of a flow side by side, each with the ways that its calls took, and what changed between them. */
export function Comparison({ taskId, versions, days, isLive }: ComparisonProps) {
  const t = useMessages(versionsMessages)
  const [before, after] = versions
  const title = t.changes(before.version, after.version)
  return (
    <>
      <Card title={title}>
        <ChangeList label={title} before={before.flow} after={after.flow} />
      </Card>
      <div className="flow-comparison">
        {versions.map((version) => (
          <Side key={version.version} taskId={taskId} version={version} days={days} isLive={isLive} />
        ))}
      </div>
    </>
  )
}

interface SideProps extends Omit<ComparisonProps, 'versions'> {
  version: FlowVersion
}

function Side({ taskId, version: { version, flow, isCurrent }, days, isLive }: SideProps) {
  const t = useMessages(versionsMessages)
  const format = useFormat()
  const id = useId()
  const report = useFlowReport({ taskId, version, days, isLive })
  const numbers = useFlowNumbers(flow, report)
  const successWhen = useSuccessRule(taskId)
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id}>
        {isCurrent ? t.versionInUse(version) : t.version(version)}
      </Title>
      <Text size="xs" c="dimmed">
        {report ? t.counted(format.number(report.calls)) : '…'}
      </Text>
      <LazyFlowPicture isCounted flow={flow} successWhen={successWhen} numbers={numbers} />
      {numbers && <FlowTable flow={flow} numbers={numbers} />}
    </section>
  )
}
