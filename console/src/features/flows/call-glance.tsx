import { Anchor, Text } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { CallFacts } from './call-facts.tsx'
import { CallTools } from './call-tools.tsx'
import type { CallSettings } from './flow.ts'
import type { WayTaken } from './flow-exits.ts'
import { FlowOutline } from './flow-outline.tsx'
import { flowsMessages } from './flows.messages.ts'
import { takenOf, useFlowNumbers } from './picture/flow-numbers.ts'
import { FlowTable } from './picture/flow-table.tsx'
import { LazyFlowPicture } from './picture/lazy-flow-picture.tsx'
import { stepWords } from './steps/steps.ts'
import { useFlowView } from './use-flow-view.ts'
import { useFlowReport, useReportChoice } from './versions/use-flow-report.ts'

interface CallGlanceProps {
  taskId: string
  dataSourceId: string
  /** Of the task; another version of its flow may be in use by now. */
  settings: CallSettings
  isPublished: boolean
  isRunning: boolean
  /** Words for how a call ends. */
  causes: Record<string, string>
  /** Where there is more about the call of a published task. */
  href: string
  hrefOf(taken: WayTaken, version: number | undefined): string
  /** What is shown beside the picture when a line or a card of it is chosen; without it nothing is. */
  besideWay?: (chosen: ChosenWay & { version: number | undefined; onClose(): void }) => ReactNode
}

interface ChosenWay {
  /** The card or the line. */
  id: string
  taken: WayTaken
  title: string
}

/** The call of a task with the ways that people take, or will take: the greater part of its page, as a picture or as a list. */
export function CallGlance(props: CallGlanceProps) {
  const { taskId, dataSourceId, settings, isPublished, isRunning, causes, href, hrefOf, besideWay } = props
  const t = useMessages(flowsMessages)
  const view = useFlowView()
  const { versions = [], current, isLoading } = useReportChoice(taskId, isPublished, isRunning)
  // All calls of a task with one version are of that one.
  const version = versions.length > 1 ? current?.version : undefined
  const flow = current?.flow ?? settings.flow
  const isCounted = isPublished && flow !== null
  const report = useFlowReport({
    ...{ taskId, version, days: undefined },
    isEnabled: isCounted && !isLoading,
    isLive: isRunning,
  })
  const hasCalls = report !== undefined && (report.calls > 0 || report.live > 0)
  const numbers = useFlowNumbers(flow, hasCalls ? report : undefined)
  const [chosen, choose] = useState<ChosenWay>()
  const steps = useMessages(stepWords)
  function chooseCard(id: string): void {
    const step = flow?.steps.find((each) => each.id === id)
    if (step) choose({ id, taken: { fromStep: id }, title: `${steps[step.type].title} · ${id}` })
  }
  const waysTo = useCallback((taken: WayTaken) => hrefOf(taken, version), [hrefOf, version])
  return (
    <section className="task-call" aria-label={t.title}>
      {flow ? (
        <>
          <div className="task-call-tools">
            <CallTools {...{ taskId, dataSourceId, flow, view, causes }} isCurrent />
            {isPublished && (
              <Anchor component={Link} href={href}>
                {t.details}
              </Anchor>
            )}
          </div>
          {view.view === 'picture' ? (
            <div className="task-call-picture">
              <LazyFlowPicture
                flow={flow}
                successWhen={settings.successWhen}
                numbers={numbers}
                isCounted={isCounted}
                hrefOf={waysTo}
                {...(besideWay &&
                  numbers && {
                    selected: chosen?.id,
                    onOpen: chooseCard,
                    onLine: (edge, label) =>
                      choose({ id: edge.id, taken: takenOf(flow, numbers, edge), title: label || t.title }),
                  })}
              />
              {chosen && besideWay?.({ ...chosen, version, onClose: () => choose(undefined) })}
            </div>
          ) : (
            <>
              {numbers && <FlowTable flow={flow} numbers={numbers} hrefOf={waysTo} />}
              <FlowOutline flow={flow} />
            </>
          )}
        </>
      ) : (
        <Text size="sm">{t.none}</Text>
      )}
      {!isPublished && <CallFacts settings={settings} />}
    </section>
  )
}
