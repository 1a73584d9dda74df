import type { Schemas } from '@carillon/client'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconHeadphones } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { type Fact, FactList } from '../../parts/fact-list.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import type { CallSettings } from './flow.ts'
import type { WayTaken } from './flow-exits.ts'
import { FlowOutline } from './flow-outline.tsx'
import { useFlowTexts } from './flow-texts.ts'
import { flowsMessages } from './flows.messages.ts'
import { useFlowNumbers } from './picture/flow-numbers.ts'
import { FlowTable } from './picture/flow-table.tsx'
import { LazyFlowPicture, PictureSkeleton } from './picture/lazy-flow-picture.tsx'
import { ViewChoice } from './picture/view-choice.tsx'
import { TestCall } from './preview/test-call.tsx'
import { useFlowView } from './use-flow-view.ts'

const PreviewDrawer = lazyPart(async () => (await import('./preview/preview-drawer.tsx')).PreviewDrawer)

interface CallOutlineProps {
  taskId: string
  dataSourceId: string
  settings: CallSettings
  /** Whether calls start with this flow, and not with another version of it. */
  isCurrent: boolean
  /** Words for how a call ends. */
  causes: Record<string, string>
  /** Whether calls are counted; not those of a draft. */
  isCounted: boolean
  /** The ways that calls took, once there are any. */
  report?: Schemas['FlowReport'] | undefined
  /** Where the contacts are that took a way. */
  hrefOf?: (taken: WayTaken) => string
}

/** The call of a task to be read, heard and tried. */
export function CallOutline(props: CallOutlineProps) {
  const { taskId, dataSourceId, settings, isCurrent, causes, isCounted, report, hrefOf } = props
  const t = useMessages(flowsMessages)
  const format = useFormat()
  const texts = useFlowTexts()
  const [isHearing, setHearing] = useState(false)
  const choice = useFlowView()
  const { flow, successWhen, maxAgents } = settings
  const hasCalls = report !== undefined && (report.calls > 0 || report.live > 0)
  const numbers = useFlowNumbers(flow, hasCalls ? report : undefined)
  const facts: Fact[] = [[t.success.label, texts.success(successWhen)]]
  if (flow) {
    facts.push([t.machine.label, texts.machine(flow)])
    if (flow.onScreening) facts.push([t.machine.screening, flow.onScreening.say])
    if (flow.language) facts.push([t.language, flow.language])
    if (flow.voice) facts.push([t.voice, flow.voice])
    if (maxAgents) facts.push([t.maxAgents, format.number(maxAgents)])
  }
  return (
    <Stack gap="md">
      {!flow && <Text size="sm">{t.none}</Text>}
      {flow && (
        <>
          <Group gap="xs">
            <ViewChoice {...choice} />
            <Button
              variant="light"
              leftSection={<IconHeadphones size={14} aria-hidden />}
              onClick={() => setHearing(true)}
            >
              {t.hear}
            </Button>
            {isCurrent && (
              <TestCall taskId={taskId} flow={flow} dataSourceId={dataSourceId} causes={causes} />
            )}
          </Group>
          {choice.view === 'list' && isCounted && !report ? (
            <PictureSkeleton />
          ) : choice.view === 'picture' ? (
            <LazyFlowPicture
              flow={flow}
              successWhen={successWhen}
              numbers={numbers}
              isCounted={isCounted}
              {...(hrefOf && { hrefOf })}
            />
          ) : (
            <>
              {numbers && <FlowTable flow={flow} numbers={numbers} hrefOf={hrefOf} />}
              <FlowOutline flow={flow} />
            </>
          )}
        </>
      )}
      <FactList facts={facts} />
      {flow && isHearing && (
        <PreviewDrawer flow={flow} dataSourceId={dataSourceId} onClose={() => setHearing(false)} />
      )}
    </Stack>
  )
}
