import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { type Column, DataTable } from '../../../parts/data-table.tsx'
import { Figure, Figures } from '../../../parts/figure.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { useLocalPages } from '../../../parts/use-local-pages.ts'
import type { FailedRow } from './failed-rows.ts'
import { importMessages } from './import.messages.ts'
import type { ImportRun, ImportState } from './run-import.ts'

export interface ImportResultProps {
  dataSourceId: string
  run: ImportRun
  state: ImportState
  onAnother(): void
  onClose(): void
}

export function ImportResult({
  dataSourceId,
  run,
  state: { totals },
  onAnother,
  onClose,
}: ImportResultProps) {
  const t = useMessages(importMessages)
  const format = useFormat()
  const { successCount, updatedCount, failCount, importCount, ignoredColumns, failedRows } = totals
  return (
    <Stack gap="sm">
      <Title order={3} size="h2" role="status">
        {t.done}
      </Title>
      <Figures>
        <Figure label={t.all} value={format.number(importCount)} />
        <Figure
          label={t.imported}
          value={format.number(successCount)}
          note={updatedCount > 0 ? t.updated(format.number(updatedCount)) : undefined}
        />
        <Figure label={t.failed} value={format.number(failCount)} />
      </Figures>
      {ignoredColumns.length > 0 && (
        <Text size="sm" c="dimmed">
          {t.ignored(ignoredColumns.join(', '))}
        </Text>
      )}
      {failCount === 0 ? (
        importCount > 0 && <Text size="sm">{t.allGood}</Text>
      ) : (
        <FailedRows run={run} rows={failedRows} />
      )}
      <Group justify="flex-end" gap="xs">
        {successCount > 0 && (
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

function FailedRows({ run, rows }: { run: ImportRun; rows: FailedRow[] }) {
  const t = useMessages(importMessages)
  const format = useFormat()
  const address = useLocalPages(50)
  const { pageNum, pageSize } = address.page
  const columns: Column<FailedRow>[] = [
    {
      id: 'row',
      title: t.failedColumns.row,
      align: 'right',
      width: 70,
      cell: ({ row }) => format.number(row),
    },
    {
      id: 'phone',
      title: t.failedColumns.phone,
      cell: ({ phoneNumber }) => <span className="cell-name">{phoneNumber || t.noNumber}</span>,
    },
    {
      id: 'reason',
      visibleFrom: 'sm',
      title: t.failedColumns.reason,
      cell: ({ reason }) => <span style={{ whiteSpace: 'nowrap' }}>{t.reasons[reason]}</span>,
    },
    {
      id: 'message',
      title: t.failedColumns.message,
      cell: ({ message }) => <div style={{ minWidth: 180 }}>{message}</div>,
    },
  ]
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={6}>
        <Title order={3} size="h2">
          {t.failedRows}
        </Title>
        <Button
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => {
            const content = run.failedRowsFile()
            saveFile({ name: content.name, content })
          }}
        >
          {t.download}
        </Button>
      </Group>
      <div className="card">
        <DataTable
          label={t.failedRows}
          isBounded
          columns={columns}
          rows={rows.slice((pageNum - 1) * pageSize, pageNum * pageSize)}
          keyOf={({ row }) => String(row)}
          paging={{ total: rows.length, address }}
          empty={null}
        />
      </div>
      <Text size="xs" c="dimmed" mt={4}>
        {t.downloadHint}
      </Text>
    </div>
  )
}
