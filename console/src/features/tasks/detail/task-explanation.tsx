import type { Schemas } from '@carillon/client'
import { Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import type { Tone } from '../../../parts/status-badge.tsx'
import { useReasonText } from '../reason-text.ts'
import { tasksMessages } from '../tasks.messages.ts'

const tones: Partial<Record<Schemas['TaskReason']['code'], Tone>> = {
  dialing: 'busy',
  completed: 'good',
  nothing_left: 'good',
  failed: 'bad',
  storage_fault: 'bad',
  no_dialer: 'bad',
  gateway_down: 'bad',
  no_lines: 'bad',
  gateway_partly_down: 'warn',
  gateway_busy: 'warn',
  paused: 'warn',
  outside_window: 'warn',
  scheduled: 'warn',
  recipient_hours: 'busy',
  daily_budget: 'busy',
  monthly_budget: 'busy',
  waiting_for_line: 'warn',
  rate_limited: 'warn',
  waiting_for_retry: 'busy',
}

/** Shows what the task is doing, and what keeps it from doing more. */
export function TaskExplanation({ explained }: { explained: Schemas['TaskExplanation'] }) {
  const t = useMessages(tasksMessages)
  const textOf = useReasonText()
  const [first, ...others] = explained.reasons
  if (!first) return null
  const tone = tones[first.code] ?? 'idle'
  return (
    <section
      className="explanation"
      aria-label={t.detail.why}
      aria-live="polite"
      style={{ '--banner-colour': `var(--console-${tone})` } as CSSProperties}
    >
      <IconInfoCircle size={18} aria-hidden style={{ flex: 'none', color: 'var(--banner-colour)' }} />
      <div>
        <Text size="sm" fw={600}>
          {textOf(first)}
        </Text>
        {others.length > 0 && (
          <ul>
            {others.map((reason) => (
              <li key={reason.code}>{textOf(reason)}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
