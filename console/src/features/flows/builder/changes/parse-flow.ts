// Reads a flow that was typed or pasted.
import type { Flow } from '../../flow.ts'
import { kindOf, stepTypes } from '../../steps/steps.ts'

/** Enough of a flow that the form of it can be shown; the check says what else is wrong. */
export function parseFlow(text: string): Flow | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    const { steps } = (parsed ?? {}) as { steps?: unknown }
    if (!Array.isArray(steps) || !steps.every(isStep)) return undefined
    return parsed as Flow
  } catch {
    return undefined
  }
}

function isStep(step: unknown): boolean {
  const given = (step ?? {}) as Record<string, unknown>
  const type = stepTypes.find((each) => each === given['type'])
  return typeof given['id'] === 'string' && type !== undefined && (kindOf({ type }).canShow?.(given) ?? true)
}
