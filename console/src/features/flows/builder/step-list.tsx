import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { insertStep } from '../edit-flow.ts'
import type { StepType } from '../flow.ts'
import type { DraftStep } from '../flow-draft.ts'
import { AddStep } from './add-step.tsx'
import { builderMessages } from './builder.messages.ts'
import { StepCard } from './step-card.tsx'
import { type StepsProps, useStepChanges } from './use-step-changes.ts'
import { useStepDrag } from './use-step-drag.ts'

interface StepListProps extends StepsProps {
  /** Undefined if there is nothing to bring back. */
  undo: (() => void) | undefined
}

/** The steps of a flow, to be added, moved, edited and removed. */
export function StepList({ undo, ...props }: StepListProps) {
  const t = useMessages(builderMessages)
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set())
  /** The name of the step that was removed last. */
  const [removed, setRemoved] = useState<string>()
  const { flow } = props.call
  const steps = useStepChanges(props, (key) => setOpenKeys(new Set([key])))
  function add(type: StepType, at: number): void {
    steps.add(type, (step) => insertStep(flow, step, at))
    setRemoved(undefined)
  }
  function toggle({ key }: DraftStep): void {
    const next = new Set(openKeys)
    if (!next.delete(key)) next.add(key)
    setOpenKeys(next)
  }
  const drag = useStepDrag(steps.move)
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
            {...steps.formOf(step)}
            index={index}
            isOpen={openKeys.has(step.key)}
            onToggle={() => toggle(step)}
            drag={drag}
            onMove={(to) => steps.move(index, to)}
            onRemove={() => {
              steps.remove(step)
              setRemoved(step.id)
            }}
            onAddAfter={(type) => add(type, index + 1)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{steps.news}</VisuallyHidden>
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
