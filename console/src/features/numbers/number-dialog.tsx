import { Text } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import type { FormFooterProps } from '../../parts/forms/form-footer.tsx'

export interface NumberDialogProps {
  isOpen: boolean
  phoneNumber: string
  onClose(): void
}

interface FrameProps extends Pick<FormFooterProps, 'error' | 'failed' | 'isBusy'> {
  dialog: NumberDialogProps
  words: { title(phoneNumber: string): string; text: string; action: string }
  /** Closes the dialog when it is done; the form shows the error. */
  onSubmit(): Promise<void>
  children: ReactNode
}

/** What is done about one number: says what, asks for the rest, and closes when it is done. */
export function NumberDialog({ dialog, words, onSubmit, children, ...footer }: FrameProps) {
  const { isOpen, phoneNumber, onClose } = dialog

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    await onSubmit().then(onClose, () => undefined)
  }

  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={words.title(phoneNumber)}
      onSubmit={submit}
      {...footer}
      action={words.action}
    >
      <Text size="sm">{words.text}</Text>
      {children}
    </FormDialog>
  )
}
