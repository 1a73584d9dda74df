// Asks where the calls of a task go that was published on the simulator, now that calls are real.
import { Modal, Radio, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { FormFooter } from '../../../parts/forms/form-footer.tsx'
import { useNotify } from '../../../parts/notify.ts'
import { useApiMutation } from '../../../session/api-hooks.ts'
import { tasksMessages } from '../tasks.messages.ts'

interface ResumeDialogProps {
  taskId: string
  isOpen: boolean
  onClose(): void
}

export function ResumeDialog({ taskId, isOpen, onClose }: ResumeDialogProps) {
  const { resumeDialog: t } = useMessages(tasksMessages)
  return (
    <Modal opened={isOpen} onClose={onClose} title={t.title}>
      <ResumeForm taskId={taskId} onClose={onClose} />
    </Modal>
  )
}

/** Begins anew each time the dialog opens. */
function ResumeForm({ taskId, onClose }: Omit<ResumeDialogProps, 'isOpen'>) {
  const { resumeDialog: t, done } = useMessages(tasksMessages)
  const notify = useNotify()
  const resume = useApiMutation('/api/task/resume')
  const [place, setPlace] = useState('simulator')

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    try {
      await resume.mutateAsync({ body: { id: taskId, isSimulated: place === 'simulator' } })
      notify.done(done.resume)
      onClose()
    } catch {
      // The form shows the error.
    }
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{t.text}</Text>
        <Radio.Group label={t.place} value={place} onChange={setPlace}>
          <Stack gap="xs" mt="xs">
            <Radio size="xs" value="simulator" label={t.simulator} data-autofocus />
            <Radio size="xs" value="real" label={t.real} />
          </Stack>
        </Radio.Group>
        <FormFooter
          error={resume.error}
          failed="resumeTask"
          action={t.action}
          isBusy={resume.isPending}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
