import { ActionIcon, Code, Group, Text, UnstyledButton } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconCopy,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import type { StepType } from '../flow.ts'
import { useFlowTexts } from '../flow-texts.ts'
import { StepExits } from '../step-exits.tsx'
import { StepIcon } from '../step-icon.tsx'
import { stepWords } from '../steps/steps.ts'
import { AddStep } from './add-step.tsx'
import { builderMessages } from './builder.messages.ts'
import { useBuilder } from './builder-context.ts'
import { FaultList } from './check/fault-list.tsx'
import { WarningList } from './check/warning-list.tsx'
import { afterClick, firstField } from './fresh-step.ts'
import { StepFields } from './steps/step-fields.tsx'
import type { StepFormProps } from './use-step-changes.ts'
import type { useStepDrag } from './use-step-drag.ts'

interface StepCardProps extends StepFormProps {
  index: number
  isOpen: boolean
  drag: ReturnType<typeof useStepDrag>
  onToggle(): void
  onMove(to: number): void
  onAddAfter(type: StepType): void
}

/**
 * A step of the flow: what it does in a line, and its form when it is open. It is moved by its handle, with the pointer or the
 * arrow keys, or with Alt and an arrow key on its title.
 */
export function StepCard(props: StepCardProps) {
  const { step, index, isOpen, isFresh, drag, onToggle, onMove, onLeave } = props
  const t = useMessages(builderMessages)
  const types = useMessages(stepWords)
  const { summary } = useFlowTexts()
  const { flow, faults, warnings } = useBuilder()
  const id = useId()
  const own = faults.filter((fault) => fault.step === step.id)
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isFresh) firstField(card.current)?.focus()
  }, [isFresh])
  function moveByKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onMove(index + (event.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    <li
      className="flow-step"
      ref={card}
      data-faulty={own.length > 0 || undefined}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (isFresh && !currentTarget.contains(relatedTarget)) afterClick(onLeave)
      }}
      {...drag.marks(index)}
    >
      <div className="flow-step-head">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          className="flow-step-handle"
          aria-label={t.drag(step.id)}
          {...drag.handlers(index)}
          onKeyDown={moveByKey}
        >
          <IconGripVertical size={15} />
        </ActionIcon>
        <UnstyledButton
          className="flow-step-title"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={`${id}-summary`}
          onClick={onToggle}
          onKeyDown={(event) => event.altKey && moveByKey(event)}
        >
          {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
          <StepIcon type={step.type} />
          <Text size="sm" fw={600} span style={{ whiteSpace: 'nowrap' }}>
            {index + 1}. {types[step.type].title}
          </Text>
          <Code>{step.id}</Code>
        </UnstyledButton>
        <StepButtons {...props} />
      </div>
      <Text size="sm" c="dimmed" id={`${id}-summary`} className="flow-step-summary" lineClamp={2}>
        {summary(step)}
      </Text>
      <StepExits flow={flow} index={index} />
      <FaultList faults={own} />
      <WarningList warnings={warnings.filter((warning) => warning.step === step.id)} />
      {isOpen && (
        <div className="flow-step-form" id={id}>
          <StepFields step={step} onChange={props.onChange} onRename={props.onRename} />
        </div>
      )}
    </li>
  )
}

function StepButtons({ step, index, onMove, onRemove, onDuplicate, onAddAfter }: StepCardProps) {
  const t = useMessages(builderMessages)
  const { flow } = useBuilder()
  const button = { variant: 'subtle', color: 'gray', size: 'sm' } as const
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        {...button}
        aria-label={t.moveUp(step.id)}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <IconArrowUp size={15} />
      </ActionIcon>
      <ActionIcon
        {...button}
        aria-label={t.moveDown(step.id)}
        disabled={index === flow.steps.length - 1}
        onClick={() => onMove(index + 1)}
      >
        <IconArrowDown size={15} />
      </ActionIcon>
      <AddStep label={t.addBelow(step.id)} onAdd={onAddAfter} />
      <ActionIcon {...button} aria-label={t.duplicate(step.id)} onClick={onDuplicate}>
        <IconCopy size={15} />
      </ActionIcon>
      <ActionIcon {...button} aria-label={t.remove(step.id)} onClick={onRemove}>
        <IconTrash size={15} />
      </ActionIcon>
    </Group>
  )
}
