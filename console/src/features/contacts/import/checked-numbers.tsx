// How many numbers of the file are valid with the chosen country, before anything is imported.
import { Alert, List, Text } from '@mantine/core'
import { useFormat } from '../../../language/use-format.ts'
import type { CountryCode } from '../../../parts/country-select.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { useImportWords } from './import-target.ts'

interface CheckedNumbersProps {
  jobId: string
  column: number
  country: CountryCode | null
}

/** As many as the service looks at. */
const MAX_CHECKED = 10_000

export function CheckedNumbers({ jobId, column, country }: CheckedNumbersProps) {
  const t = useImportWords().numbers
  const format = useFormat()
  const query = { column, ...(country && { country }) }
  const { data } = useApiQuery(
    '/api/import/{id}/numbers',
    { params: { path: { id: jobId }, query } },
    { keepsPrevious: true },
  )
  if (!data) return <Text size="sm">{t.checking}</Text>
  const { checkedCount, validCount, examples } = data
  const isPart = checkedCount >= MAX_CHECKED
  const sentence = (isPart ? t.validOfFirst : t.valid)(format.number(validCount), format.number(checkedCount))
  if (validCount === checkedCount)
    return (
      <Text size="sm" role="status">
        {sentence}
      </Text>
    )
  const reasons = [
    { count: data.unplacedCount, text: t.unplaced },
    { count: data.unlikelyCount, text: t.unlikely },
    { count: data.invalidCount, text: t.invalid },
  ].filter(({ count }) => count > 0)
  return (
    <Alert color="yellow" variant="outline" role="status" title={sentence}>
      <List size="sm">
        {reasons.map(({ count, text }) => (
          <List.Item key={text('')}>{text(format.number(count))}</List.Item>
        ))}
      </List>
      <Text size="xs" c="dimmed" mt="2xs" style={{ overflowWrap: 'anywhere' }}>
        {examples.map(({ row, phoneNumber }) => t.example(row, phoneNumber)).join(t.between)}
      </Text>
    </Alert>
  )
}
