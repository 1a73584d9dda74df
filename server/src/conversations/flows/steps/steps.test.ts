import { describe, expect, it } from 'vitest'
import type { Flow, FlowStep, StepType } from '../flow.ts'
import { beginFlow } from '../run/run-flow.ts'
import { EXIT_PATTERN, kindOf, STEPS } from './steps.ts'

describe('a step', () => {
  it.each(Object.keys(STEPS) as StepType[])('%s has a form of its type', (type) => {
    expect(STEPS[type].form).toMatchObject({ title: type, properties: { type: { enum: [type] } } })
  })

  it('of a later version does nothing: the flow goes on behind it', () => {
    const unknown = { id: 'new', type: 'notYet', next: 'end' } as unknown as FlowStep
    const flow: Flow = {
      steps: [unknown, { id: 'say', type: 'say', text: 'Hello.' }, { id: 'end', type: 'hangup' }],
    }
    const { state, commands } = beginFlow({
      flow,
      field: () => undefined,
      callbackTime: () => undefined,
      newId: () => 'id',
      atMs: 0,
    })
    expect(kindOf(unknown).sounds).toBeUndefined()
    expect(state.result.path?.map(([step]) => step)).toEqual(['new', 'end'])
    expect(commands.at(-1)).toEqual({ do: 'hangUp' })
  })
})

it.each([
  ['keys:12#', true],
  ['case:3', true],
  ['transfer:no_answer', true],
  ['agent:done', true],
  ['else', true],
  ['say:hello', false],
  ['keys:', false],
])('%s is an exit: %s', (exit, isExit) => {
  expect(new RegExp(EXIT_PATTERN).test(exit)).toBe(isExit)
})
