import { EdgeLabelRenderer } from '@xyflow/react'
import { useLayoutEffect, useRef } from 'react'
import { meaningVariable } from '../../../../shell/palette.ts'
import { takenSince } from '../flow-numbers.ts'
import { usePicture } from '../picture-context.ts'
import { showCalls } from './picture-motion.ts'

/** Shows each new call of a running task on the lines that it took. */
export function PictureLife() {
  const { numbers, streams, meaningOf, countOf } = usePicture()
  const layer = useRef<HTMLDivElement>(null)
  const last = useRef(numbers)
  // Before the new numbers are painted, which are counted up.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new numbers are new calls
  useLayoutEffect(() => {
    const taken = takenSince(last.current, numbers)
    last.current = numbers
    if (!layer.current) return
    const moved = taken.map((line) => ({
      ...line,
      path: streams.get(line.id)?.path ?? '',
      color: meaningVariable(meaningOf(line.id)),
    }))
    showCalls(layer.current, moved, countOf.number)
  }, [numbers])
  return (
    <EdgeLabelRenderer>
      <div className="picture-life" ref={layer} aria-hidden />
    </EdgeLabelRenderer>
  )
}
