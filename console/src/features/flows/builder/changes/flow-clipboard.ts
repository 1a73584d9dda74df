// Steps on the clipboard: as JSON, so that a step can be pasted in another task, another window, a chat or the flow as text.
import { copyStep } from '../../edit-flow.ts'
import { type DraftStep, type FlowDraft, toDraft, toFlow } from '../../flow-draft.ts'
import { END, type PictureEdge, pictureOf, START } from '../../picture/picture-graph.ts'
import { withTargets } from '../../steps/steps.ts'
import { insertOnEdge } from './flow-changes.ts'
import { parseFlow } from './parse-flow.ts'

export function copiedText(step: DraftStep): string {
  return JSON.stringify(toFlow({ steps: [step] }), null, 2)
}

/** Puts copied steps after a card, one after the other. Undefined: the text has no steps. */
export function pasteSteps(
  flow: FlowDraft,
  after: string,
  text: string,
): { flow: FlowDraft; steps: DraftStep[] } | undefined {
  const given = parseFlow(text)
  if (!given || given.steps.length === 0) return undefined
  const steps: DraftStep[] = []
  let changed = flow
  let place = after
  for (const step of toDraft(given).steps) {
    const known = new Set(changed.steps.map(({ id }) => id))
    const isKnown = (id: string | undefined) => (id !== undefined && known.has(id) ? id : undefined)
    const copy = withTargets(copyStep(step, changed), isKnown)
    const edge = lineAfter(changed, place)
    changed = edge ? insertOnEdge(changed, edge, copy) : { ...changed, steps: [...changed.steps, copy] }
    place = copy.key
    steps.push(copy)
  }
  return { flow: changed, steps }
}

/** The line on which a step comes after a card; none where the call ends, or where there is no step yet. */
function lineAfter(flow: FlowDraft, card: string): PictureEdge | undefined {
  if (card === END || flow.steps.length === 0) return undefined
  const own = pictureOf(flow).edges.filter(({ from }) => from === card)
  if (card === START) return own.find(({ answerer }) => answerer === 'person')
  return own.find(({ exit }) => exit?.name === 'next') ?? own[0]
}
