import { Button, FileButton, Group, Stack, Text, Title } from '@mantine/core'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useFormat } from '../../../language/use-format.ts'
import { saveFile } from '../../../parts/files/save-file.ts'
import { useNotify } from '../../../parts/notify.ts'
import { useApiMutation } from '../../../session/api-hooks.ts'
import type { ImportJob } from './import-step.ts'
import { useImportTarget, useImportWords } from './import-target.ts'
import { sampleFile } from './sample-file.ts'

const ACCEPTED_FILES = '.csv,.txt,.tsv,.xlsx,text/csv,text/tab-separated-values'

interface FileChoiceProps {
  /** Imports that were uploaded but not started. */
  uploaded: ImportJob[]
  onFile(file: File): void
  onContinue(job: ImportJob): void
}

/** Where a file is chosen. It can also be dropped anywhere on the page. */
export function FileChoice({ uploaded, onFile, onContinue }: FileChoiceProps) {
  const { kind } = useImportTarget()
  const t = useImportWords()
  return (
    <Stack gap="md">
      <Stack className="drop-zone" align="center" gap="xs">
        <IconFileSpreadsheet size={32} stroke={1.4} color="var(--mantine-color-dimmed)" aria-hidden />
        <Text fw={600}>{t.drop}</Text>
        <Text size="sm" c="dimmed" ta="center" maw={420}>
          {t.dropHint}
        </Text>
        <FileButton
          onChange={(file) => file && onFile(file)}
          accept={ACCEPTED_FILES}
          inputProps={{ 'aria-label': t.fileField }}
        >
          {(props) => (
            <Button {...props} leftSection={<IconUpload size={14} aria-hidden />} data-autofocus>
              {t.choose}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed">
          {t.maxSize}
        </Text>
        <Button variant="subtle" onClick={() => saveFile(sampleFile(kind))}>
          {t.sample}
        </Button>
      </Stack>
      {uploaded.length > 0 && (
        <section>
          <Title order={3} size="h2" mb="xs">
            {t.notStarted}
          </Title>
          <Stack gap="xs">
            {uploaded.map((job) => (
              <UploadedFile key={job.id} job={job} onContinue={() => onContinue(job)} />
            ))}
          </Stack>
        </section>
      )}
    </Stack>
  )
}

function UploadedFile({ job, onContinue }: { job: ImportJob; onContinue(): void }) {
  const t = useImportWords()
  const format = useFormat()
  const notify = useNotify()
  const cancel = useApiMutation('/api/import/{id}/cancel')
  return (
    <Group className="card card-body" justify="space-between" gap="xs">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {job.fileName}
        </Text>
        <Text size="xs" c="dimmed">
          {t.uploadedBy(format.shortTime(job.createTime), job.actor)}
        </Text>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() =>
            cancel.mutate(
              { params: { path: { id: job.id } } },
              { onError: (error) => notify.failed(error, 'discardUpload') },
            )
          }
        >
          {t.discard}
        </Button>
        <Button variant="default" onClick={onContinue}>
          {t.continue}
        </Button>
      </Group>
    </Group>
  )
}
