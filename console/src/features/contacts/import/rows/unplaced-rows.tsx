// Rows that were imported with a number whose country is not known: they are compared as they are written.
import { Alert, Text } from '@mantine/core'
import { useFormat } from '../../../../language/use-format.ts'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import type { ImportJob } from '../import-step.ts'
import { useImportWords } from '../import-target.ts'
import { RowExamples } from './row-examples.tsx'

const SHOWN = 20

export function UnplacedRows({ job: { id, unplacedCount } }: { job: ImportJob }) {
  const words = useImportWords()
  const t = words.numbers
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
      <Text size="sm" mb="2xs">
        {t.unplacedHint} {words.countryLater}
      </Text>
      <RowExamples
        rows={rows.map(({ row, value }) => ({ row, phoneNumber: value }))}
        more={rows.length > 0 && more > 0 ? t.more(format.number(more)) : undefined}
      />
    </Alert>
  )
}
