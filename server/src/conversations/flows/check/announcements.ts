// Whether a flow tells the callee in time that a voice is artificial, or that the call is recorded. Its author says which steps do; what can be checked
// is that every way through the flow comes by one of them first.
import type { Announcement, Flow, FlowStep } from '../flow.ts'
import { kindOf } from '../steps/steps.ts'
import { startsOf, stepsAfter } from './flow-graph.ts'

/** The first step found of those that must be announced, and that a call can come to before they are; undefined: there is none. */
export function unannouncedStep(flow: Flow, what: Announcement): FlowStep | undefined {
  const byId = new Map(flow.steps.map((step) => [step.id, step]))
  const waiting = startsOf(flow)
  const seen = new Set<string>()
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const step = byId.get(id)
    if (!step || seen.has(id)) continue
    seen.add(id)
    if ('announces' in step && step.announces?.some((each) => each === what)) continue
    if (kindOf(step).mustBeAnnounced?.(step) === what) return step
    waiting.push(...stepsAfter(flow, step))
  }
  return undefined
}

/** A call can come to a voice agent without being told that its voice is artificial. */
export function hasUndisclosedAgent(flow: Flow | null): boolean {
  return flow !== null && unannouncedStep(flow, 'artificialVoice') !== undefined
}
