import { expect, it } from 'vitest'
import { newStep } from '../../edit-flow.ts'
import type { Flow } from '../../flow.ts'
import { type FlowDraft, toDraft, toFlow } from '../../flow-draft.ts'
import { exitsOf } from '../../flow-exits.ts'
import { END, type PictureEdge, pictureOf, SCREENING, START, takesStep } from '../../picture/picture-graph.ts'
import { duplicateStep, insertOnEdge, reconnect } from './flow-changes.ts'

const flow: Flow = {
  onMachine: { do: 'hangup' },
  steps: [
    { id: 'ask', type: 'gather', text: 'Press 1', noInput: 'ask2' },
    { id: 'choice', type: 'branch', cases: [{ when: 'digits.ask == "1"', next: 'thanks' }] },
    { id: 'ask2', type: 'gather', text: 'Press 1 now', next: 'ask', noInput: 'thanks' },
    { id: 'thanks', type: 'branch', cases: [{ when: 'digits.ask == "2"', next: 'ask' }] },
  ],
}

/** Every way of a flow, by the names of its steps. */
function waysOf(draft: FlowDraft): string[] {
  const names = new Map(draft.steps.map(({ key, id }) => [key, id]))
  const nameOf = (node: string) => names.get(node) ?? node
  return pictureOf(draft)
    .edges.map(({ from, to, exit, answerer }) => `${nameOf(from)} ${answerer ?? exit?.name} ${nameOf(to)}`)
    .sort()
}

const edgesOf = (draft: FlowDraft) => pictureOf(draft).edges

it('a step on a line comes between its two steps, and changes no other way', () => {
  for (const index of edgesOf(toDraft(flow)).keys()) {
    const draft = toDraft(flow)
    const edge = edgesOf(draft)[index] as PictureEdge
    const step = { ...newStep('say', draft), id: 'new' }
    const changed = insertOnEdge(draft, edge, step)
    const nameOf = (node: string) => draft.steps.find(({ key }) => key === node)?.id ?? node
    const way = edge.answerer ?? edge.exit?.name
    const expected = waysOf(draft)
      .filter((each) => each !== `${nameOf(edge.from)} ${way} ${nameOf(edge.to)}`)
      .concat(`${nameOf(edge.from)} ${way} new`, `new next ${nameOf(edge.to)}`)
      // The end may be a step of its own from now on, which also ends the call.
      .map((each) => each.replace(/ hangup$/, ` ${END}`))
    const ways = waysOf(changed).map((each) => each.replace(/ hangup$/, ` ${END}`))
    expect(ways, edge.id).toEqual(expected.sort())
  }
})

it('a step after the screening of calls is the first one of everybody', () => {
  const draft = toDraft({ ...flow, onScreening: { say: 'The clinic.' } })
  const lines = edgesOf(draft).filter(({ from, answerer }) => from === SCREENING || answerer === 'screening')
  const [line, ...others] = lines.filter(takesStep)
  expect(others).toEqual([])
  const changed = insertOnEdge(draft, line as PictureEdge, { ...newStep('say', draft), id: 'new' })
  expect(waysOf(changed)).toEqual(
    expect.arrayContaining([`${START} person new`, `${SCREENING} undefined new`, 'new next ask']),
  )
})

it('does not name the following step', () => {
  const draft = toDraft({ steps: [{ id: 'a', type: 'say', text: 'A' }] })
  const edge = edgesOf(draft).find(({ exit }) => exit) as PictureEdge
  const changed = insertOnEdge(draft, edge, { ...newStep('say', draft), id: 'b' })
  expect(toFlow(changed).steps).toEqual([
    { id: 'a', type: 'say', text: 'A' },
    { id: 'b', type: 'say', text: '' },
  ])
})

it('a line leads to another step, or to the end', () => {
  const draft = toDraft(flow)
  const edge = (name: string) => edgesOf(draft).find(({ id }) => id.endsWith(name)) as PictureEdge
  const keyOf = (id: string) => draft.steps.find((step) => step.id === id)?.key ?? ''
  const lead = (name: string, to: string) => toFlow(reconnect(draft, edge(name), to))
  expect(lead('case 0', keyOf('ask2')).steps[1]).toMatchObject({ cases: [{ next: 'ask2' }] })
  expect(lead('noInput', keyOf('choice')).steps[0]).toMatchObject({ noInput: 'choice' })
  expect(lead('machine', keyOf('thanks')).onMachine).toEqual({ do: 'leaveMessage', step: 'thanks' })
  const ended = lead('noInput', END)
  expect(ended.steps.at(-1)).toEqual({ id: 'hangup', type: 'hangup' })
  expect(ended.steps[0]).toMatchObject({ noInput: 'hangup' })
  // Nothing leads to the start, and a person always begins with the first step.
  expect(reconnect(draft, edge('noInput'), START)).toBe(draft)
  expect(reconnect(draft, edge('person'), keyOf('ask2'))).toBe(draft)
})

it('a copy comes after its step, and leads to where that led', () => {
  const draft = toDraft(flow)
  const { flow: changed, copy } = duplicateStep(draft, draft.steps[2]?.key ?? '') ?? {}
  if (!changed || !copy) throw new Error('no copy')
  expect(toFlow(changed).steps.map(({ id }) => id)).toEqual(['ask', 'choice', 'ask2', 'ask3', 'thanks'])
  expect(exitsOf(changed, 2).map(({ to }) => to)).toEqual(['ask3', 'thanks'])
  expect(exitsOf(changed, 3).map(({ to }) => to)).toEqual(['ask', 'thanks'])
})

it('a line is not led to an open end, and an open one leads to the step it is dragged to', () => {
  const draft = toDraft({
    steps: [
      { id: 'choice', type: 'branch', cases: [{ when: 'digits.ask == "1"', next: '' }] },
      { id: 'bye', type: 'say', text: 'Goodbye' },
    ],
  })
  const [open, otherwise] = edgesOf(draft).filter(({ from }) => from === draft.steps[0]?.key)
  if (!open || !otherwise) throw new Error('a branch without lines')
  expect(reconnect(draft, otherwise, open.to)).toBe(draft)
  expect(waysOf(reconnect(draft, open, draft.steps[1]?.key ?? ''))).toContain('choice case 0 bye')
})
