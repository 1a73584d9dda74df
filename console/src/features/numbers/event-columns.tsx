import type { Schemas } from '@carillon/client'
import { Anchor, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { endingTones, useEndingWords } from '../../parts/figures/call-endings.ts'
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx'
import type { Column } from '../../parts/tables/data-table.tsx'
import { CallDetails } from '../tasks/call-details.tsx'
import { denialMessages } from '../tasks/denial.messages.ts'
import { tasksMessages } from '../tasks/tasks.messages.ts'
import { numbersMessages } from './numbers.messages.ts'

type Event = Schemas['NumberEvent']

function toneOf({ kind, ending }: Event): Tone {
  if (kind === 'call') return ending === null ? 'idle' : endingTones[ending]
  if (kind === 'live_call') return 'busy'
  return kind === 'do_not_call_removed' || kind === 'do_not_call_expired' ? 'idle' : 'warn'
}

/** `hasNames`: whether a column for the names of contacts is needed; `openedId`: the call whose details are shown at once. */
export function useEventColumns(hasNames: boolean, openedId: string | undefined): Column<Event>[] {
  const t = useMessages(numbersMessages)
  const textOf = useEventText()
  return [
    {
      id: 'time',
      title: t.columns.time,
      width: 180,
      visibleFrom: 'sm',
      cell: ({ time }) => <EventTime time={time} />,
    },
    {
      id: 'event',
      title: t.columns.event,
      visibleFrom: 'sm',
      cell: (event) => <EventBadge event={event} />,
    },
    {
      id: 'what',
      title: t.columns.what,
      cell: (event) => (
        <div className="event-details">
          {/* A phone has no room for columns beside what was said and its recording. */}
          <Group hiddenFrom="sm" gap="xs" justify="space-between">
            <EventBadge event={event} />
            <EventTime time={event.time} />
          </Group>
          {textOf(event)}
          <CallFacts event={event} isOpen={event.id === openedId} />
        </div>
      ),
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

function EventTime({ time }: { time: string }) {
  return (
    <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      {useFormat().dateTime(time)}
    </Text>
  )
}

function EventBadge({ event }: { event: Event }) {
  const { kinds } = useMessages(numbersMessages)
  return <StatusBadge tone={toneOf(event)}>{kinds[event.kind] ?? event.kind}</StatusBadge>
}

function nameColumn(title: string): Column<Event> {
  return {
    id: 'contact',
    title,
    // The name stands above the table, too.
    visibleFrom: 'sm',
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
  const { causes, calls } = useMessages(tasksMessages)
  const reasons = useMessages(denialMessages)
  const endings = useEndingWords()
  const format = useFormat()
  return (event) => {
    const { kind, cause, ending, talkSeconds, reason, until, listName, listId, note } = event
    const list = listId === null ? [] : [listName ?? t.deletedList]
    const ends = until === null ? [] : [t.until(format.dateTime(until))]
    const parts =
      kind === 'call' || kind === 'live_call'
        ? [
            event.direction === 'inbound' ? t.calledIn : '',
            event.purpose === null ? '' : (t.purposes[event.purpose] ?? ''),
            ...callText(
              ending === null ? '' : endings[ending],
              cause === null ? '' : (causes[cause] ?? cause),
            ),
            talkSeconds ? t.talked(format.duration(talkSeconds)) : '',
            ...pressedIn(event).map(t.pressed),
            calls.callerId(event.callerId),
            calls.trunk(event.trunkId, event.trunkName),
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

/** What came of the call, and its cause if that says more. */
const callText = (ending: string, cause: string) => (ending === cause ? [ending] : [ending, cause])

function pressedIn({ result }: Event): string[] {
  return Object.values(result?.digits ?? {}).filter((keys) => keys !== '')
}

/** What was said in the call, what was pressed, and its recordings. */
function CallFacts({ event: { kind, result }, isOpen }: { event: Event; isOpen: boolean }) {
  const t = useMessages(numbersMessages)
  const [isShown, setShown] = useState(isOpen)
  if (kind !== 'call' || result === null) return null
  return (
    <details open={isShown} onToggle={(toggled) => setShown(toggled.currentTarget.open)}>
      <summary>{result.recordings?.length ? t.detailsWithRecording : t.details}</summary>
      {isShown && <CallDetails result={result} />}
    </details>
  )
}

/** The prefix or the place that decided; a list has a name of its own. */
function decidedBy({ detail }: Event): string {
  return String(detail?.['prefix'] ?? detail?.['place'] ?? '')
}
