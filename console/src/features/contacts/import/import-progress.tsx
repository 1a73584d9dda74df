import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useFormat } from '../../../language/use-format.ts'
import { ActionButton } from '../../../parts/action-button.tsx'
import { useConfirm } from '../../../parts/confirm.tsx'
import { useErrorText } from '../../../parts/errors/use-error-text.ts'
import { useNotify } from '../../../parts/notify.ts'
import { useApiMutation } from '../../../session/api-hooks.ts'
import { useRightReason } from '../../../session/use-right-reason.ts'
import type { ImportJob } from './import-step.ts'
import { useImportWords } from './import-target.ts'

interface ImportProgressProps {
  job: ImportJob
  /** Why the progress cannot be followed at the moment. */
  error: unknown
  onClose(): void
}

export function ImportProgress({ job, error, onClose }: ImportProgressProps) {
  const t = useImportWords()
  const format = useFormat()
  const textOf = useErrorText()
  const rightReason = useRightReason()('operate')
  const cancel = useCancel(job.id)
  const { fileName, totalRows, importCount, successCount, failCount } = job
  const fraction = totalRows ? importCount / totalRows : 0
  return (
    <Stack gap="sm">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {t.importing(fileName)}
      </Text>
      <Progress.Root size="lg">
        <Progress.Section
          value={fraction * 100}
          striped
          animated
          color={error === undefined ? undefined : 'yellow.8'}
          aria-label={t.progress}
        />
      </Progress.Root>
      <div aria-live="polite">
        <Text size="sm">
          {totalRows === null
            ? t.readingFile
            : t.rowsDone(format.number(importCount), format.number(totalRows))}
        </Text>
        {importCount > 0 && (
          <Text size="sm" c="dimmed">
            {t.soFar(format.number(successCount), format.number(failCount))}
          </Text>
        )}
      </div>
      {error !== undefined && (
        <Alert color="yellow" variant="outline" role="alert" title={t.notFollowed}>
          <Text size="sm">{textOf(error)}</Text>
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {t.goesOn}
      </Text>
      <Group justify="flex-end" gap="xs">
        <ActionButton onClick={cancel} disabledReason={rightReason}>
          {t.cancel}
        </ActionButton>
        <Button onClick={onClose}>{t.leave}</Button>
      </Group>
    </Stack>
  )
}

function useCancel(id: string): () => Promise<void> {
  const { cancelQuestion: t } = useImportWords()
  const confirm = useConfirm()
  const notify = useNotify()
  const cancel = useApiMutation('/api/import/{id}/cancel')
  return async () => {
    if (!(await confirm({ ...t, isDangerous: true }))) return
    await cancel.mutateAsync({ params: { path: { id } } }).catch((error) => {
      // 405: it has ended meanwhile, and the dialog shows how.
      if (error.status !== 405) notify.failed(error, 'cancelImport')
    })
  }
}
