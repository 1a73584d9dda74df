import { Modal, type ModalProps, Stack } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { FormFooter, type FormFooterProps } from './form-footer.tsx'

interface FormDialogProps extends Omit<FormFooterProps, 'onCancel'> {
  title: string
  size?: ModalProps['size']
  isOpen?: boolean
  /** A click beside the dialog or Escape does not lose what was entered. */
  isDirty?: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose(): void
  children: ReactNode
  /** Replaces the form once it is sent. It is shown once, so only a button in it closes the dialog. */
  result?: ReactNode
}

/** A dialog that is one form. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    size,
    isOpen = true,
    isDirty = false,
    onSubmit,
    onClose,
    children,
    result,
    ...footer
  } = props
  const closesEasily = !isDirty && !result
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      {...(size !== undefined && { size })}
      closeOnClickOutside={closesEasily}
      closeOnEscape={closesEasily}
      withCloseButton={!result}
    >
      {result ?? (
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="sm">
            {children}
            <FormFooter {...footer} onCancel={onClose} />
          </Stack>
        </form>
      )}
    </Modal>
  )
}
