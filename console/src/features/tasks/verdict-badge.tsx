import { useMessages } from '../../language/language-provider.tsx'
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx'
import { resultsMessages } from './results.messages.ts'

export const verdictTones: Record<string, Tone> = {
  person: 'person',
  machine: 'machine',
  screening: 'machine',
  silence: 'silent',
  unknown: 'silent',
}

export function VerdictBadge({ verdict }: { verdict: string }) {
  const { verdicts } = useMessages(resultsMessages)
  return <StatusBadge tone={verdictTones[verdict] ?? 'silent'}>{verdicts[verdict] ?? verdict}</StatusBadge>
}
