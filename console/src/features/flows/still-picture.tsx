import type { Schemas } from '@carillon/client'
import { useMemo } from 'react'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { numbersOf } from './picture/flow-numbers.ts'
import type { PictureFlow } from './picture/picture-graph.ts'

const FlowPicture = lazyPart(async () => (await import('./picture/flow-picture.tsx')).FlowPicture)

interface StillPictureProps {
  flow: PictureFlow
  report: Schemas['FlowReport'] | undefined
}

/** The picture of a flow with its numbers, only to be looked at. */
export function StillPicture({ flow, report }: StillPictureProps) {
  const numbers = useMemo(() => report && numbersOf(flow, report), [flow, report])
  return (
    <div className="still-picture" inert>
      <FlowPicture flow={flow} numbers={numbers} />
    </div>
  )
}
