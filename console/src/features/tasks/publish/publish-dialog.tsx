import { Alert, Anchor, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { ActionButton } from '../../../parts/action-button.tsx'
import { useNotify } from '../../../parts/notify.ts'
import { partsMessages } from '../../../parts/parts.messages.ts'
import { useApiMutation, useApiQuery } from '../../../session/api-hooks.ts'
import { operationsMessages } from '../operations.messages.ts'
import { tasksMessages } from '../tasks.messages.ts'
import { PreviewFacts } from './preview-facts.tsx'
import { publishMessages } from './publish.messages.ts'
import { WindowFacts } from './window-facts.tsx'

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
  const more = useMessages(operationsMessages)
  const init = { params: { path: { id: taskId } } }
  const settings = useApiQuery('/api/task/{id}/settings', init, { isEnabled: isOpen }).data
  const { data, error } = useApiQuery('/api/task/{id}/preview', init, { isEnabled: isOpen })
  // It would be over at once, and a task cannot be published twice.
  const isEmpty = data?.contacts.total === 0

  async function confirm(): Promise<void> {
    onClose()
    try {
      // Who was told that no phone rings is not surprised by a trunk that was added meanwhile.
      const isSimulated = data?.warnings.some(({ code }) => code === 'simulated_gateway') || undefined
      await publish.mutateAsync({ body: { id: taskId, ...(isSimulated && { isSimulated }) } })
      notify.done(done.publish)
    } catch (failure) {
      notify.failed(failure, 'publishTask')
    }
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title={t.title} size="lg">
      <Stack gap="sm">
        <Text size="sm">{t.text}</Text>
        {isEmpty && (
          <Alert color="red" variant="outline">
            {more.emptyList}{' '}
            {settings && (
              <Anchor component={Link} href={`/data-sources/${settings.dataSourceId}`} size="sm">
                {more.toList}
              </Anchor>
            )}
          </Alert>
        )}
        {data && !isEmpty && <PreviewFacts preview={data} dataSourceId={settings?.dataSourceId} />}
        {settings && !isEmpty && <WindowFacts settings={settings} />}
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
          <ActionButton
            variant="filled"
            data-autofocus
            disabledReason={isEmpty ? more.emptyList : undefined}
            onClick={confirm}
          >
            {t.action}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
