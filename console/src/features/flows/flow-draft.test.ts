import { expect, it } from 'vitest'
import { insertStep, moveStep, newStep, removeStep, renameStep } from './edit-flow.ts'
import type { Flow } from './flow.ts'
import { type CallValues, toDraft, toFlow } from './flow-draft.ts'

const confirmation: Flow = {
  language: 'en-US',
  onMachine: { do: 'leaveMessage', step: 'bye' },
  steps: [
    { id: 'ask', type: 'gather', text: 'Press 1', keys: '12', noInput: 'bye' },
    { id: 'check', type: 'branch', cases: [{ when: 'digits.ask == "1"', next: 'thanks' }], next: 'bye' },
    { id: 'thanks', type: 'say', text: 'Thank you' },
    { id: 'bye', type: 'say', text: 'Goodbye' },
  ],
}

const call = (): CallValues => ({
  flow: toDraft(confirmation),
  successWhen: 'digits.ask == "1"',
  maxAgents: '',
})

const flowOf = ({ flow }: CallValues): Flow => toFlow(flow ?? { steps: [] })

it('turns a flow into a draft and back', () => {
  expect(flowOf(call())).toEqual(confirmation)
})

it('leaves out what is empty, except what a step needs', () => {
  const draft = toDraft({ language: '', steps: [] })
  const steps = [newStep('gather', draft), newStep('say', draft)]
  expect(toFlow({ ...draft, steps })).toEqual({
    steps: [
      { id: 'ask', type: 'gather', tries: 2 },
      { id: 'say', type: 'say', text: '' },
    ],
  })
})

it('names new steps by their type, and each differently', () => {
  let { flow } = call()
  for (const at of [0, 1]) if (flow) flow = insertStep(flow, newStep('gather', flow), at)
  expect(flow?.steps.map(({ id }) => id)).toEqual(['ask2', 'ask3', 'ask', 'check', 'thanks', 'bye'])
})

it('renames a step wherever it is named', () => {
  const before = call()
  const renamed = renameStep(before, before.flow?.steps[0]?.key ?? '', 'confirm')
  expect(renamed.successWhen).toBe('digits.confirm == "1"')
  expect(flowOf(renamed).steps[1]).toMatchObject({
    cases: [{ when: 'digits.confirm == "1"', next: 'thanks' }],
  })
  const again = renameStep(renamed, renamed.flow?.steps[3]?.key ?? '', 'goodbye')
  expect(flowOf(again)).toMatchObject({
    onMachine: { do: 'leaveMessage', step: 'goodbye' },
    steps: [{ noInput: 'goodbye' }, { next: 'goodbye' }, {}, { id: 'goodbye' }],
  })
})

it('removes a step and whatever leads to it', () => {
  const { flow } = call()
  const removed = flow && toFlow(removeStep(flow, flow.steps[3]?.key ?? ''))
  expect(removed).toEqual({
    language: 'en-US',
    onMachine: { do: 'hangup' },
    steps: [
      { id: 'ask', type: 'gather', text: 'Press 1', keys: '12' },
      { id: 'check', type: 'branch', cases: [{ when: 'digits.ask == "1"', next: 'thanks' }] },
      { id: 'thanks', type: 'say', text: 'Thank you' },
    ],
  })
})

it('moves a step, but not beyond the ends', () => {
  const { flow } = call()
  const ids = (from: number, to: number) => flow && moveStep(flow, from, to).steps.map(({ id }) => id)
  expect(ids(3, 2)).toEqual(['ask', 'check', 'bye', 'thanks'])
  expect(ids(0, -1)).toEqual(['ask', 'check', 'thanks', 'bye'])
  expect(ids(3, 4)).toEqual(['ask', 'check', 'thanks', 'bye'])
})
