import { IconPlus } from '@tabler/icons-react'
import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { type Meaning, meaningVariable } from '../../../shell/palette.ts'
import { builderMessages } from '../builder/builder.messages.ts'
import { ContactCount } from './contact-count.tsx'
import { takenOf } from './flow-numbers.ts'
import { usePicture } from './picture-context.ts'
import { takesStep } from './picture-graph.ts'
import type { PlacedEdge } from './place-picture.ts'
import type { Stream } from './streams/streams.ts'

/** A line of a picture, as wide as it was often taken. */
export const PictureEdge = memo(function PictureEdge({ id, markerEnd }: EdgeProps<Edge>) {
  const { streams, numbers, meaningOf } = usePicture()
  const stream = streams.get(id)
  if (!stream) return null
  return (
    <Line {...stream} meaning={meaningOf(id)} isFaint={numbers?.edges.get(id) === 0} markerEnd={markerEnd} />
  )
})

interface LineProps extends Stream {
  meaning: Meaning
  /** Nobody took it. */
  isFaint: boolean
  markerEnd: string | undefined
}

const Line = memo(function Line({ path, width, meaning, isFaint, markerEnd }: LineProps) {
  return (
    <BaseEdge
      path={path}
      {...(markerEnd !== undefined && { markerEnd })}
      interactionWidth={16}
      style={{
        stroke: meaningVariable(meaning),
        strokeWidth: width,
        ...(isFaint && { strokeOpacity: 0.5 }),
      }}
    />
  )
})

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
  const { flow, labelOf, meaningOf, countOf, build, numbers, hrefOf, chooseFor } = usePicture()
  const { addStep } = useMessages(builderMessages)
  const text = labelOf(edge)
  // How wide a plain line is says enough.
  if (text === '' && !build) return null
  const count = numbers?.edges.get(edge.id)
  const counted = count === undefined ? undefined : countOf.edge(edge, count, numbers?.total ?? 0)
  return (
    <Label
      id={edge.id}
      text={text}
      meaning={meaningOf(edge.id)}
      x={edge.label.x}
      y={edge.label.y}
      maxWidth={edge.labelWidth}
      count={counted?.text ?? ''}
      share={counted?.share ?? ''}
      countLabel={counted?.label ?? ''}
      href={count && numbers ? hrefOf?.(takenOf(flow, numbers, edge)) : undefined}
      addName={build && takesStep(edge) ? addStep : ''}
      onAdd={chooseFor}
    />
  )
})

interface LabelProps {
  id: string
  text: string
  meaning: Meaning
  x: number
  y: number
  maxWidth: number
  count: string
  share: string
  countLabel: string
  /** Where the contacts are that took it. */
  href: string | undefined
  /** Empty where no step can be added. */
  addName: string
  onAdd(edge: string): void
}

const Label = memo(function Label(props: LabelProps) {
  const { id, text, meaning, x, y, maxWidth, count, share, countLabel, href, addName, onAdd } = props
  return (
    <div
      data-line={id}
      className={`picture-label${text === '' ? '' : ' picture-line-pill'}`}
      style={{ maxWidth, transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
    >
      {text !== '' && (
        <>
          <span className="picture-dot" style={{ background: meaningVariable(meaning) }} />
          <span className="picture-label-text" title={text} aria-hidden>
            {text}
          </span>
        </>
      )}
      {count !== '' && <ContactCount text={count} href={href} label={countLabel} />}
      {share !== '' && (
        <span className="picture-share" aria-hidden>
          {share}
        </span>
      )}
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
