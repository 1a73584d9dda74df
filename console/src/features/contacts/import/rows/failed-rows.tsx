import type { Schemas } from '@carillon/client'
import { Button, Group, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useFormat } from '../../../../language/use-format.ts'
import { useDownload } from '../../../../parts/files/use-download.ts'
import { type Column, DataTable } from '../../../../parts/tables/data-table.tsx'
import { useLocalPages } from '../../../../parts/tables/use-local-pages.ts'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { useClient } from '../../../../session/console-context.tsx'
import type { ImportJob } from '../import-step.ts'
import { useImportWords } from '../import-target.ts'

type Failure = Schemas['ImportFailure']

/** The rows that did not become contacts, with the reasons, and the same as a file. */
export function FailedRows({ job: { id, fileName, failCount } }: { job: ImportJob }) {
  const t = useImportWords()
  const format = useFormat()
  const address = useLocalPages(50)
  const init = { params: { path: { id }, query: address.page } }
  const { data, error, refetch } = useApiQuery('/api/import/{id}/failure/list', init, { keepsPrevious: true })
  const columns: Column<Failure>[] = [
    { id: 'row', title: t.row, align: 'right', width: 70, cell: ({ row }) => format.number(row) },
    {
      id: 'column',
      title: t.column,
      visibleFrom: 'sm',
      cell: ({ column }) => <span className="cell-name">{column}</span>,
    },
    {
      id: 'value',
      title: t.value,
      cell: ({ value }) => <span className="cell-name">{value || t.blank}</span>,
    },
    {
      id: 'reason',
      title: t.reason,
      cell: ({ code, params, message }) => (
        <div style={{ minWidth: 150 }}>{t.failures[code]?.(params) ?? message}</div>
      ),
    },
  ]
  return (
    <div>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={3} size="h2">
          {t.failedRows}
        </Title>
        <DownloadButton id={id} name={`${fileName.replace(/\.\w+$/, '')}-failed.csv`} />
      </Group>
      <div className="card">
        <DataTable
          label={t.failedRows}
          isBounded
          columns={columns}
          rows={data?.rows}
          error={error}
          onRetry={refetch}
          keyOf={({ row }) => String(row)}
          paging={{ total: data?.total ?? failCount, address }}
          empty={null}
        />
      </div>
      <Text size="xs" c="dimmed" mt="2xs">
        {t.failedRowsHint}
      </Text>
    </div>
  )
}

function DownloadButton({ id, name }: { id: string; name: string }) {
  const t = useImportWords()
  const client = useClient()
  const { isBusy, run } = useDownload()
  const download = async () => ({
    ...(await client.download('/api/import/{id}/failures', { params: { path: { id } } })),
    name,
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={isBusy}
      onClick={() => run(download)}
    >
      {t.download}
    </Button>
  )
}
