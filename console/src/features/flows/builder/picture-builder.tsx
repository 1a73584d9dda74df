import { Text, VisuallyHidden } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import type { StepType } from '../flow.ts'
import {
  type CallValues,
  type DraftStep,
  type FlowDraft,
  newStep,
  removeStep,
  renameStep,
  replaceStep,
} from '../flow-draft.ts'
import { FlowPicture } from '../picture/flow-picture.tsx'
import type { PictureEdge } from '../picture/picture-graph.ts'
import { builderMessages } from './builder.messages.ts'
import { useBuilder } from './builder-context.ts'
import { duplicateStep, insertOnEdge, reconnect } from './flow-changes.ts'
import { StepPanel } from './step-panel.tsx'

interface PictureBuilderProps {
  call: CallValues & { flow: FlowDraft }
  onChange(call: CallValues): void
  /** Of the step that was just added, until it is left. */
  freshKey: string | undefined
  onFresh(key: string | undefined): void
}

/** The picture of a flow, in which its steps are added, edited, connected and removed. */
export function PictureBuilder({ call, onChange, freshKey, onFresh }: PictureBuilderProps) {
  const t = useMessages(builderMessages)
  const { faults } = useBuilder()
  const { flow } = call
  const [opened, setOpened] = useState<string>()
  /** What was done, for screen readers. */
  const [news, setNews] = useState('')
  const selected = flow.steps.find(({ key }) => key === opened)
  const write = (next: FlowDraft) => onChange({ ...call, flow: next })
  const faulty = useMemo(() => {
    const ids = new Set(faults.map(({ step }) => step))
    return new Set(flow.steps.filter(({ id }) => ids.has(id)).map(({ key }) => key))
  }, [faults, flow.steps])

  function add(edge: PictureEdge, type: StepType): void {
    const step = newStep(type, flow)
    write(insertOnEdge(flow, edge, step))
    setOpened(step.key)
    onFresh(step.key)
  }
  function remove({ key, id }: DraftStep): void {
    write(removeStep(flow, key))
    setNews(t.removed(id))
    if (opened === key) setOpened(undefined)
  }
  function duplicate({ key }: DraftStep): void {
    const made = duplicateStep(flow, key)
    if (!made) return
    write(made.flow)
    setOpened(made.copy.key)
    setNews(t.duplicated(made.copy.id))
  }
  const withStep = (act: (step: DraftStep) => void) => (key: string) => {
    const step = flow.steps.find((each) => each.key === key)
    if (step) act(step)
  }
  return (
    <div className="picture-build" data-open={selected !== undefined || undefined}>
      <FlowPicture
        flow={flow}
        selected={selected?.key}
        faulty={faulty}
        onOpen={withStep(({ key }) => setOpened(key))}
        build={{
          add,
          connect: (edge, target) => write(reconnect(flow, edge, target)),
          remove: withStep(remove),
          duplicate: withStep(duplicate),
        }}
      />
      {selected && (
        <StepPanel
          key={selected.key}
          step={selected}
          isFresh={selected.key === freshKey}
          onLeave={() => selected.key === freshKey && onFresh(undefined)}
          onChange={(step) => write(replaceStep(flow, step))}
          onRename={(id) => onChange(renameStep(call, selected.key, id))}
          onAdd={add}
          onDuplicate={() => duplicate(selected)}
          onRemove={() => remove(selected)}
          onClose={() => setOpened(undefined)}
        />
      )}
      <Text size="xs" c="dimmed" className="picture-keys">
        {t.pictureKeys}
      </Text>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </div>
  )
}
