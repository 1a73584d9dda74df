// Asks where the calls of a task go that was published on the simulator, now that calls are real.
import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { ActionDialog } from '../../../parts/forms/action-dialog.tsx'
import { useApiMutation } from '../../../session/api-hooks.ts'
import { tasksMessages } from '../tasks.messages.ts'

export function ResumeDialog({ taskId, onClose }: { taskId: string; onClose(): void }) {
  const { resumeDialog: t, done } = useMessages(tasksMessages)
  const resume = useApiMutation('/api/task/resume')
  const [place, setPlace] = useState('simulator')
  return (
    <ActionDialog
      title={t.title}
      action={t.action}
      failed="resumeTask"
      onClose={onClose}
      send={async () => {
        await resume.mutateAsync({ body: { id: taskId, isSimulated: place === 'simulator' } })
        return done.resume
      }}
    >
      <Text size="sm">{t.text}</Text>
      <Radio.Group label={t.place} value={place} onChange={setPlace}>
        <Stack gap="xs" mt="xs">
          <Radio size="xs" value="simulator" label={t.simulator} data-autofocus />
          <Radio size="xs" value="real" label={t.real} />
        </Stack>
      </Radio.Group>
    </ActionDialog>
  )
}
