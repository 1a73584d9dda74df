import { expect, it } from 'vitest'
import type { Flow } from '../flow.ts'
import { numbersOf, takenOf, takenSince } from './flow-numbers.ts'
import { pictureOf, SCREENING, START } from './picture-graph.ts'

const flow: Flow = {
  onMachine: { do: 'leaveMessage', step: 'message' },
  steps: [
    { id: 'ask', type: 'gather', text: 'Press 1', noInput: 'bye' },
    { id: 'choice', type: 'branch', cases: [{ when: 'digits.ask == "1"', next: 'thanks' }], next: 'agent' },
    { id: 'thanks', type: 'say', text: 'Thank you', next: 'bye' },
    { id: 'agent', type: 'transfer', to: 'queue:sales' },
    { id: 'bye', type: 'say', text: 'Goodbye', next: 'end' },
    { id: 'message', type: 'say', text: 'Call us back' },
    { id: 'end', type: 'hangup' },
  ],
}

const step = { hungUp: 0, transferred: 0, failed: 0, ended: 0, now: 0 }

it('puts each sum on its line, and what ended within a step on its card', () => {
  const { steps, edges, max, total } = numbersOf(flow, {
    steps: [{ ...step, step: 'ask', calls: 90, hungUp: 5, now: 4 }],
    edges: [
      { from: null, exit: null, to: 'ask', calls: 90 },
      { from: 'ask', exit: 'machine', to: 'message', calls: 8 },
      { from: 'ask', exit: 'keys:1', to: 'choice', calls: 51 },
      { from: 'ask', exit: 'keys:2', to: 'choice', calls: 19 },
      { from: 'ask', exit: 'noInput', to: 'bye', calls: 7 },
      { from: 'ask', exit: 'hungUp', to: null, calls: 5 },
      { from: 'choice', exit: 'case:1', to: 'thanks', calls: 51 },
      { from: 'choice', exit: 'else', to: 'agent', calls: 19 },
      { from: 'agent', exit: 'transfer:answered', to: null, calls: 15 },
      { from: 'agent', exit: 'transfer:busy', to: 'bye', calls: 4 },
      { from: 'thanks', exit: null, to: 'bye', calls: 51 },
    ],
  })
  expect(Object.fromEntries(edges)).toEqual({
    [`${START} person`]: 82,
    [`${START} machine`]: 8,
    'ask next': 70,
    'ask noInput': 7,
    'choice case 0': 51,
    'choice next': 19,
    'thanks next': 51,
    'agent next': 4,
    'bye next': 0,
    'message next': 0,
  })
  expect(max).toBe(82)
  expect(total).toBe(90)
  expect(steps.get('ask')).toEqual({ calls: 90, now: 4, hungUp: 5, machines: 8 })
})

it('says which calls a line counts', () => {
  const taken = (of: Flow, ...edges: [exit: string, to: string | null][]) => {
    const numbers = numbersOf(of, {
      steps: [],
      edges: edges.map(([exit, to]) => ({ from: 'agent', exit, to, calls: 2 })),
    })
    return Object.fromEntries(pictureOf(of).edges.map((edge) => [edge.id, takenOf(of, numbers, edge)]))
  }
  expect(taken(flow, ['transfer:busy', 'bye'], ['transfer:declined', 'bye'], ['hungUp', null])).toMatchObject(
    {
      [`${START} person`]: { answerer: 'person', firstStep: 'ask' },
      [`${START} machine`]: { answerer: 'machine', firstStep: 'ask' },
      'agent next': { fromStep: 'agent', exit: 'transfer:busy,transfer:declined' },
    },
  )
  // Who answered is not told apart.
  const { onMachine: _, ...plain } = flow
  expect(taken(plain)).toMatchObject({ [`${START} person`]: { fromStep: 'ask' } })
})

it('counts who was put through by call screening on both lines of it', () => {
  const screened: Flow = { ...flow, onScreening: { say: 'The clinic.' } }
  const numbers = numbersOf(screened, {
    steps: [],
    edges: [
      { from: null, exit: null, to: 'ask', calls: 9 },
      { from: 'ask', exit: 'passedScreening', to: 'ask', calls: 2 },
    ],
  })
  const { edges } = numbers
  expect(edges.get(`${START} person`)).toBe(7)
  const lines = pictureOf(screened).edges.filter(
    ({ from, answerer }) => from === SCREENING || answerer === 'screening',
  )
  expect(lines.map(({ id }) => edges.get(id))).toEqual([2, 2])
  expect(lines.map((line) => takenOf(screened, numbers, line))).toEqual(
    [1, 2].map(() => ({ fromStep: 'ask', exit: 'passedScreening' })),
  )
})

it('leaves out steps that the flow does not have', () => {
  const { steps, edges } = numbersOf(flow, {
    steps: [{ ...step, step: 'gone', calls: 3 }],
    edges: [{ from: 'gone', exit: null, to: 'ask', calls: 3 }],
  })
  expect(steps.size).toBe(0)
  expect(Math.max(...edges.values())).toBe(0)
})

it('tells the lines that calls took since the last numbers, and none if they are of other calls', () => {
  const at = (calls: number, pressed: number) =>
    numbersOf(flow, {
      steps: [],
      edges: [
        { from: null, exit: null, to: 'ask', calls },
        { from: 'ask', exit: 'keys:1', to: 'choice', calls: pressed },
      ],
    })
  expect(takenSince(at(10, 7), at(12, 7))).toEqual([{ id: `${START} person`, from: 10, to: 12 }])
  expect(takenSince(at(10, 7), at(11, 8)).map(({ id }) => id)).toEqual([`${START} person`, 'ask next'])
  expect(takenSince(undefined, at(12, 7))).toEqual([])
  // Another day, another version, or all days.
  expect(takenSince(at(10, 7), at(12, 3))).toEqual([])
  expect(takenSince(at(10, 7), at(900, 700))).toEqual([])
  const other = numbersOf({ steps: flow.steps.slice(0, 1) }, { steps: [], edges: [] })
  expect(takenSince(at(0, 0), other)).toEqual([])
})
