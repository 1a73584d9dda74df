import { ActionIcon, Button, Menu, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMessages } from '../../../language/language-provider.tsx'
import type { StepType } from '../flow.ts'
import { StepIcon } from '../step-icon.tsx'
import { stepTypes, stepWords } from '../steps/steps.ts'
import { builderMessages } from './builder.messages.ts'

interface AddStepProps {
  onAdd(type: StepType): void
  /** What the button says to screen readers if it has no words; without it the step is added at the end. */
  label?: string
}

/** A menu of all types of steps. */
export function AddStep({ onAdd, label }: AddStepProps) {
  const t = useMessages(builderMessages)
  return (
    // The focus goes to what is added.
    <Menu position="bottom-start" width={330} returnFocus={false}>
      <Menu.Target>
        {label === undefined ? (
          <Button variant="default" leftSection={<IconPlus size={14} aria-hidden />}>
            {t.addStep}
          </Button>
        ) : (
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label}>
            <IconPlus size={15} />
          </ActionIcon>
        )}
      </Menu.Target>
      <StepTypes onAdd={onAdd} />
    </Menu>
  )
}

export function StepTypes({ onAdd }: Pick<AddStepProps, 'onAdd'>) {
  const words = useMessages(stepWords)
  return (
    <Menu.Dropdown>
      {stepTypes.map((type) => (
        <Menu.Item key={type} leftSection={<StepIcon type={type} />} onClick={() => onAdd(type)}>
          <Text size="sm">{words[type].title}</Text>
          <Text size="xs" c="dimmed">
            {words[type].hint}
          </Text>
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  )
}
