import { IconPlus } from '@tabler/icons-react'
import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { builderMessages } from '../builder/builder.messages.ts'
import { ContactCount } from './contact-count.tsx'
import { takenOf } from './flow-numbers.ts'
import { usePicture } from './picture-context.ts'
import { takesStep } from './picture-graph.ts'
import type { PlacedEdge } from './place-picture.ts'

/** A line of a picture. Its way is that of the placed picture. */
export const PictureEdge = memo(function PictureEdge({ id, markerEnd = '' }: EdgeProps<Edge>) {
  const { edges, numbers } = usePicture()
  const edge = edges.get(id)
  if (!edge) return null
  return <Line path={edge.path} markerEnd={markerEnd} {...widthOf(numbers?.edges.get(id), numbers?.max)} />
})

interface LineProps {
  path: string
  markerEnd: string
  width?: number
  isFaint?: boolean
}

const Line = memo(function Line({ path, markerEnd, width, isFaint }: LineProps) {
  return (
    <BaseEdge
      path={path}
      markerEnd={markerEnd}
      interactionWidth={16}
      {...(width !== undefined && { style: { strokeWidth: width, ...(isFaint && { opacity: 0.4 }) } })}
    />
  )
})

const MAX_WIDTH = 11

/** As wide as it was often taken, in tenths of a pixel: no line is drawn anew for one call more. */
function widthOf(count: number | undefined, max = 0): { width?: number; isFaint?: boolean } {
  if (count === undefined || max === 0) return {}
  return { width: Math.round(15 + (10 * MAX_WIDTH * count) / max) / 10, isFaint: count === 0 }
}

/** What the lines say: under which condition they are taken, and how often they were. */
export function PictureLabels() {
  const { edges } = usePicture()
  return (
    <EdgeLabelRenderer>
      {[...edges.values()].map((edge) => (
        <EdgeLabel key={edge.id} edge={edge} />
      ))}
    </EdgeLabelRenderer>
  )
}

/** A component for each line, so that the page answers between two of them. */
const EdgeLabel = memo(function EdgeLabel({ edge }: { edge: PlacedEdge }) {
  const { flow, labelOf, countOf, build, numbers, hrefOf, chooseFor } = usePicture()
  const { addStep } = useMessages(builderMessages)
  const text = labelOf(edge)
  const count = numbers?.edges.get(edge.id)
  if (text === '' && !build && count === undefined) return null
  const counted = count === undefined ? { text: '', label: '' } : countOf.edge(edge, count)
  return (
    <Label
      id={edge.id}
      text={text}
      x={edge.label.x}
      y={edge.label.y}
      count={counted.text}
      countLabel={counted.label}
      href={count && numbers ? hrefOf?.(takenOf(flow, numbers, edge)) : undefined}
      addName={build && takesStep(edge) ? addStep : ''}
      onAdd={chooseFor}
    />
  )
})

interface LabelProps {
  id: string
  text: string
  x: number
  y: number
  count: string
  countLabel: string
  /** Where the contacts are that took it. */
  href: string | undefined
  /** Empty where no step can be added. */
  addName: string
  onAdd(edge: string): void
}

const Label = memo(function Label({ id, text, x, y, count, countLabel, href, addName, onAdd }: LabelProps) {
  return (
    <div className="picture-label" style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}>
      {text !== '' && (
        <span className="picture-label-text" title={text} aria-hidden>
          {text}
        </span>
      )}
      {count !== '' && <ContactCount text={count} href={href} label={countLabel} />}
      {addName !== '' && (
        <button
          type="button"
          className="picture-add nopan"
          tabIndex={-1}
          aria-label={addName}
          onClick={() => onAdd(id)}
        >
          <IconPlus size={13} aria-hidden />
        </button>
      )}
    </div>
  )
})
