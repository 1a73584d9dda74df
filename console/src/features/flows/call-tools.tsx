import { Button } from '@mantine/core'
import { IconHeadphones } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import type { Flow } from './flow.ts'
import { flowsMessages } from './flows.messages.ts'
import { ViewChoice } from './picture/view-choice.tsx'
import { TestCall } from './preview/test-call.tsx'
import type { useFlowView } from './use-flow-view.ts'

const PreviewDrawer = lazyPart(async () => (await import('./preview/preview-drawer.tsx')).PreviewDrawer)

interface CallToolsProps {
  taskId: string
  dataSourceId: string
  flow: Flow
  view: ReturnType<typeof useFlowView>
  /** Words for how a call ends. */
  causes: Record<string, string>
  /** Whether calls start with this flow, and not with another version of it. */
  isCurrent: boolean
}

/** List or picture; the call to be heard; a call to one number. */
export function CallTools({ taskId, dataSourceId, flow, view, causes, isCurrent }: CallToolsProps) {
  const t = useMessages(flowsMessages)
  const [isHearing, setHearing] = useState(false)
  return (
    <>
      <ViewChoice {...view} />
      <Button
        variant="light"
        leftSection={<IconHeadphones size={14} aria-hidden />}
        onClick={() => setHearing(true)}
      >
        {t.hear}
      </Button>
      {isCurrent && <TestCall taskId={taskId} flow={flow} dataSourceId={dataSourceId} causes={causes} />}
      {isHearing && (
        <PreviewDrawer flow={flow} dataSourceId={dataSourceId} onClose={() => setHearing(false)} />
      )}
    </>
  )
}
