import type { Schemas } from '@carillon/client'
import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { Card } from '../../../parts/card.tsx'
import { partsMessages } from '../../../parts/parts.messages.ts'
import { SegmentedBar } from '../../../parts/segmented-bar.tsx'
import type { Tone } from '../../../parts/status-badge.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { resultsMessages } from '../results.messages.ts'
import { verdictTones } from '../verdict-badge.tsx'

type Value = Schemas['TaskResults']['verdicts'][number]

/** What came of the answered calls of a task, and how many of each. Not shown while there is nothing. */
export function TaskResults({ taskId }: { taskId: string }) {
  const t = useMessages(resultsMessages)
  const format = useFormat()
  const { data } = useApiQuery('/api/task/{id}/results', { params: { path: { id: taskId } } })
  if (!data || data.contacts === 0) return null
  const total = data.contacts
  const single: [name: string, contacts: number][] = [
    [t.optOut, data.optOuts],
    [t.callbacks, data.callbacks],
    [t.recorded, data.recorded],
  ]
  return (
    <Card
      title={t.title}
      beside={
        <Text size="xs" c="dimmed">
          {t.contacts(format.number(total))}
        </Text>
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Counts
          title={t.verdict}
          values={data.verdicts}
          total={total}
          words={t.verdicts}
          tones={verdictTones}
        />
        {data.digits.map(({ name, values, distinctValues }) => (
          <Counts
            key={name}
            title={t.digits(name)}
            values={values}
            total={total}
            words={{ '': t.noKeys }}
            distinctValues={distinctValues}
          />
        ))}
        {data.fields.map(({ name, values, distinctValues }) => (
          <Counts key={name} title={name} values={values} total={total} distinctValues={distinctValues} />
        ))}
        <Counts title={t.transfer} values={data.transfers} total={total} words={t.transfers} />
        <Counts title={t.agent} values={data.agents} total={total} words={t.agents} />
        <Stack gap="xs">
          {single.map(([name, contacts]) =>
            contacts === 0 ? null : (
              <Group key={name} justify="space-between" wrap="nowrap">
                <Text size="sm">{name}</Text>
                <span>{format.number(contacts)}</span>
              </Group>
            ),
          )}
        </Stack>
      </SimpleGrid>
    </Card>
  )
}

interface CountsProps {
  title: string
  values: Value[]
  total: number
  words?: Record<string, string>
  tones?: Record<string, Tone>
  distinctValues?: number
}

const MAX_SHOWN = 6

function Counts({ title, values, total, words = {}, tones = {}, distinctValues = 0 }: CountsProps) {
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
              <Group justify="space-between" wrap="nowrap" gap="sm">
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Text>
                <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
                  {format.number(contacts)} · {format.percent(contacts / total)}
                </Text>
              </Group>
              <SegmentedBar
                label={named(name, format.number(contacts))}
                segments={[{ label: name, tone: tones[value] ?? 'busy', value: contacts }]}
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
