import { useFlowNumbers } from './picture/flow-numbers.ts'
import { LazyFlowPicture } from './picture/lazy-flow-picture.tsx'
import type { PictureFlow } from './picture/picture-graph.ts'
import { useSuccessRule } from './use-success-rule.ts'
import { useFlowReport } from './versions/use-flow-report.ts'

interface StillPictureProps {
  taskId: string
  flow: PictureFlow
}

/** The picture of a running task's flow with its numbers, only to be looked at. */
export function StillPicture({ taskId, flow }: StillPictureProps) {
  const successWhen = useSuccessRule(taskId)
  const report = useFlowReport({ taskId, version: undefined, days: undefined, isLive: true })
  return (
    <div className="still-picture" inert>
      <LazyFlowPicture
        isStill
        isCounted
        flow={flow}
        successWhen={successWhen}
        numbers={useFlowNumbers(flow, report)}
      />
    </div>
  )
}
