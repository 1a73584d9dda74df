// For a screen on a wall: what a supervisor wants to see from afar, dark, without anything to click. It stays open for days: it reads
// the same answers again and again, says since when it has no connection, and reloads itself after an upgrade of the service.
import './wall.css'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { ErrorState } from '../../../parts/errors/error-state.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import type { System } from '../../../session/use-system.ts'
import { StillPicture } from '../../flows/still-picture.tsx'
import { useReasonText } from '../../tasks/reason-text.ts'
import { waitMessages } from '../../tasks/wait.messages.ts'
import { waitKindOf } from '../../tasks/wait-kind.tsx'
import { OutcomeBar } from '../outcome-bar.tsx'
import type { Overview } from '../overview.ts'
import { ReachedToday } from '../reached-today.tsx'
import { sortTasks } from '../sort-tasks.ts'
import { LiveMark } from './live-mark.tsx'
import { useAwakeScreen } from './use-awake-screen.ts'
import { wallMessages } from './wall.messages.ts'
import { WallAttention } from './wall-attention.tsx'
import { WallOutcomes } from './wall-outcomes.tsx'

const REFETCH_MS = 3000
/** A running task may get another flow. */
const SETTINGS_MS = 30_000
/** More would be too small to read from afar. */
const MAX_TASKS = 8
const MAX_PICTURES = 2
/** With more of them there is no room for pictures. */
const MAX_TASKS_BESIDE_PICTURES = 3

export function WallPage() {
  const t = useMessages(wallMessages)
  const system = useApiQuery('/api/system', {}, { refetchEveryMs: REFETCH_MS })
  const overview = useApiQuery('/api/overview', {}, { refetchEveryMs: REFETCH_MS })
  useAwakeScreen()
  useReloadAfterUpgrade(system.data?.version)
  useEffect(() => {
    document.title = `${t.title} · Carillon`
  }, [t])
  const hidden = overview.error?.status === 403 ? overview.error : undefined
  const isOld = system.isError || (overview.isError && !hidden)
  return (
    <main className="wall" data-old={isOld || undefined}>
      <h1 className="wall-title">
        <LiveMark time={system.data?.time} />
        <Clock time={system.data?.time} />
      </h1>
      {isOld && <Lost time={system.data?.time} />}
      {hidden && <ErrorState error={hidden} />}
      {system.data && overview.data && <Content system={system.data} overview={overview.data} />}
    </main>
  )
}

/** The time of the last answer, as the service has it. */
function Clock({ time }: { time: string | undefined }) {
  const format = useFormat()
  return <span className="wall-clock">{time && format.dateTime(time)}</span>
}

function Lost({ time }: { time: string | undefined }) {
  const t = useMessages(wallMessages)
  const format = useFormat()
  return (
    <p className="wall-lost" role="alert">
      <IconAlertTriangle size="1em" aria-hidden /> {t.lost(time ? format.dateTime(time) : '–')}
    </p>
  )
}

function Content({ system, overview }: { system: System; overview: Overview }) {
  const t = useMessages(wallMessages)
  const format = useFormat()
  const { lines, today, tasks } = overview
  const { running } = sortTasks(tasks)
  const pictures = running.length > MAX_TASKS_BESIDE_PICTURES ? 0 : MAX_PICTURES
  const waiting = running.filter(({ isWaiting }) => isWaiting).length
  return (
    <>
      <div className="wall-figures">
        <WallFigure
          isLeading
          label={t.reached}
          value={format.number(today.answered)}
          note={t.ofCalls(format.number(today.calls), format.percent(today.contactRate))}
        />
        <WallFigure
          label={t.lines}
          value={format.number(lines.inUse)}
          note={t.ofLines(format.number(lines.limit))}
        />
        <WallFigure
          label={t.running}
          value={format.number(system.runningTasks)}
          note={waiting > 0 ? t.waiting(format.number(waiting)) : running.length > 0 ? t.allDial : '\u00a0'}
        />
        <ReachedToday overview={overview} />
      </div>
      <section className="wall-tasks" aria-label={t.running} data-room={roomOf(running.length)}>
        {running.length === 0 && <p className="wall-quiet">{t.noTasks}</p>}
        {running.slice(0, MAX_TASKS).map((task, place) => (
          <WallTask key={task.id} task={task} hasPicture={place < pictures} />
        ))}
        {running.length > MAX_TASKS && (
          <p className="wall-quiet">{t.more(format.number(running.length - MAX_TASKS))}</p>
        )}
      </section>
      <WallAttention system={system} overview={overview} />
    </>
  )
}

/** How large each of so many tasks can be. */
function roomOf(tasks: number): 'wide' | 'half' | 'line' {
  return tasks <= 2 ? 'wide' : tasks <= 4 ? 'half' : 'line'
}

interface WallFigureProps {
  label: string
  value: string
  note: string
  isLeading?: boolean
}

function WallFigure({ label, value, note, isLeading = false }: WallFigureProps) {
  return (
    <div className="wall-figure" data-leading={isLeading || undefined}>
      <span className="wall-label">{label}</span>
      <span className="wall-value">{value}</span>
      <span className="wall-label">{note}</span>
    </div>
  )
}

interface WallTaskProps {
  task: Overview['tasks'][number]
  /** Whether there is room for what people do in its calls. */
  hasPicture: boolean
}

function WallTask({ task, hasPicture }: WallTaskProps) {
  const t = useMessages(wallMessages)
  const format = useFormat()
  const textOf = useReasonText()
  const words = useMessages(waitMessages)
  const { taskName, doneContacts, contactCount, isWaiting, expectedEndTime } = task
  const progress = t.progress(format.number(doneContacts), format.number(contactCount))
  const waits = waitKindOf(task.reason.code)
  // A few words for each: they are read from afar.
  const state = waits
    ? words[waits]
    : isWaiting
      ? textOf(task.reason)
      : expectedEndTime && t.end(format.shortTime(expectedEndTime))
  const flow = useFlow(task.id, hasPicture)
  return (
    <div className="wall-task" data-picture={flow ? true : undefined}>
      <span className="wall-name" title={taskName}>
        {taskName}
      </span>
      <span className="wall-label">{[progress, state].filter(Boolean).join(' · ')}</span>
      <OutcomeBar task={task} />
      {flow && <StillPicture taskId={task.id} flow={flow} />}
      {/* On a phone also in place of the picture. */}
      {flow !== undefined && <WallOutcomes task={task} />}
    </div>
  )
}

/** The flow of a task's calls, if there is room for its picture; null if there is none, undefined until it is known. */
function useFlow(id: string, hasPicture: boolean) {
  const params = { path: { id } }
  const options = { isEnabled: hasPicture, refetchEveryMs: SETTINGS_MS }
  const settings = useApiQuery('/api/task/{id}/settings', { params }, options).data
  return hasPicture ? settings && (settings.flow ?? null) : null
}

/** Another version may answer in another form. */
function useReloadAfterUpgrade(version: string | undefined): void {
  const first = useRef(version)
  useEffect(() => {
    first.current ??= version
    if (version !== undefined && version !== first.current) window.location.reload()
  }, [version])
}
