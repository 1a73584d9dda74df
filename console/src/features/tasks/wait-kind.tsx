// For what a task or a contact waits. Hours, another attempt, a budget and a free line look different, because only the last is a
// matter of the service: each has an icon, a word and a colour of its own.
import {
  IconCalendarTime,
  IconClockHour4,
  IconGauge,
  IconHourglass,
  IconPhoneX,
  IconRepeat,
} from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { type Tone, toneVariable } from '../../parts/status-badge.tsx'
import { waitMessages } from './wait.messages.ts'

export type WaitKind = 'hours' | 'retry' | 'lines' | 'rate' | 'budget' | 'time'

const kinds: Record<string, WaitKind> = {
  outside_window: 'hours',
  scheduled: 'hours',
  recipient_hours: 'hours',
  waiting_for_retry: 'retry',
  waiting_for_line: 'lines',
  waiting_for_trunk: 'lines',
  trunk_down: 'lines',
  caller_ids_used_up: 'budget',
  no_lines: 'lines',
  gateway_busy: 'lines',
  rate_limited: 'rate',
  daily_budget: 'budget',
  monthly_budget: 'budget',
  attempt_budget: 'budget',
  quiet_period: 'budget',
  case_budget: 'budget',
  case_quiet_period: 'budget',
  before_call_time: 'time',
}

/** Undefined if the reason is none to wait. */
export function waitKindOf(reason: string | null | undefined): WaitKind | undefined {
  return reason ? kinds[reason] : undefined
}

const looks: Record<WaitKind, { Icon: typeof IconRepeat; tone: Tone }> = {
  hours: { Icon: IconClockHour4, tone: 'idle' },
  retry: { Icon: IconRepeat, tone: 'busy' },
  lines: { Icon: IconPhoneX, tone: 'warn' },
  rate: { Icon: IconGauge, tone: 'warn' },
  budget: { Icon: IconHourglass, tone: 'idle' },
  time: { Icon: IconCalendarTime, tone: 'idle' },
}

export function WaitIcon({ kind, size = 14 }: { kind: WaitKind; size?: number }) {
  const { Icon, tone } = looks[kind]
  return <Icon size={size} aria-hidden color={`var(${toneVariable(tone)})`} style={{ flex: 'none' }} />
}

/** Instead of a dot it has an icon. */
export function WaitBadge({ kind }: { kind: WaitKind }) {
  const t = useMessages(waitMessages)
  const style = { '--status-colour': `var(${toneVariable(looks[kind].tone)})` } as CSSProperties
  return (
    <span className="status" style={style} data-icon>
      <WaitIcon kind={kind} />
      {t[kind]}
    </span>
  )
}
