import { useMemo } from 'react'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { numbersOf } from './picture/flow-numbers.ts'
import type { PictureFlow } from './picture/picture-graph.ts'
import { useFlowReport } from './versions/use-flow-report.ts'

const FlowPicture = lazyPart(async () => (await import('./picture/flow-picture.tsx')).FlowPicture)

interface StillPictureProps {
  taskId: string
  flow: PictureFlow
}

/** The picture of a running task's flow with its numbers, only to be looked at. */
export function StillPicture({ taskId, flow }: StillPictureProps) {
  const report = useFlowReport({ taskId, version: undefined, days: undefined, isLive: true })
  const numbers = useMemo(() => report && numbersOf(flow, report), [flow, report])
  return (
    <div className="still-picture" inert>
      <FlowPicture flow={flow} numbers={numbers} />
    </div>
  )
}
