import { IconCircleDashed, IconPhone, IconPhoneEnd, IconShieldQuestion } from '@tabler/icons-react'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import type { StepType } from '../flow.ts'
import { StepIcon } from '../step-icon.tsx'
import { ContactCount } from './contact-count.tsx'
import { usePicture } from './picture-context.ts'
import { nodeIdOf, type PictureNode as PlainNode } from './picture-graph.ts'

/** Where lines begin and end, relative to the card. */
export type CardNode = Node<{ ends: LineEnd[] }>

export interface LineEnd {
  id: string
  isSource: boolean
  x: number
  y: number
}

/** A card of a picture: a step, who answers, or the end. */
export const PictureNode = memo(function PictureNode({ id, data }: NodeProps<CardNode>) {
  const view = usePicture()
  const { kind } = view.nodes.get(id) ?? {}
  if (!kind) return null
  // A step that was just removed keeps its place until the picture is placed anew.
  const index = kind === 'step' ? view.flow.steps.findIndex((each) => nodeIdOf(each) === id) : -1
  const step = view.flow.steps[index]
  if (kind === 'step' && !step) return null
  return (
    <>
      <Card
        id={id}
        kind={kind}
        number={step && index + 1}
        type={step?.type}
        title={view.titleOf(id)}
        name={step?.id}
        isBuilt={view.build !== undefined}
        text={view.textOf(id)}
        exits={view.exitsOf(id)}
        isActive={view.active === id}
        isSelected={view.selected === id}
        isFaulty={view.faulty.has(id)}
        canOpen={view.canOpen}
      />
      {step && <Counts id={id} step={step.id} />}
      <LineEnds ends={data.ends} />
      {view.isConnecting && (
        <Handle
          id="drop"
          type="target"
          position={Position.Top}
          isConnectableStart={false}
          className="picture-drop"
        />
      )}
    </>
  )
})

/** What React Flow measures of its handles; a line end and the card as a whole need nothing else of them. */
const LineEnds = memo(function LineEnds({ ends }: { ends: LineEnd[] }) {
  return (
    <>
      <span className="target picture-place" data-handleid="drop" data-handlepos={Position.Top} />
      {ends.map(({ id, isSource, x, y }) => (
        <span
          key={id + isSource}
          className={`${isSource ? 'source' : 'target'} picture-end`}
          data-handleid={id}
          data-handlepos={isSource ? Position.Bottom : Position.Top}
          style={{ left: x, top: y }}
        />
      ))}
    </>
  )
})

/** How many are in a step now, hung up there or turned out to be machines there, on the lower edge of its card. */
function Counts({ id, step }: { id: string; step: string }) {
  const { numbers, countOf, hrefOf } = usePicture()
  const { now = 0, hungUp = 0, machines = 0 } = numbers?.steps.get(id) ?? {}
  if (now + hungUp + machines === 0) return null
  return (
    <span className="picture-card-counts">
      {now > 0 && <ContactCount {...countOf.now(step, now)} href={hrefOf?.('live')} tone="busy" />}
      {hungUp > 0 && (
        <ContactCount
          {...countOf.hungUp(step, hungUp)}
          href={hrefOf?.({ fromStep: step, exit: 'hungUp' })}
          tone="bad"
        />
      )}
      {machines > 0 && (
        <ContactCount
          {...countOf.machines(step, machines)}
          href={hrefOf?.({ fromStep: step, exit: 'machine' })}
        />
      )}
    </span>
  )
}

interface CardProps {
  id: string
  kind: PlainNode['kind']
  /** The place of a step in the list. */
  number: number | undefined
  type: StepType | undefined
  title: string
  name: string | undefined
  isBuilt: boolean
  text: string
  /** Where it leads, for screen readers. */
  exits: string
  isActive: boolean
  isSelected: boolean
  isFaulty: boolean
  canOpen: boolean
}

const icons = { start: IconPhone, screening: IconShieldQuestion, end: IconPhoneEnd, open: IconCircleDashed }

/** Plain elements: Mantine's take ten times as long, and there are many. The picture knows what a click on a card does. */
const Card = memo(function Card(props: CardProps) {
  const { id, kind, number, type, title, name, text, exits } = props
  const Icon = kind === 'step' ? undefined : icons[kind]
  const isPill = kind !== 'step' && kind !== 'screening'
  return (
    <button
      type="button"
      className={`nopan mantine-focus-auto ${isPill ? 'picture-pill' : 'picture-card'}`}
      data-card={id}
      data-open={kind === 'open' || undefined}
      data-selected={props.isSelected || undefined}
      data-faulty={props.isFaulty || undefined}
      tabIndex={props.isActive ? 0 : -1}
      aria-pressed={props.canOpen ? props.isSelected : undefined}
    >
      {number !== undefined && <span className="picture-unseen">{number}. </span>}
      <span className={isPill ? 'picture-pill-title' : 'picture-card-title'}>
        {Icon ? <Icon size={15} aria-hidden /> : type && <StepIcon type={type} size={15} />}
        <span>{title}</span> {/* Whoever builds a call names its steps; others read what they say. */}
        {name !== undefined && (
          <span className={`picture-card-id${props.isBuilt ? '' : ' picture-unseen'}`}>{name}</span>
        )}
      </span>
      {text !== '' && (
        <span className="picture-card-text" title={text}>
          {text}
        </span>
      )}
      <span className="picture-unseen">{exits}</span>
    </button>
  )
})
