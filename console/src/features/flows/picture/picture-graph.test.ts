import { expect, it } from 'vitest'
import { renameStep } from '../edit-flow.ts'
import type { Flow } from '../flow.ts'
import { toDraft } from '../flow-draft.ts'
import { END, isOpenEnd, pictureOf, SCREENING, START } from './picture-graph.ts'

const flow: Flow = {
  onMachine: { do: 'leaveMessage', step: 'message' },
  onScreening: { say: 'The clinic' },
  steps: [
    { id: 'ask', type: 'gather', text: 'Press 1', noInput: 'bye' },
    { id: 'choice', type: 'branch', cases: [{ when: 'digits.ask == "1"', next: 'agent' }], next: 'ask' },
    { id: 'agent', type: 'transfer', to: 'queue:sales' },
    { id: 'bye', type: 'say', text: 'Goodbye', next: 'end' },
    { id: 'message', type: 'say', text: 'Call us back' },
    { id: 'end', type: 'hangup' },
  ],
}

const linesOf = (each: Flow) =>
  pictureOf(each).edges.map(
    ({ from, to, exit, answerer }) => `${from} ${answerer ?? exit?.name ?? 'taken'} ${to}`,
  )

it('has a line for each way out of a step, for who answers, and for the end', () => {
  expect(linesOf(flow)).toEqual([
    `${START} person ask`,
    `${START} machine message`,
    `${START} screening ${SCREENING}`,
    `${SCREENING} taken ask`,
    'ask next choice',
    'ask noInput bye',
    'choice case 0 agent',
    'choice next ask',
    'agent next bye',
    'bye next end',
    'message next end',
  ])
  expect(pictureOf(flow).nodes.map(({ id }) => id)).toEqual([
    START,
    SCREENING,
    ...flow.steps.map(({ id }) => id),
  ])
})

it('ends where no step follows, or where a machine is hung up on', () => {
  expect(linesOf({ onMachine: { do: 'hangup' }, steps: [{ id: 'a', type: 'say', text: '' }] })).toEqual([
    `${START} person a`,
    `${START} machine ${END}`,
    `a next ${END}`,
  ])
  expect(linesOf({ steps: [] })).toEqual([`${START} person ${END}`])
  // As with a person.
  expect(linesOf({ onMachine: { do: 'continue' }, steps: [{ id: 'a', type: 'hangup' }] })).toEqual([
    `${START} person a`,
  ])
})

it('keeps the cards of a draft while their names change', () => {
  const draft = toDraft(flow)
  const call = { flow: draft, successWhen: 'answered', maxAgents: '' }
  const renamed = renameStep(call, draft.steps[0]?.key ?? '', 'question').flow ?? draft
  expect(renamed.steps[0]?.id).toBe('question')
  expect(pictureOf(renamed).nodes).toEqual(pictureOf(draft).nodes)
})

it('draws a case without a step, or with one that is gone, as open', () => {
  const branch = (next: string): Flow => ({
    steps: [
      { id: 'choice', type: 'branch', cases: [{ when: 'digits.ask == "1"', next }] },
      { id: 'bye', type: 'say', text: 'Goodbye' },
    ],
  })
  for (const next of ['', 'gone']) {
    const { nodes, edges } = pictureOf(branch(next))
    const line = edges.find(({ id }) => id === 'choice case 0')
    expect(isOpenEnd(line?.to ?? '')).toBe(true)
    expect(nodes.find(({ id }) => id === line?.to)?.kind).toBe('open')
    // What is true of no case still leads on.
    expect(edges.find(({ id }) => id === 'choice next')?.to).toBe('bye')
  }
  expect(pictureOf(branch('bye')).nodes.some(({ kind }) => kind === 'open')).toBe(false)
})
