// Executes the steps of a flow one after the other, until one of them has to wait.
import { type FlowStep, stepIndex } from '../flow.ts'
import type { Taken } from '../steps/step-kind.ts'
import { kindOf, nextOf } from '../steps/steps.ts'
import { keepExit, keepStep } from './keep-result.ts'
import { hangUp, type Run, stepOf } from './run.ts'

/** A flow in a loop is ended after this many steps. */
const MAX_STEPS = 200

/** Executes steps until one has to wait. Undefined: there are no more steps. `exit`: how the step before is left, if `first` does not say it. */
export function enter(run: Run, first: string | undefined, exit?: string): void {
  const { state, commands, context } = run
  if (exit !== undefined) keepExit(state.result, exit)
  commands.push({ do: 'timer', timer: 'step', ms: null })
  for (let id = first; ; ) {
    const step = id === undefined ? undefined : context.flow.steps[stepIndex(context.flow, id)]
    if (!step || state.visits >= MAX_STEPS) {
      hangUp(run)
      return
    }
    state.step = step.id
    state.visits += 1
    state.result.step = step.id
    keepStep(state.result, step.id, context.atMs)
    context.entered?.(step)
    const taken = kindOf(step).begin(run, step)
    if (taken === 'waits') return
    if (taken.exit !== undefined) keepExit(state.result, taken.exit)
    id = afterStep(run, step, taken.to)
  }
}

/** The step that the call is in was told of an event: it waits on, or is left. */
export function leave(run: Run, taken: Taken): void {
  if (taken === 'waits') return
  const step = stepOf(run)
  enter(run, step && afterStep(run, step, taken.to), taken.exit)
}

/** The current step is done. `exit`: how. */
export function goOn(run: Run, exit?: string): void {
  leave(run, { exit })
}

function afterStep({ context }: Run, step: FlowStep, to: string | undefined): string | undefined {
  return to ?? nextOf(context.flow, step)
}
