import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { useMessages } from '../../../language/language-provider.tsx'
import { useNotify } from '../../../parts/notify.ts'
import { partsMessages } from '../../../parts/parts.messages.ts'
import { useApiMutation, useApiQuery } from '../../../session/api-hooks.ts'
import { tasksMessages } from '../tasks.messages.ts'
import { PreviewFacts } from './preview-facts.tsx'
import { publishMessages } from './publish.messages.ts'

interface PublishDialogProps {
  taskId: string
  isOpen: boolean
  onClose(): void
}

/** Asks once more, with what the task would do now. The preview may take seconds; publishing does not wait for it. */
export function PublishDialog({ taskId, isOpen, onClose }: PublishDialogProps) {
  const t = useMessages(publishMessages)
  const parts = useMessages(partsMessages)
  const { done } = useMessages(tasksMessages)
  const notify = useNotify()
  const publish = useApiMutation('/api/task/publish')
  const { data, error } = useApiQuery(
    '/api/task/{id}/preview',
    { params: { path: { id: taskId } } },
    { isEnabled: isOpen },
  )

  async function confirm(): Promise<void> {
    onClose()
    try {
      await publish.mutateAsync({ body: { id: taskId } })
      notify.done(done.publish)
    } catch (failure) {
      notify.failed(failure, 'publishTask')
    }
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title={t.title} size="lg">
      <Stack gap="sm">
        <Text size="sm">{t.text}</Text>
        {data && <PreviewFacts preview={data} />}
        {!data && !error && (
          <Group gap="xs" role="status">
            <Loader size="xs" aria-hidden />
            <Text size="sm" c="dimmed">
              {t.loading}
            </Text>
          </Group>
        )}
        {error && !data && (
          <Alert color="yellow" variant="outline">
            {t.failed}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {parts.cancel}
          </Button>
          <Button onClick={confirm} data-autofocus>
            {t.action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
