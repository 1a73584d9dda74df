import { limits } from '@carillon/client/limits'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ActionDialog } from '../../parts/forms/action-dialog.tsx'
import { GrowingTextarea } from '../../parts/forms/growing-textarea.tsx'
import { useApiMutation } from '../../session/api-hooks.ts'
import { pauseMessages } from './pause-everything.messages.ts'

interface PauseEverythingDialogProps {
  /** How many tasks. */
  running: string
  onClose(): void
}

export function PauseEverythingDialog({ running, onClose }: PauseEverythingDialogProps) {
  const t = useMessages(pauseMessages)
  const format = useFormat()
  const pauseAll = useApiMutation('/api/task/pauseAll')
  const [reason, setReason] = useState('')
  const given = reason.trim()
  return (
    <ActionDialog
      title={t.title(running)}
      action={t.action}
      failed="pauseAll"
      onClose={onClose}
      send={async () => {
        const { pausedCount } = await pauseAll.mutateAsync({
          body: { ...(given !== '' && { reason: given }) },
        })
        return t.done(format.number(pausedCount))
      }}
    >
      <Text size="sm">{t.text}</Text>
      <GrowingTextarea
        label={t.reason}
        description={t.reasonHint}
        data-autofocus
        minRows={2}
        maxRows={6}
        maxLength={limits.PauseAllRequest.reason.maxLength}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}
