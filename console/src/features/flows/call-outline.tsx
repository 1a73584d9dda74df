import type { Schemas } from '@carillon/client'
import { Group, Stack, Text } from '@mantine/core'
import { useMessages } from '../../language/language-provider.tsx'
import { CallFacts } from './call-facts.tsx'
import { CallTools } from './call-tools.tsx'
import type { CallSettings } from './flow.ts'
import type { WayTaken } from './flow-exits.ts'
import { FlowOutline } from './flow-outline.tsx'
import { flowsMessages } from './flows.messages.ts'
import { useFlowNumbers } from './picture/flow-numbers.ts'
import { FlowTable } from './picture/flow-table.tsx'
import { LazyFlowPicture, PictureSkeleton } from './picture/lazy-flow-picture.tsx'
import { useFlowView } from './use-flow-view.ts'

interface CallOutlineProps {
  taskId: string
  dataSourceId: string
  settings: CallSettings
  /** Whether calls start with this flow, and not with another version of it. */
  isCurrent: boolean
  /** Words for how a call ends. */
  causes: Record<string, string>
  /** Whether calls are counted. */
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
  const choice = useFlowView()
  const { flow } = settings
  const hasCalls = report !== undefined && (report.calls > 0 || report.live > 0)
  const numbers = useFlowNumbers(flow, hasCalls ? report : undefined)
  return (
    <Stack gap="md">
      {!flow && <Text size="sm">{t.none}</Text>}
      {flow && (
        <>
          <Group gap="xs">
            <CallTools {...{ taskId, dataSourceId, flow, causes, isCurrent }} view={choice} />
          </Group>
          {choice.view === 'list' && isCounted && !report ? (
            <PictureSkeleton />
          ) : choice.view === 'picture' ? (
            <LazyFlowPicture
              flow={flow}
              successWhen={settings.successWhen}
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
      <CallFacts settings={settings} />
    </Stack>
  )
}
