import { ActionIcon } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { builderMessages } from '../builder/builder.messages.ts'
import { usePicture } from './picture-context.ts'
import type { PlacedEdge } from './place-picture.ts'

/** A line of a picture with its label. Its way is that of the placed picture. */
export const PictureEdge = memo(function PictureEdge({ id, markerEnd = '' }: EdgeProps<Edge>) {
  const { edges, labelOf, build } = usePicture()
  const edge = edges.get(id)
  if (!edge) return null
  const text = labelOf(edge)
  const { x, y } = edge.label
  return (
    <>
      <BaseEdge path={edge.path} markerEnd={markerEnd} interactionWidth={16} />
      {(text !== '' || build) && (
        <EdgeLabelRenderer>
          <div
            className="picture-label"
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            {text !== '' && (
              <span className="picture-label-text" title={text} aria-hidden>
                {text}
              </span>
            )}
            {build && (edge.exit || edge.answerer) && <AddHere edge={edge} />}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  )
})

/** Opens the menu of steps for a line. */
function AddHere({ edge }: { edge: PlacedEdge }) {
  const t = useMessages(builderMessages)
  const { chooseFor } = usePicture()
  return (
    <ActionIcon
      className="picture-add nopan"
      variant="default"
      size={16}
      radius="xl"
      tabIndex={-1}
      aria-label={t.addStep}
      onClick={() => chooseFor(edge.id)}
    >
      <IconPlus size={11} />
    </ActionIcon>
  )
}
