import { IconAlertTriangle } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { System } from '../../session/use-system.ts'
import { useReasonText } from '../tasks/reason-text.ts'

/** On top of every page: why no task can dial now, and what else does not get on, in words. */
export function ProblemBanner({ problems }: { problems: System['problems'] }) {
  const textOf = useReasonText()
  return problems.map((problem) => (
    <div
      key={`${problem.code} ${problem.message}`}
      className="banner"
      style={
        {
          '--banner-colour': `var(--console-${isWarning(problem.code) ? 'warn' : 'bad'})`,
        } as CSSProperties
      }
    >
      <IconAlertTriangle size={16} aria-hidden style={{ flex: 'none', color: 'var(--banner-colour)' }} />
      <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{textOf(problem)}</span>
    </div>
  ))
}

/** Calls go on. */
function isWarning(code: System['problems'][number]['code']): boolean {
  return [
    'gateway_partly_down',
    'backup_failed',
    'backup_late',
    'webhook_off',
    'secrets_missing',
    'forgetting_late',
    'number_key_missing',
    'secret_key_missing',
  ].includes(code)
}
