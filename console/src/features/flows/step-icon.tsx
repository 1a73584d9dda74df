import type { StepType } from './flow.ts'
import { kindOf } from './steps/steps.ts'

export function StepIcon({ type, size = 16 }: { type: StepType; size?: number }) {
  const { icon: Icon } = kindOf({ type })
  return <Icon size={size} aria-hidden style={{ flex: 'none' }} />
}
