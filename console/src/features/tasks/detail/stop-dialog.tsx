import { limits } from '@carillon/client/limits'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { ActionDialog } from '../../../parts/forms/action-dialog.tsx'
import { GrowingTextarea } from '../../../parts/forms/growing-textarea.tsx'
import { useApiMutation } from '../../../session/api-hooks.ts'
import { tasksMessages } from '../tasks.messages.ts'

export function StopDialog({ taskId, onClose }: { taskId: string; onClose(): void }) {
  const { stopDialog: t, done } = useMessages(tasksMessages)
  const stop = useApiMutation('/api/task/stop')
  const [reason, setReason] = useState('')
  const given = reason.trim()
  return (
    <ActionDialog
      title={t.title}
      action={t.action}
      failed="stopTask"
      isDangerous
      onClose={onClose}
      send={async () => {
        await stop.mutateAsync({ body: { id: taskId, ...(given !== '' && { reason: given }) } })
        return done.stop
      }}
    >
      <Text size="sm">{t.text}</Text>
      <GrowingTextarea
        label={t.reason}
        description={t.reasonHint}
        data-autofocus
        minRows={2}
        maxRows={6}
        maxLength={limits.StopRequest.reason.maxLength}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}
