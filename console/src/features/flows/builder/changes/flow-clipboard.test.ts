import { expect, it } from 'vitest'
import { toDraft, toFlow } from '../../flow-draft.ts'
import { END, START } from '../../picture/picture-graph.ts'
import { copiedText, pasteSteps } from './flow-clipboard.ts'

const here = toDraft({
  steps: [
    { id: 'ask', type: 'gather', text: 'Press 1.', noInput: 'bye' },
    { id: 'bye', type: 'say', text: 'Goodbye.' },
  ],
})
const [ask] = here.steps
if (!ask) throw new Error('two steps')

const idsAfter = (card: string, text: string) => pasteSteps(here, card, text)?.flow.steps.map(({ id }) => id)

it('comes after the card that has the focus, under a name of its own', () => {
  const text = copiedText(ask)
  expect(idsAfter(ask.key, text)).toEqual(['ask', 'ask2', 'bye'])
  expect(idsAfter(START, text)).toEqual(['ask2', 'ask', 'bye'])
  expect(idsAfter(END, text)).toEqual(['ask', 'bye', 'ask2'])
})

it('leads to steps of this flow alone', () => {
  const pasted = pasteSteps(here, ask.key, copiedText(ask))
  expect(pasted?.steps).toMatchObject([{ id: 'ask2', noInput: 'bye' }])
  const elsewhere = pasteSteps(toDraft({ steps: [] }), END, copiedText(ask))
  expect(elsewhere && toFlow(elsewhere.flow)).toEqual({
    steps: [{ id: 'ask', type: 'gather', text: 'Press 1.' }],
  })
})

it('takes a whole flow as well, and nothing that is none', () => {
  expect(idsAfter(ask.key, JSON.stringify(toFlow(here)))).toEqual(['ask', 'ask2', 'say', 'bye'])
  for (const text of ['', 'hello', '{"steps": [{"id": 1}]}', '{"steps": []}'])
    expect(pasteSteps(here, ask.key, text)).toBeUndefined()
})
