import { expect, it } from 'vitest'
import { type CallValues, removeStep, replaceStep, toDraft } from '../flow-draft.ts'
import { type FlowHistory, remember } from './flow-history.ts'

it('brings back removed steps one by one, and what was typed between them as one change', () => {
  const steps = ['a', 'b', 'c'].map((id) => ({ id, type: 'say' as const, text: id }))
  const flow = toDraft({ steps })
  const call: CallValues = { flow, successWhen: 'answered', maxAgents: '' }
  const [a, b, c] = flow.steps
  if (!a || !b || !c) throw new Error('three steps')
  const withoutA = { ...call, flow: removeStep(flow, a.key) }
  const typed = { ...withoutA, flow: replaceStep(withoutA.flow, { ...c, text: 'x' } as typeof c) }
  const typedMore = { ...withoutA, flow: replaceStep(withoutA.flow, { ...c, text: 'xy' } as typeof c) }
  const withoutB = { ...typedMore, flow: removeStep(typedMore.flow, b.key) }

  let history: FlowHistory = []
  history = remember(history, call, withoutA)
  history = remember(history, withoutA, typed)
  history = remember(history, typed, typedMore)
  history = remember(history, typedMore, withoutB)
  expect(history.map((entry) => entry.call)).toEqual([call, withoutA, typedMore])
})

it('keeps the last changes only', () => {
  const call: CallValues = { flow: toDraft({ steps: [] }), successWhen: 'answered', maxAgents: '' }
  let history: FlowHistory = []
  for (let index = 0; index < 60; index += 1) {
    const after = { ...call, flow: toDraft({ steps: [{ id: String(index), type: 'hangup' as const }] }) }
    history = remember(history, call, after)
  }
  expect(history).toHaveLength(50)
})
