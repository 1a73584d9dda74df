// A dialog that is one form and sends one request: what was sent is told and the dialog closes; an error stays in the form, with the input.
import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useNotify } from '../notify.ts'
import { FormDialog } from './form-dialog.tsx'

interface ActionDialogProps
  extends Omit<ComponentProps<typeof FormDialog>, 'error' | 'isBusy' | 'onSubmit' | 'isOpen' | 'result'> {
  /** Something that the form needs is not there yet. */
  isLoading?: boolean
  /** Resolves with what somebody is told. */
  send(): Promise<string>
}

export function ActionDialog({ send, isLoading = false, ...dialog }: ActionDialogProps) {
  const notify = useNotify()
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (done) => {
      notify.done(done)
      dialog.onClose()
    },
  })
  return (
    <FormDialog
      {...dialog}
      error={sending.error}
      isBusy={sending.isPending || isLoading}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isLoading) sending.mutate()
      }}
    />
  )
}
