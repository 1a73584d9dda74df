import { expect, it } from 'vitest'
import type { FlowContext, FlowEvent } from '../flow-state.ts'
import { advanceFlow, beginFlow } from './run-flow.ts'

function verdictAfter(events: FlowEvent[], canDetect: boolean) {
  const context: FlowContext = {
    flow: { steps: [{ id: 'hi', type: 'say', text: 'Hello.' }] },
    field: () => undefined,
    callbackTime: () => undefined,
    newId: () => 'recording',
    atMs: 4000,
    canDetect,
  }
  const begun = beginFlow(context)
  const timers = begun.commands.filter((command) => command.do === 'timer' && command.timer === 'verdict')
  const last = events.reduce((state, event) => advanceFlow(context, state, event).state, begun.state)
  return { hasTimer: timers.length > 0, verdict: last.result.verdict?.is }
}

it('a gateway that does not hear the callee says nothing about who answered, unless a key is pressed', () => {
  const events: FlowEvent[] = [
    { type: 'timeout', timer: 'verdict' },
    { type: 'key', key: '1' },
  ]
  expect(verdictAfter(events.slice(0, 1), false)).toEqual({ hasTimer: false, verdict: undefined })
  expect(verdictAfter(events, false)).toEqual({ hasTimer: false, verdict: 'person' })
  expect(verdictAfter(events, true)).toEqual({ hasTimer: true, verdict: 'person' })
  expect(verdictAfter(events.slice(0, 1), true)).toEqual({ hasTimer: true, verdict: 'silence' })
})
