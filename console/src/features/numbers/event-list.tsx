import './numbers.css'
import type { Schemas } from '@carillon/client'
import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { endingTones, useEndingWords } from '../../parts/figures/call-endings.ts'
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx'
import { CallDetails, LiveCallDetails } from '../tasks/call-details.tsx'
import { denialMessages } from '../tasks/denial.messages.ts'
import { tasksMessages } from '../tasks/tasks.messages.ts'
import { numbersMessages } from './numbers.messages.ts'

type Event = Schemas['NumberEvent']

function toneOf({ kind, ending }: Event): Tone {
  if (kind === 'call') return ending === null ? 'idle' : endingTones[ending]
  if (kind === 'live_call') return 'busy'
  return kind === 'do_not_call_removed' || kind === 'do_not_call_expired' || kind === 'note' ? 'idle' : 'warn'
}

/** What happened to a number, newest first. Its calls are conversations; what else happened takes a line. */
export function EventList({ events }: { events: Event[] }) {
  const t = useMessages(numbersMessages)
  return (
    <ol className="number-events in-order" aria-label={t.label}>
      {events.map((event) => (
        <EventEntry key={event.id} event={event} />
      ))}
    </ol>
  )
}

function EventEntry({ event }: { event: Event }) {
  const t = useMessages(numbersMessages)
  const textOf = useEventText()
  const [wasLive] = useState(event.kind === 'live_call')
  const { taskId, taskName, displayName, actor, time, kind, callId, result, talkSeconds } = event
  return (
    <li>
      <div className="number-event">
        <EventBadge event={event} />
        <span className="number-event-text">{textOf(event)}</span>
        <span className="number-event-context">
          {event.isOtherSpelling && <strong>{t.spelledAs(event.phoneNumber)}</strong>}
          {displayName !== undefined && <span>{displayName}</span>}
          {taskId !== null && (
            <Anchor component={Link} href={`/tasks/${taskId}`} className="cell-name" title={taskName ?? ''}>
              {taskName ?? taskId}
            </Anchor>
          )}
          <span>{t.actors[actor] ?? actor}</span>
          <EventTime time={time} />
        </span>
      </div>
      {wasLive && (
        <div className="number-conversation">
          <LiveCallDetails
            callId={kind === 'live_call' ? (callId ?? undefined) : undefined}
            name={event.phoneNumber}
          />
        </div>
      )}
      {kind === 'call' && result !== null && (
        <details open className="number-conversation">
          <summary>{result.recordings?.length ? t.detailsWithRecording : t.details}</summary>
          <CallDetails call={{ id: callId, result, talkSeconds }} />
        </details>
      )}
    </li>
  )
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

/** The prefix or the place that decided; a list has a name of its own. */
function decidedBy({ detail }: Event): string {
  return String(detail?.['prefix'] ?? detail?.['place'] ?? detail?.['field'] ?? '')
}
