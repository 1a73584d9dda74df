import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../language/language-provider.tsx'
import { partsMessages } from './parts.messages.ts'

export interface Question {
  title: string
  text: ReactNode
  /** The label of the button that confirms. */
  action: string
  /** The label of the other button; default "Cancel". */
  dismiss?: string
  isDangerous?: boolean
}

interface ConfirmDialogProps {
  question: Question | undefined
  isOpen: boolean
  onAnswer(isYes: boolean): void
}

/** Other open dialogs do not close with a key that is pressed here. */
const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': 'true' }

export function ConfirmDialog({ question, isOpen, onAnswer }: ConfirmDialogProps) {
  const t = useMessages(partsMessages)
  return (
    <Modal
      opened={isOpen}
      onClose={() => onAnswer(false)}
      title={question?.title}
      size="sm"
      // Above the dialog that asks, which Escape leaves open.
      zIndex={300}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t.dismiss, ...KEEPS_ESCAPE }}
      onKeyDown={({ key }) => key === 'Escape' && onAnswer(false)}
    >
      <Text size="sm" component="div">
        {question?.text}
      </Text>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={() => onAnswer(false)} {...KEEPS_ESCAPE}>
          {question?.dismiss ?? t.cancel}
        </Button>
        <Button
          color={question?.isDangerous ? 'red.8' : undefined}
          onClick={() => onAnswer(true)}
          data-autofocus
          {...KEEPS_ESCAPE}
        >
          {question?.action}
        </Button>
      </Group>
    </Modal>
  )
}
