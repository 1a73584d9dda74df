import { Text, VisuallyHidden } from '@mantine/core'
import { type ClipboardEvent, useMemo, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import type { StepType } from '../flow.ts'
import type { DraftStep } from '../flow-draft.ts'
import { FlowPicture } from '../picture/flow-picture.tsx'
import type { PictureEdge } from '../picture/picture-graph.ts'
import { builderMessages } from './builder.messages.ts'
import { useBuilder } from './builder-context.ts'
import { insertOnEdge, reconnect } from './changes/flow-changes.ts'
import { copiedText, pasteSteps } from './changes/flow-clipboard.ts'
import { StepPanel } from './step-panel.tsx'
import { type StepsProps, useStepChanges } from './use-step-changes.ts'

/** The picture of a flow, in which its steps are added, edited, connected and removed. */
export function PictureBuilder(props: StepsProps) {
  const t = useMessages(builderMessages)
  const { faults } = useBuilder()
  const { flow } = props.call
  const [opened, setOpened] = useState<string>()
  const selected = flow.steps.find(({ key }) => key === opened)
  const steps = useStepChanges(props, setOpened)
  const faulty = useMemo(() => {
    const ids = new Set(faults.map(({ step }) => step))
    return new Set(flow.steps.filter(({ id }) => ids.has(id)).map(({ key }) => key))
  }, [faults, flow.steps])
  const add = (edge: PictureEdge, type: StepType) => steps.add(type, (step) => insertOnEdge(flow, edge, step))
  function remove(step: DraftStep): void {
    steps.remove(step)
    if (opened === step.key) setOpened(undefined)
  }
  const withStep = (act: (step: DraftStep) => void) => (key: string) => {
    const step = flow.steps.find((each) => each.key === key)
    if (step) act(step)
  }
  /** Of a card: in an input the browser copies and pastes its letters. */
  function copy(event: ClipboardEvent): void {
    const step = flow.steps.find(({ key }) => key === cardOf(event))
    if (!step || String(getSelection()) !== '') return
    event.preventDefault()
    event.clipboardData.setData('text/plain', copiedText(step))
    steps.say(t.copied(step.id))
  }
  function paste(event: ClipboardEvent): void {
    const card = cardOf(event)
    const pasted = card && pasteSteps(flow, card, event.clipboardData.getData('text/plain'))
    if (!pasted) return
    event.preventDefault()
    steps.write(pasted.flow)
    setOpened(pasted.steps.at(-1)?.key)
    steps.say(t.pasted(pasted.steps.map(({ id }) => id).join(', ')))
  }
  return (
    <div className="picture-build" onCopy={copy} onPaste={paste}>
      <FlowPicture
        flow={flow}
        successWhen={props.call.successWhen}
        selected={selected?.key}
        faulty={faulty}
        onOpen={withStep(({ key }) => setOpened(key))}
        build={{
          add,
          connect: (edge, target) => steps.write(reconnect(flow, edge, target)),
          remove: withStep(remove),
          duplicate: withStep(steps.duplicate),
        }}
      />
      {selected && (
        <StepPanel
          key={selected.key}
          {...steps.formOf(selected)}
          onRemove={() => remove(selected)}
          onAdd={add}
          onClose={() => setOpened(undefined)}
        />
      )}
      <Text size="xs" c="dimmed">
        {t.pictureKeys}
      </Text>
      <VisuallyHidden role="status">{steps.news}</VisuallyHidden>
    </div>
  )
}

const cardOf = ({ target }: ClipboardEvent): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-card]')?.dataset['card'] : undefined
