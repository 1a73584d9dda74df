import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { useLanguage } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { errorText } from '../../../parts/errors/error-text.ts'
import { Figure, Figures } from '../../../parts/figures/figure.tsx'
import type { ImportJob } from './import-step.ts'
import { useImportWords } from './import-target.ts'
import { FailedRows } from './rows/failed-rows.tsx'
import { UnplacedRows } from './rows/unplaced-rows.tsx'

interface ImportResultProps {
  job: ImportJob
  onAnother(): void
  onClose(): void
}

/** How an import ended. */
export function ImportResult({ job, onAnother, onClose }: ImportResultProps) {
  const t = useImportWords()
  const format = useFormat()
  const { dataSourceId, status, importCount, successCount, failCount, duplicateCount } = job
  const isNothing = status === 'completed' && successCount === 0 && failCount > 0
  const isEndedEarly = status === 'canceled' || status === 'failed'
  return (
    <Stack gap="sm">
      <Title order={3} size="h2" role="status">
        {isNothing ? t.nothingAdded : t.results[status]}
      </Title>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {job.fileName}
      </Text>
      {job.error && <WhyFailed error={job.error} />}
      {isEndedEarly && <Text size="sm">{importCount === 0 ? t.nothingImported : t.rowsStay}</Text>}
      <Figures>
        <Figure label={t.rows} value={format.number(importCount)} />
        <Figure label={t.added} value={format.number(job.addedCount)} />
        <Figure label={t.updated} value={format.number(job.updatedCount)} />
        <Figure label={t.skipped} value={format.number(duplicateCount)} />
        <Figure label={t.failed} value={format.number(failCount - duplicateCount)} />
      </Figures>
      {job.unplacedCount > 0 && <UnplacedRows job={job} />}
      {failCount > 0 && <FailedRows job={job} />}
      {status === 'completed' && failCount === 0 && <Text size="sm">{t.allGood}</Text>}
      <Group justify="flex-end" gap="xs">
        {successCount > 0 && dataSourceId !== null && !job.undo && (
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

function WhyFailed({ error }: { error: NonNullable<ImportJob['error']> }) {
  const t = useImportWords()
  const { language } = useLanguage()
  const { code, params, message } = error
  const text = t.jobErrors[code]?.() ?? errorText({ code, params, field: 'file' } as never, language)
  return (
    <Alert color="red" variant="outline" role="alert">
      {text ?? message}
    </Alert>
  )
}
