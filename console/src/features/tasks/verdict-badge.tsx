import { useMessages } from '../../language/language-provider.tsx'
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx'
import { resultsMessages } from './results.messages.ts'

export const verdictTones: Record<string, Tone> = {
  person: 'good',
  machine: 'warn',
  screening: 'warn',
  silence: 'idle',
  unknown: 'idle',
}

export function VerdictBadge({ verdict }: { verdict: string }) {
  const { verdicts } = useMessages(resultsMessages)
  return <StatusBadge tone={verdictTones[verdict] ?? 'idle'}>{verdicts[verdict] ?? verdict}</StatusBadge>
}
