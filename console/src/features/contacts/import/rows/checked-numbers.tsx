// How many numbers of the file can be imported, and with the chosen country called, before anything is imported.
import { Alert, List, Text } from '@mantine/core'
import { useFormat } from '../../../../language/use-format.ts'
import { type CountryCode, useCountryNames } from '../../../../parts/forms/country-select.tsx'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { useSystem } from '../../../../session/use-system.ts'
import { useImportWords } from '../import-target.ts'
import { RowExamples } from './row-examples.tsx'

interface CheckedNumbersProps {
  jobId: string
  column: number
  country: CountryCode | null
  /** The import has begun: its numbers are not checked any more. */
  isStarted: boolean
}

/** As many as the service looks at. */
const MAX_CHECKED = 10_000

export function CheckedNumbers({ jobId, column, country, isStarted }: CheckedNumbersProps) {
  const words = useImportWords()
  const t = words.numbers
  const nameOf = useCountryNames()
  const ofService = useSystem()?.defaultCountry
  const format = useFormat()
  const query = { column, ...(country && { country }) }
  const { data } = useApiQuery(
    '/api/import/{id}/numbers',
    { params: { path: { id: jobId }, query } },
    { keepsPrevious: true, isEnabled: !isStarted },
  )
  if (!data) return <Text size="sm">{t.checking}</Text>
  const { checkedCount, validCount, examples } = data
  const isPart = checkedCount >= MAX_CHECKED
  const sentence = (isPart ? t.importableOfFirst : t.importable)(
    format.number(checkedCount - data.invalidCount),
    format.number(checkedCount),
  )
  if (validCount === checkedCount)
    return (
      <Text size="sm" role="status">
        {sentence}
      </Text>
    )
  const known = country ?? ofService
  const reasons = [
    {
      problem: 'country_unknown',
      count: data.unplacedCount,
      text: (count: string) =>
        known ? t.unplacedIn(count, nameOf(known)) : t.unplaced(count, words.countryNow),
    },
    { problem: 'unlikely', count: data.unlikelyCount, text: t.unlikely },
    { problem: 'invalid', count: data.invalidCount, text: t.invalid },
  ].filter(({ count }) => count > 0)
  return (
    <Alert color="yellow" variant="outline" role="status" title={sentence}>
      <List size="sm">
        {reasons.map(({ problem, count, text }) => (
          <List.Item key={problem}>
            {text(format.number(count), count === 1)}
            <RowExamples rows={examples.filter((example) => example.problem === problem)} />
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
