import { ActionIcon, CloseButton, Code, Group, Text, Title, Tooltip } from '@mantine/core'
import { IconCopy, IconHeadphones, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useErrorText } from '../../../parts/errors/use-error-text.ts'
import type { FlowStep, StepType } from '../flow.ts'
import { useFlowTexts } from '../flow-texts.ts'
import { flowsMessages } from '../flows.messages.ts'
import { type PictureEdge, pictureOf } from '../picture/picture-graph.ts'
import { type Utterance, useVoice } from '../preview/use-voice.ts'
import { StepIcon } from '../step-icon.tsx'
import { kindOf, stepWords } from '../steps/steps.ts'
import { AddStep } from './add-step.tsx'
import { builderMessages } from './builder.messages.ts'
import { useBuilder } from './builder-context.ts'
import { FaultList } from './check/fault-list.tsx'
import { WarningList } from './check/warning-list.tsx'
import { afterClick, firstField } from './fresh-step.ts'
import { StepFields } from './steps/step-fields.tsx'
import type { StepFormProps } from './use-step-changes.ts'

interface StepPanelProps extends StepFormProps {
  onAdd(edge: PictureEdge, type: StepType): void
  onClose(): void
}

/** The form of a step beside the picture. Escape goes back to its card. */
export function StepPanel(props: StepPanelProps) {
  const { step, isFresh, onLeave, onChange, onRename, onClose } = props
  const t = useMessages(builderMessages)
  const types = useMessages(stepWords)
  const { faults, warnings, hearFrom } = useBuilder()
  const panel = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => {
    firstField(panel.current)?.focus()
  }, [])
  function close(): void {
    onClose()
    document.querySelector<HTMLElement>(`[data-card="${CSS.escape(step.key)}"]`)?.focus()
  }
  return (
    <aside
      className="picture-panel"
      aria-labelledby={id}
      ref={panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        close()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (isFresh && !currentTarget.contains(relatedTarget)) afterClick(onLeave)
      }}
    >
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Title order={3} id={id} className="picture-panel-title">
          <StepIcon type={step.type} /> {types[step.type].title} <Code>{step.id}</Code>
        </Title>
        <Group gap={2} wrap="nowrap">
          <HearStep step={step} />
          <Tool label={t.hearFrom(step.id)} onClick={() => hearFrom(step.id)}>
            <IconPlayerPlay size={15} />
          </Tool>
          <Tool label={t.duplicate(step.id)} onClick={props.onDuplicate}>
            <IconCopy size={15} />
          </Tool>
          <Tool label={t.remove(step.id)} onClick={props.onRemove}>
            <IconTrash size={15} />
          </Tool>
          <CloseButton size="sm" aria-label={t.closePanel} onClick={close} />
        </Group>
      </Group>
      <FaultList faults={faults.filter((fault) => fault.step === step.id)} />
      <WarningList warnings={warnings.filter((warning) => warning.step === step.id)} />
      <div className="flow-step-form">
        <StepFields step={step} onChange={onChange} onRename={onRename} />
      </div>
      <ExitList step={step} onAdd={props.onAdd} />
    </aside>
  )
}

function Tool({ label, onClick, children }: { label: string; onClick(): void; children: React.ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

/** The ways out of a step; a step can be added on each of them. */
function ExitList({ step, onAdd }: Pick<StepPanelProps, 'step' | 'onAdd'>) {
  const t = useMessages(builderMessages)
  const { exits } = useMessages(flowsMessages)
  const texts = useFlowTexts()
  const { flow } = useBuilder()
  const edges = pictureOf(flow).edges.filter(({ from }) => from === step.key)
  if (edges.length < 2) return null
  return (
    <ul className="flow-exits picture-exits" aria-label={t.exits}>
      {edges.map((edge) => {
        if (!edge.exit) return null
        const when = texts.exit(edge.exit)
        return (
          <li key={edge.id}>
            <Text size="xs" span>
              {when} → {edge.exit.to ?? (edge.exit.isOpen ? exits.open : exits.end)}
            </Text>
            <AddStep label={t.addOn(step.id, when)} onAdd={(type) => onAdd(edge, type)} />
          </li>
        )
      })}
    </ul>
  )
}

/** Says the sentence of a step, with what is said without a field of the contact, or with its name. */
function HearStep({ step }: { step: FlowStep }) {
  const t = useMessages(builderMessages)
  const { flow } = useBuilder()
  const voice = useVoice()
  const textOf = useErrorText()
  const [fault, setFault] = useState<string>()
  const utterance = utteranceOf(step, flow)
  if (!utterance) return null
  async function hear(said: Utterance): Promise<void> {
    setFault(undefined)
    try {
      await voice.speak(said)
    } catch (error) {
      if ((error as Error).name !== 'AbortError') setFault(textOf(error))
    }
  }
  return (
    <>
      {fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
      <Tool label={t.hearStep} onClick={() => void hear(utterance)}>
        <IconHeadphones size={15} />
      </Tool>
    </>
  )
}

function utteranceOf(
  step: FlowStep,
  { language, voice }: { language?: string | undefined; voice?: string | undefined },
): Utterance | undefined {
  if ('audioId' in step && step.audioId) return { audioId: step.audioId }
  const text = (kindOf(step).sentence?.(step) ?? '').replace(
    /\{\{([^{}|]+)(?:\|([^{}]*))?\}\}/g,
    (_found, name, other) => (other ?? name).trim(),
  )
  const own = step as { language?: string; voice?: string }
  return text.trim() === ''
    ? undefined
    : { text, language: own.language || language, voice: own.voice || voice }
}
