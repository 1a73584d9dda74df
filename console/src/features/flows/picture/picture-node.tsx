import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconPhone, IconPhoneEnd, IconShieldQuestion } from '@tabler/icons-react'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo, type ReactNode } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { flowsMessages } from '../flows.messages.ts'
import { StepIcon } from '../step-icon.tsx'
import { ContactCount } from './contact-count.tsx'
import { pictureMessages } from './picture.messages.ts'
import { usePicture } from './picture-context.ts'

/** Where lines begin and end, relative to the card. */
export type CardNode = Node<{ handles: { id: string; isSource: boolean; x: number; y: number }[] }>

/** A card of a picture: a step, who answers, or the end. */
export const PictureNode = memo(function PictureNode({ id, data }: NodeProps<CardNode>) {
  const { build } = usePicture()
  return (
    <>
      <Content id={id} />
      {build && (
        <Handle
          id="drop"
          type="target"
          position={Position.Top}
          isConnectableStart={false}
          className="picture-drop"
        />
      )}
      {data.handles.map(({ id: handle, isSource, x, y }) => (
        <Handle
          key={handle + isSource}
          id={handle}
          type={isSource ? 'source' : 'target'}
          position={isSource ? Position.Bottom : Position.Top}
          isConnectable={false}
          className="picture-handle"
          style={{ left: x, top: y }}
        />
      ))}
    </>
  )
})

function Content({ id }: { id: string }): ReactNode {
  const t = useMessages(pictureMessages)
  const { nodes, flow } = usePicture()
  const node = nodes.get(id)
  switch (node?.kind) {
    case 'start':
      return (
        <CardButton id={id} className="picture-pill">
          <IconPhone size={14} aria-hidden /> {t.start}
        </CardButton>
      )
    case 'end':
      return (
        <CardButton id={id} className="picture-pill">
          <IconPhoneEnd size={14} aria-hidden /> {t.end}
        </CardButton>
      )
    case 'screening':
      return (
        <CardButton id={id} className="picture-card" text={flow.onScreening?.say ?? ''}>
          <span className="picture-card-title">
            <IconShieldQuestion size={15} aria-hidden />
            {t.screening}
          </span>
        </CardButton>
      )
    case 'step':
      return <StepContent id={id} index={node.index ?? 0} />
    case undefined:
      return null
  }
}

function StepContent({ id, index }: { id: string; index: number }) {
  const { types } = useMessages(flowsMessages)
  const { flow, summaryOf } = usePicture()
  const step = flow.steps[index]
  if (!step) return null
  return (
    <>
      <CardButton id={id} className="picture-card" number={index + 1} text={summaryOf(index)}>
        <span className="picture-card-title">
          <StepIcon type={step.type} size={15} />
          <span>{types[step.type]}</span> <span className="picture-card-id">{step.id}</span>
        </span>
      </CardButton>
      <StepCounts id={id} step={step.id} />
    </>
  )
}

/** How many are in a step now, hung up there or turned out to be machines there, on the lower edge of its card. */
function StepCounts({ id, step }: { id: string; step: string }) {
  const t = useMessages(pictureMessages)
  const format = useFormat()
  const counts = usePicture().numbers?.steps.get(id)
  if (!counts) return null
  const now = t.inStep(format.number(counts.now))
  const hungUp = t.hungUp(format.number(counts.hungUp))
  const machines = t.machines(format.number(counts.machines))
  return (
    <span className="picture-card-counts">
      {counts.now > 0 && (
        <ContactCount taken="live" where={step} what={now} tone="busy">
          {now}
        </ContactCount>
      )}
      {counts.hungUp > 0 && (
        <ContactCount taken={{ fromStep: step, exit: 'hungUp' }} where={step} what={hungUp} tone="bad">
          {hungUp}
        </ContactCount>
      )}
      {counts.machines > 0 && (
        <ContactCount taken={{ fromStep: step, exit: 'machine' }} where={step} what={machines}>
          {machines}
        </ContactCount>
      )}
    </span>
  )
}

interface CardButtonProps {
  id: string
  className: string
  /** The place of a step in the list. */
  number?: number
  text?: string
  children: ReactNode
}

function CardButton({ id, className, number, text = '', children }: CardButtonProps) {
  const { active, selected, faulty, exitsOf, open, activate } = usePicture()
  return (
    <UnstyledButton
      className={`nopan ${className}`}
      data-card={id}
      data-selected={selected === id || undefined}
      data-faulty={faulty.has(id) || undefined}
      tabIndex={active === id ? 0 : -1}
      aria-pressed={open ? selected === id : undefined}
      onFocus={() => activate(id)}
      onClick={() => open?.(id)}
    >
      {number !== undefined && <VisuallyHidden>{number}. </VisuallyHidden>}
      {children}
      {text !== '' && (
        <span className="picture-card-text" title={text}>
          {text}
        </span>
      )}
      <VisuallyHidden>{exitsOf(id)}</VisuallyHidden>
    </UnstyledButton>
  )
}
