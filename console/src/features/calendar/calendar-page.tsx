// A week of all tasks: when each of them may dial, as bars, and the present as a line.
import './calendar.css'
import type { AnswerOf } from '@carillon/client'
import { TaskStatus } from '@carillon/client/task-states'
import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { wallMilliseconds } from '../../language/format.ts'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { locales } from '../../language/messages.ts'
import { useFormat } from '../../language/use-format.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/errors/error-state.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useApiQuery } from '../../session/api-hooks.ts'
import { taskTones } from '../tasks/task-state.ts'
import { TaskStatusBadge } from '../tasks/task-status.tsx'
import { calendarMessages } from './calendar.messages.ts'
import { clockText, DAY_MINUTES, DAYS, type DayPart, dateAfter, dayParts, placeOf } from './day-parts.ts'

type Calendar = AnswerOf<'get', '/api/task/calendar'>

const REFETCH_MS = 30_000
const DATE = /^\d{4}-\d{2}-\d{2}$/

export function CalendarPage() {
  const t = useMessages(calendarMessages)
  const address = useAddress()
  const given = address.get('from')
  const from = given && DATE.test(given) ? given : undefined
  const { data, error, refetch } = useApiQuery(
    '/api/task/calendar',
    { params: { query: from ? { from } : {} } },
    { refetchEveryMs: REFETCH_MS, keepsPrevious: true },
  )
  const turn = (days: number) => data && address.set({ from: dateAfter(data.from, days) })
  return (
    <>
      <PageHeader
        title={t.title}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconChevronLeft size={14} aria-hidden />}
              onClick={() => turn(-DAYS.length)}
            >
              {t.previous}
            </Button>
            <Button variant="default" onClick={() => address.set({ from: undefined })}>
              {t.thisWeek}
            </Button>
            <Button
              variant="default"
              rightSection={<IconChevronRight size={14} aria-hidden />}
              onClick={() => turn(DAYS.length)}
            >
              {t.next}
            </Button>
          </>
        }
      />
      <div className="page-scroll in-order">
        {error && !data && <ErrorState error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton h={320} aria-busy />}
        {data && data.rows.length === 0 && (
          <EmptyState
            title={t.empty}
            hint={t.emptyHint}
            action={
              <Button component={Link} href="/tasks/new" variant="default">
                {t.newTask}
              </Button>
            }
          />
        )}
        {data && data.rows.length > 0 && <Week calendar={data} />}
      </div>
    </>
  )
}

function Week({ calendar }: { calendar: Calendar }) {
  const t = useMessages(calendarMessages)
  const format = useFormat()
  const { language } = useLanguage()
  const { from, now, total, rows } = calendar
  const present = placeOf(from, now)
  const dayName = new Intl.DateTimeFormat(locales[language], {
    ...{ timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' },
  })
  const dayOf = (day: number) => dayName.format(wallMilliseconds(`${dateAfter(from, day)} 00:00:00`))
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="card calendar-frame" aria-label={t.label} tabIndex={0}>
        <table
          className="calendar"
          style={{ '--now': `${(present?.share ?? 0) * 100}%` } as CSSProperties}
          aria-label={t.label}
        >
          <thead>
            <tr>
              <th scope="col">{t.task}</th>
              {DAYS.map((day) => (
                <th key={day} scope="col" data-today={day === present?.day || undefined}>
                  {dayOf(day)}
                  {day === present?.day && (
                    <Text span size="sm" c="dimmed">
                      {` · ${t.now(now.slice(11, 16))}`}
                    </Text>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((task) => (
              <TaskWeek key={task.id} task={task} weekFrom={from} today={present?.day} />
            ))}
          </tbody>
        </table>
      </section>
      {total > rows.length && (
        <Text size="sm" c="dimmed" mt="xs">
          {t.more(format.number(rows.length), format.number(total))}
        </Text>
      )}
    </>
  )
}

interface TaskWeekProps {
  task: Calendar['rows'][number]
  weekFrom: string
  today: number | undefined
}

function TaskWeek({ task, weekFrom, today }: TaskWeekProps) {
  const t = useMessages(calendarMessages)
  const { id, taskName, status, isAtRecipient, times } = task
  const tone = taskTones[status]?.tone ?? 'idle'
  const colour = status === TaskStatus.RUNNING ? 'var(--meaning-success)' : `var(--console-${tone})`
  return (
    <tr style={{ '--bar-colour': colour } as CSSProperties}>
      <th scope="row">
        <Anchor component={Link} href={`/tasks/${id}`} fw={500}>
          {taskName}
        </Anchor>
        <div>
          <TaskStatusBadge status={status} />
        </div>
        {isAtRecipient && (
          <Text size="sm" c="dimmed">
            {t.atRecipient}
          </Text>
        )}
      </th>
      {dayParts(weekFrom, times).map((parts, day) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the days of a week stay where they are
        <td key={day} data-today={day === today || undefined}>
          <Day parts={parts} />
        </td>
      ))}
    </tr>
  )
}

function Day({ parts }: { parts: DayPart[] }) {
  const t = useMessages(calendarMessages)
  const textOf = ({ from, to }: DayPart) =>
    from === 0 && to === DAY_MINUTES ? t.allDay : `${clockText(from)}–${clockText(to)}`
  const text = parts.length === 0 ? t.closed : parts.map(textOf).join(', ')
  return (
    <>
      <span className="calendar-text" title={text}>
        {text}
      </span>
      {parts.map(({ from, to }) => (
        <span
          key={from}
          className="calendar-bar"
          aria-hidden
          style={{
            left: `${(from / DAY_MINUTES) * 100}%`,
            width: `${((to - from) / DAY_MINUTES) * 100}%`,
          }}
        />
      ))}
    </>
  )
}
