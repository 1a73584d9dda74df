// Asks for confirmation before an action that cannot be undone: `if (await confirm({...})) …`.
import { Button, Group, Modal, Text } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
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

type Confirm = (question: Question) => Promise<boolean>

const ConfirmContext = createContext<Confirm>(async () => false)

export function useConfirm(): Confirm {
  return useContext(ConfirmContext)
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const t = useMessages(partsMessages)
  const [question, setQuestion] = useState<Question>()
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<(isYes: boolean) => void>(undefined)
  const confirm = useCallback<Confirm>((asked) => {
    setQuestion(asked)
    setOpen(true)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }, [])
  function close(isYes: boolean): void {
    setOpen(false)
    answer.current?.(isYes)
  }
  return (
    <ConfirmContext value={confirm}>
      {children}
      <Modal
        opened={isOpen}
        onClose={() => close(false)}
        title={question?.title}
        size="sm"
        // Above the dialog that asks.
        zIndex={300}
      >
        <Text size="sm" component="div">
          {question?.text}
        </Text>
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={() => close(false)}>
            {question?.dismiss ?? t.cancel}
          </Button>
          <Button
            color={question?.isDangerous ? 'red.8' : undefined}
            onClick={() => close(true)}
            data-autofocus
          >
            {question?.action}
          </Button>
        </Group>
      </Modal>
    </ConfirmContext>
  )
}
