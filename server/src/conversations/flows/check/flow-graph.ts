// Which step can come after which, whatever the callee does.
import type { Flow, FlowStep } from '../flow.ts'
import { exitsOf, kindOf, nextOf } from '../steps/steps.ts'

/** The steps that can follow, as far as they exist. */
export function stepsAfter(flow: Flow, step: FlowStep): string[] {
  const named = [nextOf(flow, step), ...exitsOf(step).map(([, id]) => id)]
  const known = new Set(flow.steps.map(({ id }) => id))
  return [...new Set(named)].filter((id): id is string => id !== undefined && known.has(id))
}

/** The ids of the steps with which calls begin: the first one, and that of a message for a machine. */
export function startsOf({ onMachine, steps }: Flow): string[] {
  const starts = [steps[0]?.id, onMachine?.do === 'leaveMessage' ? onMachine.step : undefined]
  return starts.filter((id): id is string => id !== undefined)
}

/** Steps that no call can reach. */
export function unreachableSteps(flow: Flow): FlowStep[] {
  const byId = new Map(flow.steps.map((step) => [step.id, step]))
  const { steps } = flow
  const waiting = startsOf(flow)
  const reached = new Set<string>()
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const step = byId.get(id)
    if (!step || reached.has(step.id)) continue
    reached.add(step.id)
    waiting.push(...stepsAfter(flow, step))
  }
  return steps.filter(({ id }) => !reached.has(id))
}

/** The steps of a loop that never waits for the callee; undefined if there is no such loop. */
export function findEndlessLoop(flow: Flow): string[] | undefined {
  const byId = new Map(flow.steps.map((step) => [step.id, step]))
  const done = new Set<string>()

  function circleFrom(id: string, path: readonly string[]): string[] | undefined {
    const begin = path.indexOf(id)
    if (begin >= 0) return path.slice(begin)
    const step = byId.get(id)
    if (!step || done.has(id) || waitsForCallee(step)) return undefined
    for (const after of stepsAfter(flow, step)) {
      const circle = circleFrom(after, [...path, id])
      if (circle) return circle
    }
    done.add(id)
    return undefined
  }

  for (const { id } of flow.steps) {
    const circle = circleFrom(id, [])
    if (circle) return circle
  }
  return undefined
}

function waitsForCallee(step: FlowStep): boolean {
  return kindOf(step).waitsForCallee?.(step) ?? false
}
