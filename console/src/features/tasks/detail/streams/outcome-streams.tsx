// A task without a call flow has no steps: what there is to see is where the people that were dialed are now.
import './outcome-streams.css'
import type { Schemas } from '@carillon/client'
import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useFormat } from '../../../../language/use-format.ts'
import { toneVariable } from '../../../../parts/status-badge.tsx'
import { tasksMessages } from '../../tasks.messages.ts'
import { useContactRows } from '../contacts/contact-states.tsx'
import { BOX_WIDTH, ROW_HEIGHT, streamShapes } from './stream-shapes.ts'

interface OutcomeStreamsProps {
  task: Schemas['TaskDetail']
  contacts: Schemas['TaskExplanation']['contacts']
}

/** Contacts that were not dialed, and will not be or not yet, are in no stream. */
const NOT_DIALED = ['notDialed', 'skipped']

/** From all that were dialed to what came of each; a list for whoever does not see it. */
export function OutcomeStreams({ task, contacts }: OutcomeStreamsProps) {
  const { detail: t } = useMessages(tasksMessages)
  const format = useFormat()
  const rows = useContactRows(task, contacts).filter(({ id }) => !NOT_DIALED.includes(id))
  const dialed = contacts.total - contacts.notDialed - contacts.skipped
  const shapes = streamShapes(rows.map(({ value = 0 }) => value))
  return (
    <section className="task-call outcome-streams" aria-label={t.outcomeStreams}>
      <div className="outcome-root">
        <span className="outcome-pill">
          <span>
            {t.dialed} <strong>{format.number(dialed)}</strong>
          </span>
          <small>{t.ofPeople(format.number(contacts.total))}</small>
        </span>
      </div>
      <svg
        viewBox={`0 0 ${BOX_WIDTH} ${rows.length * ROW_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {shapes.map(({ path, width }, index) => {
          const colour = `var(${toneVariable(rows[index]?.tone ?? 'idle')})`
          return width > 0 ? (
            <path key={rows[index]?.id} d={path} fill={colour} />
          ) : (
            <path
              key={rows[index]?.id}
              d={path}
              fill="none"
              stroke={colour}
              strokeWidth={1.5}
              vectorEffect="non-scaling-stroke"
            />
          )
        })}
      </svg>
      <ul aria-label={t.outcomeStreams}>
        {rows.map(({ id, label, tone, value, filter }) => (
          <li key={id}>
            <span
              className="outcome-pill"
              style={{ '--status-colour': `var(${toneVariable(tone)})` } as CSSProperties}
            >
              <Link href={`/tasks/${task.id}?tab=contacts&${filter}`}>
                {label} <strong>{value === undefined ? '–' : format.number(value)}</strong>
              </Link>
              <small>{format.percent(dialed > 0 ? (value ?? 0) / dialed : 0)}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
