import type { Schemas } from '@carillon/client'
import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { wallMilliseconds } from '../../../language/format.ts'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { Card } from '../../../parts/card.tsx'
import { SegmentedBar } from '../../../parts/charts/segmented-bar.tsx'
import { partsMessages } from '../../../parts/parts.messages.ts'
import type { Tone } from '../../../parts/status-badge.tsx'
import { resultsMessages } from '../results.messages.ts'
import { verdictTones } from '../verdict-badge.tsx'
import { hrefOfResult, type ResultFilter } from './contacts/result-filter.ts'

type Results = Schemas['TaskResults']
type Value = Results['verdicts'][number]

interface TaskResultsProps {
  taskId: string
  /** The answer that all figures of the page are from, so that no two of them disagree. */
  explained: Pick<Schemas['TaskExplanation'], 'contacts' | 'results'>
}

/** Of a task that has dialed more contacts, the results may be some seconds older than the other figures. */
const MAX_COUNTED_AT_ONCE = 10_000

/** What came of the answered calls of a task, and how many of each. Not shown while there is nothing. */
export function TaskResults({ taskId, explained: { contacts, results } }: TaskResultsProps) {
  const t = useMessages(resultsMessages)
  const format = useFormat()
  if (!results || results.contacts === 0) return null
  const total = results.contacts
  const isOlder = contacts.total - contacts.notDialed > MAX_COUNTED_AT_ONCE
  const single: [part: ResultFilter['part'], name: string, contacts: number][] = [
    ['optOut', t.optOut, results.optOuts],
    ['callback', t.callbacks, results.callbacks],
    ['recording', t.recorded, results.recorded],
    ['hungUp', t.hungUps, results.hungUps],
  ]
  const counts = { taskId, total }
  return (
    <Card
      title={t.title}
      beside={
        <Text size="xs" c="dimmed">
          {t.contacts(format.number(total))}
          {isOlder && ` · ${t.countedAt(format.clock(wallMilliseconds(results.countedTime), true))}`}
        </Text>
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Counts
          {...counts}
          title={t.verdict}
          filter={{ part: 'verdict' }}
          values={results.verdicts}
          words={t.verdicts}
          tones={verdictTones}
        />
        {results.digits.map(({ name, ...values }) => (
          <Counts
            {...counts}
            {...values}
            key={name}
            title={t.digits(name)}
            filter={{ part: 'digits', name }}
            words={{ '': t.noKeys }}
          />
        ))}
        {results.fields.map(({ name, ...values }) => (
          <Counts {...counts} {...values} key={name} title={name} filter={{ part: 'field', name }} />
        ))}
        <Counts
          {...counts}
          title={t.transfer}
          filter={{ part: 'transfer' }}
          values={results.transfers}
          words={t.transfers}
        />
        <Counts
          {...counts}
          title={t.agent}
          filter={{ part: 'agent' }}
          values={results.agents}
          words={t.agents}
        />
        <Stack gap="xs">
          {single.map(([part, name, count]) =>
            count === 0 ? null : (
              <CountLink
                key={part}
                href={hrefOfResult(taskId, { part })}
                name={name}
                count={format.number(count)}
              />
            ),
          )}
        </Stack>
      </SimpleGrid>
    </Card>
  )
}

/** Leads to the contacts that it counts. */
function CountLink({ href, name, count }: { href: string; name: string; count: string }) {
  return (
    <Anchor component={Link} href={href} c="inherit" size="sm" display="block">
      <Group component="span" justify="space-between" wrap="nowrap" gap="sm">
        <span style={{ overflowWrap: 'anywhere' }}>{name}</span>
        <span style={{ whiteSpace: 'nowrap' }}>{count}</span>
      </Group>
    </Anchor>
  )
}

interface CountsProps {
  taskId: string
  title: string
  /** The contacts with any of the values. */
  filter: ResultFilter
  values: Value[]
  total: number
  words?: Record<string, string>
  tones?: Record<string, Tone>
  distinctValues?: number
}

const MAX_SHOWN = 6

function Counts({
  taskId,
  title,
  filter,
  values,
  total,
  words = {},
  tones = {},
  distinctValues = 0,
}: CountsProps) {
  const t = useMessages(resultsMessages)
  const { named } = useMessages(partsMessages)
  const format = useFormat()
  if (values.length === 0) return null
  const shown = values.slice(0, MAX_SHOWN)
  const others = Math.max(distinctValues, values.length) - shown.length
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600} mb="2xs">
        {title}
      </Text>
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {shown.map(({ value, contacts }) => {
          const name = words[value] ?? value
          return (
            <li key={value}>
              <CountLink
                href={hrefOfResult(taskId, { ...filter, value })}
                name={name}
                count={`${format.number(contacts)} · ${format.percent(contacts / total)}`}
              />
              <SegmentedBar
                label={named(name, format.number(contacts))}
                segments={[{ label: name, tone: tones[value] ?? 'person', value: contacts }]}
                total={total}
              />
            </li>
          )
        })}
      </Stack>
      {others > 0 && (
        <Text size="xs" c="dimmed" mt="2xs">
          {t.more(format.number(others))}
        </Text>
      )}
    </section>
  )
}
