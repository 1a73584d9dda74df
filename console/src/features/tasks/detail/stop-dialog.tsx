import { limits } from '@carillon/client/limits'
import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useNotify } from '../../../parts/notify.ts'
import { partsMessages } from '../../../parts/parts.messages.ts'
import { useErrorText } from '../../../parts/use-error-text.ts'
import { useApiMutation } from '../../../session/api-hooks.ts'
import { tasksMessages } from '../tasks.messages.ts'

export interface StopDialogProps {
  taskId: string
  isOpen: boolean
  onClose(): void
}

export function StopDialog({ taskId, isOpen, onClose }: StopDialogProps) {
  const { stopDialog: t, done } = useMessages(tasksMessages)
  const parts = useMessages(partsMessages)
  const notify = useNotify()
  const textOf = useErrorText()
  const stop = useApiMutation('/api/task/stop')
  const [reason, setReason] = useState('')

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const given = reason.trim()
    try {
      await stop.mutateAsync({ body: { id: taskId, ...(given !== '' && { reason: given }) } })
      notify.done(done.stop)
      setReason('')
      onClose()
    } catch {
      // The form shows the error and keeps the input.
    }
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title={t.title}>
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
          {stop.error && (
            <Alert color="red" variant="outline" role="alert">
              {textOf(stop.error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" color="red.8" loading={stop.isPending}>
              {t.action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
