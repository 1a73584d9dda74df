import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { useLanguage } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { errorText } from '../../../parts/error-text.ts'
import { Figure, Figures } from '../../../parts/figure.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { FailedRows } from './failed-rows.tsx'
import type { ImportJob } from './import-step.ts'
import { useImportTarget, useImportWords } from './import-target.ts'

interface ImportResultProps {
  job: ImportJob
  onAnother(): void
  onClose(): void
}

/** How an import ended. */
export function ImportResult({ job, onAnother, onClose }: ImportResultProps) {
  const t = useImportWords()
  const format = useFormat()
  const { dataSourceId, status, importCount, successCount, updatedCount, failCount } = job
  const skippedCount = useSkippedCount(job)
  const failedCount = skippedCount === undefined ? undefined : failCount - skippedCount
  const countOf = (count: number | undefined) => (count === undefined ? '…' : format.number(count))
  return (
    <Stack gap="sm">
      <Title order={3} size="h2" role="status">
        {status === 'completed' ? t.done : status === 'canceled' ? t.canceled : t.failedImport}
      </Title>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {job.fileName}
      </Text>
      {job.error && <WhyFailed error={job.error} />}
      {status !== 'completed' && <Text size="sm">{importCount === 0 ? t.nothingImported : t.rowsStay}</Text>}
      <Figures>
        <Figure label={t.rows} value={format.number(importCount)} />
        <Figure label={t.added} value={format.number(successCount - updatedCount)} />
        <Figure label={t.updated} value={format.number(updatedCount)} />
        <Figure label={t.skipped} value={countOf(skippedCount)} />
        <Figure label={t.failed} value={countOf(failedCount)} />
      </Figures>
      {failCount > 0 && <FailedRows job={job} />}
      {status === 'completed' && failCount === 0 && <Text size="sm">{t.allGood}</Text>}
      <Group justify="flex-end" gap="xs">
        {successCount > 0 && dataSourceId !== null && (
          <Button component={Link} href={`/tasks/new?dataSource=${dataSourceId}`} variant="default">
            {t.createTask}
          </Button>
        )}
        <Button variant="default" onClick={onAnother}>
          {t.another}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {t.close}
        </Button>
      </Group>
    </Stack>
  )
}

/** Rows whose number was there already; undefined until it is known. */
function useSkippedCount({ id, failCount }: ImportJob): number | undefined {
  const code = useImportTarget().kind === 'doNotCall' ? 'already_listed' : 'duplicate'
  const { data } = useApiQuery(
    '/api/import/{id}/failure/list',
    { params: { path: { id }, query: { code, pageSize: 1 } } },
    { isEnabled: failCount > 0 },
  )
  return failCount === 0 ? 0 : data?.total
}

function WhyFailed({ error }: { error: NonNullable<ImportJob['error']> }) {
  const t = useImportWords()
  const { language } = useLanguage()
  const { code, params, message } = error
  const text =
    code === 'import_not_started' ? t.neverStarted : errorText({ code, params, field: 'file' }, language)
  return (
    <Alert color="red" variant="outline" role="alert">
      {text ?? message}
    </Alert>
  )
}
