import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import type { StepType } from '../flow.ts'
import {
  type CallValues,
  type DraftStep,
  type FlowDraft,
  insertStep,
  moveStep,
  newStep,
  removeStep,
  renameStep,
  replaceStep,
} from '../flow-draft.ts'
import { AddStep } from './add-step.tsx'
import { builderMessages } from './builder.messages.ts'
import { duplicateStep } from './flow-changes.ts'
import { StepCard } from './step-card.tsx'
import { useStepDrag } from './use-step-drag.ts'

interface StepListProps {
  call: CallValues & { flow: FlowDraft }
  onChange(call: CallValues): void
  /** Of the step that was just added, until it is left. */
  freshKey: string | undefined
  onFresh(key: string | undefined): void
  /** Undefined if there is nothing to bring back. */
  undo: (() => void) | undefined
}

/** The steps of a flow, to be added, moved, edited and removed. */
export function StepList({ call, onChange, freshKey, onFresh, undo }: StepListProps) {
  const t = useMessages(builderMessages)
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set())
  /** The name of the step that was removed last. */
  const [removed, setRemoved] = useState<string>()
  /** What was done, for screen readers. */
  const [news, setNews] = useState('')
  const { flow } = call
  const write = (next: FlowDraft) => onChange({ ...call, flow: next })
  function add(type: StepType, at: number): void {
    const step = newStep(type, flow)
    write(insertStep(flow, step, at))
    setOpenKeys(new Set([step.key]))
    onFresh(step.key)
    setRemoved(undefined)
  }
  function toggle({ key }: DraftStep): void {
    const next = new Set(openKeys)
    if (!next.delete(key)) next.add(key)
    setOpenKeys(next)
  }
  function move(from: number, to: number): void {
    const step = flow.steps[from]
    if (!step || to < 0 || to >= flow.steps.length) return
    write(moveStep(flow, from, to))
    setNews(t.moved(step.id, to + 1))
  }
  function duplicate({ key }: DraftStep): void {
    const made = duplicateStep(flow, key)
    if (!made) return
    write(made.flow)
    setOpenKeys(new Set([made.copy.key]))
    setNews(t.duplicated(made.copy.id))
  }
  const drag = useStepDrag(move)
  return (
    <Stack gap="xs">
      {flow.steps.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noSteps}
        </Text>
      )}
      <ol className="flow-steps" aria-label={t.steps}>
        {flow.steps.map((step, index) => (
          <StepCard
            key={step.key}
            step={step}
            index={index}
            isOpen={openKeys.has(step.key)}
            isFresh={step.key === freshKey}
            onLeave={() => step.key === freshKey && onFresh(undefined)}
            onToggle={() => toggle(step)}
            onChange={(next) => write(replaceStep(flow, next))}
            onRename={(id) => onChange(renameStep(call, step.key, id))}
            drag={drag}
            onMove={(to) => move(index, to)}
            onRemove={() => {
              write(removeStep(flow, step.key))
              setNews(t.removed(step.id))
              setRemoved(step.id)
            }}
            onDuplicate={() => duplicate(step)}
            onAddAfter={(type) => add(type, index + 1)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      {removed !== undefined && undo && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {t.removed(removed)}
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            aria-keyshortcuts="Control+Z"
            onClick={() => {
              undo()
              setRemoved(undefined)
            }}
          >
            {t.undo}
          </Button>
        </Group>
      )}
      <div>
        <AddStep onAdd={(type) => add(type, flow.steps.length)} />
      </div>
    </Stack>
  )
}
