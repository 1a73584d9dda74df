import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { usePicture } from './picture-context.ts'

/** A line of a picture with its label. Its way is that of the placed picture. */
export const PictureEdge = memo(function PictureEdge({ id, markerEnd = '' }: EdgeProps<Edge>) {
  const { edges, labelOf } = usePicture()
  const edge = edges.get(id)
  if (!edge) return null
  const text = labelOf(edge)
  const { x, y } = edge.label
  return (
    <>
      <BaseEdge path={edge.path} markerEnd={markerEnd} interactionWidth={16} />
      {text !== '' && (
        <EdgeLabelRenderer>
          <div
            className="picture-label"
            aria-hidden
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            <span className="picture-label-text" title={text}>
              {text}
            </span>
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  )
})
