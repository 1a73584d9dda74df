import { expect, it } from 'vitest'
import { removeStep, replaceStep } from '../../edit-flow.ts'
import { type CallValues, toDraft } from '../../flow-draft.ts'
import { type FlowHistory, redone, remember, undone } from './flow-history.ts'

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

it('names what each change did', () => {
  const steps = ['a', 'b', 'c'].map((id) => ({ id, type: 'say' as const, text: id }))
  const flow = toDraft({ steps })
  const call: CallValues = { flow, successWhen: 'answered', maxAgents: '' }
  const [a, b, c] = flow.steps
  if (!a || !b || !c) throw new Error('three steps')
  const nameOf = (after: CallValues) => remember([], call, after)[0]?.name
  const withSteps = (...list: typeof flow.steps) => ({ ...call, flow: { ...flow, steps: list } })
  expect(nameOf(withSteps(a, c))).toEqual({ what: 'removed', step: 'b' })
  expect(nameOf(withSteps(a, b, c, { ...b, key: 'new', id: 'd' }))).toEqual({ what: 'added', step: 'd' })
  expect(nameOf(withSteps(b, a, c))).toEqual({ what: 'moved', step: 'a' })
  expect(nameOf(withSteps({ ...a, next: 'c' } as typeof a, b, c))).toEqual({ what: 'led', step: 'a' })
  expect(nameOf(withSteps(a, { ...b, text: 'x' } as typeof b, c))).toEqual({ what: 'typed', step: 'b' })
  expect(nameOf({ ...call, successWhen: 'x' })).toEqual({ what: 'typed', step: undefined })
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

it('does again what was undone, in its order', () => {
  const call = (id: string): CallValues => ({
    flow: toDraft({ steps: [{ id, type: 'hangup' as const }] }),
    successWhen: 'answered',
    maxAgents: '',
  })
  const [a, b, c] = [call('a'), call('b'), call('c')]
  const past = remember(remember([], a, b), b, c)
  const first = undone({ past, future: [] }, c)
  if (!first) throw new Error('nothing was undone')
  const second = undone(first.changes, first.call)
  if (!second) throw new Error('nothing was undone')
  expect([first.call, second.call]).toEqual([b, a])
  expect(undone(second.changes, second.call)).toBeUndefined()
  const again = redone(second.changes, second.call)
  if (!again) throw new Error('nothing was done again')
  expect([again.call, redone(again.changes, again.call)?.call]).toEqual([b, c])
})

it('a line to another step is a change of its own', () => {
  const flow = toDraft({
    steps: [
      { id: 'a', type: 'gather', text: '', noInput: 'b' },
      { id: 'b', type: 'say', text: '' },
      { id: 'c', type: 'say', text: '' },
    ],
  })
  const [a] = flow.steps
  if (a?.type !== 'gather') throw new Error('a question')
  const call: CallValues = { flow, successWhen: 'answered', maxAgents: '' }
  const typed = { ...call, flow: replaceStep(flow, { ...a, text: 'x' }) }
  const led = { ...call, flow: replaceStep(flow, { ...a, text: 'x', noInput: 'c' }) }
  expect(remember(remember([], call, typed), typed, led)).toHaveLength(2)
})
