import type { Schemas } from '@carillon/client'
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import type { Column } from '../../parts/data-table.tsx'
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx'
import { denialMessages } from '../tasks/denial.messages.ts'
import { tasksMessages } from '../tasks/tasks.messages.ts'
import { numbersMessages } from './numbers.messages.ts'

type Event = Schemas['NumberEvent']

const outcomeTones: Record<number, Tone> = { 1: 'good', 2: 'bad', 3: 'idle' }

function toneOf({ kind, outcome }: Event): Tone {
  if (kind === 'call') return outcomeTones[outcome ?? 0] ?? 'idle'
  if (kind === 'live_call') return 'busy'
  return kind === 'do_not_call_removed' || kind === 'do_not_call_expired' ? 'idle' : 'warn'
}

/** `hasNames`: whether a column for the names of contacts is needed. */
export function useEventColumns(hasNames: boolean): Column<Event>[] {
  const t = useMessages(numbersMessages)
  const format = useFormat()
  const textOf = useEventText()
  return [
    {
      id: 'time',
      title: t.columns.time,
      width: 180,
      cell: ({ time }) => (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {format.dateTime(time)}
        </Text>
      ),
    },
    {
      id: 'event',
      title: t.columns.event,
      cell: (event) => <StatusBadge tone={toneOf(event)}>{t.kinds[event.kind] ?? event.kind}</StatusBadge>,
    },
    {
      id: 'what',
      title: t.columns.what,
      cell: (event) => <div style={{ minWidth: 180 }}>{textOf(event)}</div>,
    },
    ...(hasNames ? [nameColumn(t.columns.contact)] : []),
    {
      id: 'task',
      title: t.columns.task,
      cell: ({ taskId, taskName }) =>
        taskId !== null && (
          <Anchor component={Link} href={`/tasks/${taskId}`} className="cell-name" title={taskName ?? ''}>
            {taskName ?? taskId}
          </Anchor>
        ),
    },
    {
      id: 'actor',
      title: t.columns.actor,
      visibleFrom: 'sm',
      cell: ({ actor }) => <span className="cell-name cell-field">{t.actors[actor] ?? actor}</span>,
    },
  ]
}

function nameColumn(title: string): Column<Event> {
  return {
    id: 'contact',
    title,
    cell: ({ displayName }) => (
      <span className="cell-name cell-field" title={displayName}>
        {displayName ?? '–'}
      </span>
    ),
  }
}

/** What happened, in a few words after its kind. */
function useEventText(): (event: Event) => string {
  const t = useMessages(numbersMessages)
  const { causes } = useMessages(tasksMessages)
  const reasons = useMessages(denialMessages)
  const format = useFormat()
  return (event) => {
    const { kind, cause, talkSeconds, reason, until, listName, listId, note } = event
    const list = listId === null ? [] : [listName ?? t.deletedList]
    const ends = until === null ? [] : [t.until(format.dateTime(until))]
    const parts =
      kind === 'call' || kind === 'live_call'
        ? [
            cause === null ? '' : (causes[cause] ?? cause),
            talkSeconds ? t.talked(format.duration(talkSeconds)) : '',
          ]
        : kind === 'denial'
          ? [
              reasons[reason ?? ''] ?? reason ?? '',
              decidedBy(event),
              ...list,
              ...(until === null ? [t.never] : ends),
            ]
          : [...list, ...ends, note ?? '']
    return parts.filter((part) => part !== '').join(t.comma)
  }
}

/** The prefix or the place that decided; a list has a name of its own. */
function decidedBy({ detail }: Event): string {
  return String(detail?.['prefix'] ?? detail?.['place'] ?? '')
}
