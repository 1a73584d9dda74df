// How many people a draft would call and until when, as if it were published now. Nobody was called yet, so nothing is counted.
import type { Schemas } from '@carillon/client'
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { operationsMessages } from '../operations.messages.ts'
import { publishMessages } from '../publish/publish.messages.ts'
import { tasksMessages } from '../tasks.messages.ts'
import { Headline, type HeadlineFact, HeadlineSkeleton } from './headline.tsx'
import { TimeOfDay } from './task-figures.tsx'

export function DraftFigures({ task }: { task: Schemas['TaskDetail'] }) {
  const t = useMessages(publishMessages)
  const { detail } = useMessages(tasksMessages)
  const { emptyList, toList } = useMessages(operationsMessages)
  const format = useFormat()
  const init = { params: { path: { id: task.id } } }
  const { data, error } = useApiQuery('/api/task/{id}/preview', init, { keepsPrevious: true })
  if (!data && !error) return <HeadlineSkeleton facts={2} />
  if (!data || data.contacts.total === 0)
    return (
      <div className="headline" role="status">
        <Text size="sm">
          {data ? emptyList : t.failed}{' '}
          {data && (
            <Anchor component={Link} href={`/data-sources/${task.dataSourceId}`} underline="always">
              {toList}
            </Anchor>
          )}
        </Text>
      </div>
    )
  const { rung, total, skipped, waiting } = data.contacts
  const counted: [label: string, count: number][] = [
    [t.skipped, skipped],
    [t.waiting, waiting],
  ]
  const times: [label: string, time: string | null][] = [
    [t.first, data.firstCallTime],
    [t.end, data.expectedEndTime],
  ]
  const facts: HeadlineFact[] = [
    ...times.flatMap(([label, timestamp]) =>
      timestamp === null ? [] : [{ label, value: <TimeOfDay timestamp={timestamp} /> }],
    ),
    ...counted.flatMap(([label, count]) => (count === 0 ? [] : [{ label, value: format.number(count) }])),
  ]
  return (
    <Headline
      figure={{
        label: t.rung,
        value: format.number(rung),
        of: rung === total ? detail.people : detail.ofPeople(format.number(total)),
      }}
      facts={facts}
    />
  )
}
