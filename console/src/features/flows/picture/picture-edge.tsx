import { ActionIcon } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { partsMessages } from '../../../parts/parts.messages.ts'
import { builderMessages } from '../builder/builder.messages.ts'
import { flowsMessages } from '../flows.messages.ts'
import { ContactCount } from './contact-count.tsx'
import { takenOf } from './flow-numbers.ts'
import { usePicture } from './picture-context.ts'
import type { PlacedEdge } from './place-picture.ts'

/** A line of a picture with its label. Its way is that of the placed picture. */
export const PictureEdge = memo(function PictureEdge({ id, markerEnd = '' }: EdgeProps<Edge>) {
  const { edges, labelOf, build, numbers } = usePicture()
  const count = numbers?.edges.get(id)
  const edge = edges.get(id)
  if (!edge) return null
  const text = labelOf(edge)
  const { x, y } = edge.label
  return (
    <>
      <BaseEdge
        path={edge.path}
        markerEnd={markerEnd}
        interactionWidth={16}
        {...widthOf(count, numbers?.max)}
      />
      {(text !== '' || build || count !== undefined) && (
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
            {count !== undefined && <Count edge={edge} count={count} />}
            {build && (edge.exit || edge.answerer) && <AddHere edge={edge} />}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  )
})

const MAX_WIDTH = 11

/** As wide as it was often taken. */
function widthOf(count: number | undefined, max = 0) {
  if (count === undefined || max === 0) return {}
  return { style: { strokeWidth: 1.5 + (MAX_WIDTH * count) / max, ...(count === 0 && { opacity: 0.4 }) } }
}

/** How often a line was taken; leads to those contacts. */
function Count({ edge, count }: { edge: PlacedEdge; count: number }) {
  const { flow, numbers, nameOf, labelOf } = usePicture()
  const format = useFormat()
  const { exits } = useMessages(flowsMessages)
  const { named } = useMessages(partsMessages)
  const text = format.number(count)
  return (
    <ContactCount
      taken={count > 0 && numbers ? takenOf(flow, numbers, edge) : undefined}
      where={nameOf(edge.from)}
      what={named(labelOf(edge) || exits.next, text)}
    >
      {text}
    </ContactCount>
  )
}

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
