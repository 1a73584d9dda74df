// The figures of a task that was published, all of one answer, so that no two of them disagree.
import type { Schemas } from '@carillon/client'
import { wallMilliseconds } from '../../../language/format.ts'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { useEndingWords } from '../../../parts/figures/call-endings.ts'
import { resultsMessages } from '../results.messages.ts'
import { tasksMessages } from '../tasks.messages.ts'
import { hrefOfResult } from './contacts/result-filter.ts'
import { Headline, type HeadlineFact } from './headline.tsx'

interface TaskFiguresProps {
  task: Schemas['TaskDetail']
  explained: Schemas['TaskExplanation']
  /** Only a call that follows a flow can be left early. */
  hasFlow: boolean
}

const NONE = '–'

/** How many people were won, of how many, and five facts about how. */
export function TaskFigures({ task, explained, hasFlow }: TaskFiguresProps) {
  const { detail: t } = useMessages(tasksMessages)
  const { hungUps } = useMessages(resultsMessages)
  const format = useFormat()
  const words = useEndingWords(task.isConfirmation)
  const { contacts, calls, results, goal } = explained
  const { successful, unsuccessful, machine } = calls.endings
  const people = successful + unsuccessful
  const early: HeadlineFact = hasFlow
    ? {
        label: hungUps,
        value: results ? format.number(results.hungUps) : NONE,
        ...(results && results.hungUps > 0 && { href: hrefOfResult(task.id, { part: 'hungUp' }) }),
      }
    : { label: t.averageTalk, value: format.duration(calls.averageTalkSeconds) }
  return (
    <Headline
      figure={{
        label: words.successful,
        value: format.number(contacts.success),
        of: t.ofPeople(format.number(contacts.total)),
        href: `/tasks/${task.id}?tab=contacts&contact-state=success`,
      }}
      facts={[
        ...(goal?.parts ?? []).map(({ name, value, count, wanted }) => ({
          label: name === null ? t.goal : t.goalResult(name, value ?? ''),
          value: t.countOf(format.number(count), format.number(wanted)),
        })),
        {
          label: t.byPeople,
          value: (
            <>
              {format.number(people)} <small>{t.ofAnswered(format.number(people + machine))}</small>
            </>
          ),
        },
        early,
        {
          label: t.machines,
          value: format.number(machine),
          ...(machine > 0 && { href: `/tasks/${task.id}?tab=calls&call-ending=machine` }),
        },
        {
          label: t.callsPerSuccess,
          value: contacts.success > 0 ? format.number(calls.total / contacts.success, 1) : NONE,
        },
        task.endTime === null
          ? { label: t.estimatedEnd, value: <TimeOfDay timestamp={explained.estimatedEndTime} /> }
          : { label: t.ended, value: <TimeOfDay timestamp={task.endTime} /> },
      ]}
    />
  )
}

/** How far the task is and how fast it calls: of the same answer, on the page of its report. */
export function TaskPace({ explained }: Pick<TaskFiguresProps, 'explained'>) {
  const { detail: t } = useMessages(tasksMessages)
  const format = useFormat()
  const { contacts, calls, linesInUse, lines, callsPerSecond } = explained
  const done = contacts.success + contacts.failed + contacts.skipped
  return (
    <Headline
      facts={[
        {
          label: t.progress,
          value: format.percent(contacts.total > 0 ? done / contacts.total : 0),
        },
        {
          label: t.successRate,
          value: (
            <>
              {format.percent(calls.successRate)} <small>{t.ofCalls(format.number(calls.total))}</small>
            </>
          ),
        },
        { label: t.averageTalk, value: format.duration(calls.averageTalkSeconds) },
        {
          label: t.linesInUse,
          value: (
            <>
              {format.number(linesInUse)}{' '}
              <small>{t.linesNote(format.number(lines), format.number(callsPerSecond, 1))}</small>
            </>
          ),
        },
      ]}
    />
  )
}

/** A time of day, with the date beside it unless it is today. */
export function TimeOfDay({ timestamp }: { timestamp: string | null }) {
  const format = useFormat()
  if (timestamp === null) return NONE
  const wallMs = wallMilliseconds(timestamp)
  const isToday = format.shortTime(timestamp) !== format.dateTime(timestamp)
  return (
    <span title={format.dateTime(timestamp)}>
      {format.clock(wallMs)}
      {!isToday && <small> {format.dateOfYear(wallMs)}</small>}
    </span>
  )
}
