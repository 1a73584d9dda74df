// Rows that were imported with a number whose country is not known: they are compared as they are written.
import { Alert, Text } from '@mantine/core'
import { useFormat } from '../../../language/use-format.ts'
import { useApiQuery } from '../../../session/api-hooks.ts'
import type { ImportJob } from './import-step.ts'
import { useImportWords } from './import-target.ts'

const SHOWN = 20

export function UnplacedRows({ job: { id, unplacedCount } }: { job: ImportJob }) {
  const t = useImportWords().numbers
  const format = useFormat()
  const query = { code: 'country_unknown' as const, pageSize: SHOWN }
  const { data } = useApiQuery('/api/import/{id}/failure/list', { params: { path: { id }, query } })
  const rows = data?.rows ?? []
  const more = unplacedCount - rows.length
  return (
    <Alert
      color="yellow"
      variant="outline"
      title={t.unplacedTitle(format.number(unplacedCount), unplacedCount === 1)}
    >
      <Text size="sm">{t.unplacedHint}</Text>
      <Text size="xs" c="dimmed" mt="2xs" style={{ overflowWrap: 'anywhere' }}>
        {rows.map(({ row, value }) => t.example(row, value)).join(t.between)}
        {rows.length > 0 && more > 0 && t.more(format.number(more))}
      </Text>
    </Alert>
  )
}
