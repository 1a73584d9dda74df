import type { Schemas } from '@carillon/client'
import { TaskStatus } from '@carillon/client/task-states'
import { Button, Popover, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { type Tone, toneVariable } from '../../../parts/status-badge.tsx'
import { ExportSuccessful } from '../export-successful.tsx'
import { useReasonText } from '../reason-text.ts'
import { useSameListWarning } from '../same-list.tsx'
import { tasksMessages } from '../tasks.messages.ts'
import { WaitIcon, waitKindOf } from '../wait-kind.tsx'

const tones: Partial<Record<Schemas['TaskReason']['code'], Tone>> = {
  dialing: 'busy',
  completed: 'good',
  nobody_called: 'warn',
  nothing_left: 'good',
  failed: 'bad',
  storage_fault: 'bad',
  no_dialer: 'bad',
  gateway_down: 'bad',
  no_lines: 'bad',
  trunk_down: 'bad',
  trunk_partly_down: 'warn',
  gateway_partly_down: 'warn',
  gateway_busy: 'warn',
  claim_late: 'warn',
  heartbeat_late: 'warn',
  speech_slow: 'warn',
  agent_failing: 'warn',
  recordings_waiting: 'warn',
  backup_failed: 'warn',
  backup_late: 'warn',
  forgetting_late: 'warn',
  number_key_missing: 'warn',
  secret_key_missing: 'warn',
  webhook_off: 'warn',
  secrets_missing: 'warn',
  paused: 'warn',
  goal_met: 'good',
  outside_window: 'idle',
  scheduled: 'idle',
  recipient_hours: 'idle',
  daily_budget: 'idle',
  monthly_budget: 'idle',
  attempt_budget: 'idle',
  quiet_period: 'idle',
  case_budget: 'idle',
  case_quiet_period: 'idle',
  before_call_time: 'idle',
  waiting_for_line: 'warn',
  waiting_for_trunk: 'warn',
  rate_limited: 'warn',
  waiting_for_retry: 'busy',
}

interface TaskExplanationProps {
  task: Schemas['TaskDetail']
  explained: Schemas['TaskExplanation'] | undefined
}

/**
 * Shows what the task is doing, and what keeps it from doing more. Its height is always the same, so that nothing moves when the
 * reason changes; what does not fit is behind a button.
 */
export function TaskExplanation({ task, explained }: TaskExplanationProps) {
  const t = useMessages(tasksMessages)
  const textOf = useReasonText()
  const [first, ...others] = explained?.reasons ?? []
  const came = useWhatCame(task, explained)
  const [text, more] = [first ? textOf(first) : '', [...came, ...others.map(textOf)]]
  const warning = useSameListWarning(task)
  const { ref, isCut } = useIsCut([text, ...more, warning !== undefined].join(' '))
  const kind = waitKindOf(first?.code)
  const tone = (first && tones[first.code]) ?? 'idle'
  return (
    <section
      className="explanation"
      aria-label={t.detail.why}
      aria-live="polite"
      data-exports={task.status === TaskStatus.COMPLETED || undefined}
      style={{ '--banner-colour': `var(${toneVariable(tone)})` } as CSSProperties}
    >
      {kind ? (
        <WaitIcon kind={kind} size={18} />
      ) : (
        <IconInfoCircle size={18} aria-hidden style={{ flex: 'none', color: 'var(--banner-colour)' }} />
      )}
      <div className="explanation-text" ref={ref}>
        <Text size="sm" fw={600}>
          {text}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {warning !== undefined && (
            <span role="status">
              <IconAlertTriangle
                size={14}
                aria-hidden
                color="var(--console-warn)"
                style={{ verticalAlign: '-2px' }}
              />{' '}
              {warning}{' '}
            </span>
          )}
          {more.join(' ')}
        </Text>
      </div>
      {task.status === TaskStatus.COMPLETED && explained && explained.contacts.success > 0 && (
        <ExportSuccessful
          taskId={task.id}
          contacts={explained.contacts.success}
          isConfirmation={task.isConfirmation}
        />
      )}
      {(isCut || more.length > 1) && (
        <Popover width={360} position="bottom-end" withArrow withRoles>
          <Popover.Target>
            <Button variant="subtle" size="compact-xs" style={{ flex: 'none' }}>
              {t.detail.allReasons}
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <ul className="plain-list">
              {[text, ...more].map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
              {warning !== undefined && <li>{warning}</li>}
            </ul>
          </Popover.Dropdown>
        </Popover>
      )}
    </section>
  )
}

const OVER: readonly number[] = [
  TaskStatus.STOPPED,
  TaskStatus.COMPLETED,
  TaskStatus.FAILED,
  TaskStatus.CLOSED,
]

/** What came of a task that is over, in a sentence. */
function useWhatCame(
  { status, isConfirmation }: Schemas['TaskDetail'],
  explained: Schemas['TaskExplanation'] | undefined,
): string[] {
  const { detail: t } = useMessages(tasksMessages)
  const format = useFormat()
  if (!OVER.includes(status) || !explained || explained.calls.total === 0) return []
  const { success, failed, total } = explained.contacts
  return [
    t.came[isConfirmation ? 'confirmed' : 'successful'](
      format.number(success),
      format.number(total),
      failed === 0 ? undefined : format.number(failed),
    ),
  ]
}

/** Whether some of a text is not visible because its place is too small. */
function useIsCut(text: string) {
  const ref = useRef<HTMLDivElement>(null)
  const [isCut, setCut] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is measured anew
  useEffect(() => {
    const place = ref.current
    if (!place) return
    const measure = () =>
      setCut([...place.children].some((line) => line.scrollHeight > line.clientHeight + 1))
    const observer = new ResizeObserver(measure)
    observer.observe(place)
    return () => observer.disconnect()
  }, [text])
  return { ref, isCut }
}
