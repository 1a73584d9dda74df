import { Stack, Title } from '@mantine/core'
import { useCallback, useId } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { CallOutline } from './call-outline.tsx'
import type { CallSettings } from './flow.ts'
import type { WayTaken } from './flow-exits.ts'
import { flowsMessages } from './flows.messages.ts'
import { PictureSkeleton } from './picture/lazy-flow-picture.tsx'
import { ReportFilters } from './versions/report-filters.tsx'
import { useFlowReport, useReportChoice } from './versions/use-flow-report.ts'
import { VersionList } from './versions/version-list.tsx'

const Comparison = lazyPart(
  async () => (await import('./versions/comparison.tsx')).Comparison,
  <PictureSkeleton />,
)

interface CallReportProps {
  taskId: string
  dataSourceId: string
  settings: CallSettings
  isPublished: boolean
  isRunning: boolean
  /** Words for how a call ends. */
  causes: Record<string, string>
  /** Why the task takes no other version of its flow now. */
  disabledReason: string | undefined
  /** Where the contacts are that took a way, in all versions or in one. */
  hrefOf(taken: WayTaken, version: number | undefined): string
}

/** The call of a task with the ways that people take, in some days and in a version of its flow. */
export function CallReport(props: CallReportProps) {
  const { taskId, dataSourceId, settings, isPublished, isRunning, causes, disabledReason, hrefOf } = props
  const t = useMessages(flowsMessages)
  const titleId = useId()
  const choice = useReportChoice(taskId, isPublished, isRunning)
  const { chosen, current, other, days, versions } = choice
  const hasReport = settings.flow !== null && versions !== undefined
  // All calls of a task with one version are of that one.
  const version = versions && versions.length > 1 ? chosen?.version : undefined
  const report = useFlowReport({ taskId, version, days, isEnabled: hasReport, isLive: isRunning })
  const waysTo = useCallback((taken: WayTaken) => hrefOf(taken, version), [hrefOf, version])
  // Which version is shown, or whether two are, decides on all that follows.
  if (choice.isLoading)
    return (
      <div className="call-report" aria-busy>
        <PictureSkeleton />
      </div>
    )
  return (
    <section className="call-report" aria-labelledby={titleId}>
      <Title order={2} id={titleId}>
        {t.title}
      </Title>
      {hasReport && <ReportFilters choice={choice} calls={report?.calls} />}
      <Stack gap="md">
        {chosen && other ? (
          <Comparison
            taskId={taskId}
            versions={chosen.version > other.version ? [other, chosen] : [chosen, other]}
            days={days}
            isLive={isRunning}
          />
        ) : (
          <CallOutline
            taskId={taskId}
            dataSourceId={dataSourceId}
            settings={chosen ? { ...settings, flow: chosen.flow } : settings}
            isCurrent={(chosen ?? current) === current}
            causes={causes}
            isCounted={hasReport}
            report={report}
            // Contacts cannot be asked for by the day of their call.
            {...(!days && { hrefOf: waysTo })}
          />
        )}
        {hasReport && (
          <VersionList
            taskId={taskId}
            dataSourceId={dataSourceId}
            settings={settings}
            choice={choice}
            disabledReason={disabledReason}
          />
        )}
      </Stack>
    </section>
  )
}
