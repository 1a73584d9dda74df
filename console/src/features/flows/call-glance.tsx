import { Anchor, Group } from '@mantine/core'
import { useCallback } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { Card } from '../../parts/card.tsx'
import type { Flow } from './flow.ts'
import type { WayTaken } from './flow-exits.ts'
import { FlowOutline } from './flow-outline.tsx'
import { flowsMessages } from './flows.messages.ts'
import { useFlowNumbers } from './picture/flow-numbers.ts'
import { FlowTable } from './picture/flow-table.tsx'
import { LazyFlowPicture } from './picture/lazy-flow-picture.tsx'
import { ViewChoice } from './picture/view-choice.tsx'
import { useFlowView } from './use-flow-view.ts'
import { useSuccessRule } from './use-success-rule.ts'
import { useFlowReport, useReportChoice } from './versions/use-flow-report.ts'

interface CallGlanceProps {
  taskId: string
  /** Of the task; another version of it may be in use by now. */
  flow: Flow
  isRunning: boolean
  /** Where there is more about it. */
  href: string
  hrefOf(taken: WayTaken, version: number | undefined): string
}

/** The call of a published task with the ways that people take, among other things of its page. A phone has no room for it. */
export function CallGlance({ taskId, flow: first, isRunning, href, hrefOf }: CallGlanceProps) {
  const t = useMessages(flowsMessages)
  const view = useFlowView()
  const successWhen = useSuccessRule(taskId)
  const { versions = [], current, isLoading } = useReportChoice(taskId, true, isRunning)
  // All calls of a task with one version are of that one.
  const version = versions.length > 1 ? current?.version : undefined
  const flow = current?.flow ?? first
  const report = useFlowReport({ taskId, version, days: undefined, isEnabled: !isLoading, isLive: isRunning })
  const hasCalls = report !== undefined && (report.calls > 0 || report.live > 0)
  const numbers = useFlowNumbers(flow, hasCalls ? report : undefined)
  const waysTo = useCallback((taken: WayTaken) => hrefOf(taken, version), [hrefOf, version])
  if (!view.hasRoom) return null
  return (
    <div className="call-glance">
      <Card
        title={t.title}
        beside={
          <Group gap="md">
            <Anchor component={Link} href={href}>
              {t.details}
            </Anchor>
            <ViewChoice {...view} />
          </Group>
        }
      >
        {view.view === 'picture' ? (
          <LazyFlowPicture
            isCounted
            flow={flow}
            successWhen={successWhen}
            numbers={numbers}
            hrefOf={waysTo}
          />
        ) : numbers ? (
          <FlowTable flow={flow} numbers={numbers} hrefOf={waysTo} />
        ) : (
          <FlowOutline flow={flow} />
        )}
      </Card>
    </div>
  )
}
