import { limits } from '@carillon/client/limits'
import { Modal, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { FormFooter } from '../../../parts/forms/form-footer.tsx'
import { useNotify } from '../../../parts/notify.ts'
import { useApiMutation } from '../../../session/api-hooks.ts'
import { tasksMessages } from '../tasks.messages.ts'

interface StopDialogProps {
  taskId: string
  isOpen: boolean
  onClose(): void
}

export function StopDialog({ taskId, isOpen, onClose }: StopDialogProps) {
  const { stopDialog: t } = useMessages(tasksMessages)
  return (
    <Modal opened={isOpen} onClose={onClose} title={t.title}>
      <StopForm taskId={taskId} onClose={onClose} />
    </Modal>
  )
}

/** Begins anew each time the dialog opens. */
function StopForm({ taskId, onClose }: Omit<StopDialogProps, 'isOpen'>) {
  const { stopDialog: t, done } = useMessages(tasksMessages)
  const notify = useNotify()
  const stop = useApiMutation('/api/task/stop')
  const [reason, setReason] = useState('')

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const given = reason.trim()
    try {
      await stop.mutateAsync({ body: { id: taskId, ...(given !== '' && { reason: given }) } })
      notify.done(done.stop)
      onClose()
    } catch {
      // The form shows the error and keeps the input.
    }
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{t.text}</Text>
        <Textarea
          label={t.reason}
          description={t.reasonHint}
          data-autofocus
          autosize
          minRows={2}
          maxRows={6}
          maxLength={limits.StopRequest.reason.maxLength}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FormFooter
          error={stop.error}
          failed="stopTask"
          action={t.action}
          isBusy={stop.isPending}
          isDangerous
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
