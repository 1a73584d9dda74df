// Changes of a flow that are made in its picture: a step on a line, a line to another step. Steps are still a list, in which each one
// is followed by the next: where a new step comes between two of them, the first one gets to say where it leads.

import { copyStep, insertStep, newStep, replaceStep } from '../../edit-flow.ts'
import type { DraftStep, FlowDraft } from '../../flow-draft.ts'
import { exitsOf } from '../../flow-exits.ts'
import { END, isOpenEnd, nodeIdOf, type PictureEdge, SCREENING, START } from '../../picture/picture-graph.ts'
import type { ExitName } from '../../steps/step-kind.ts'
import { withExit } from '../../steps/steps.ts'

/** Puts a step on a line: it comes between the two steps of it. */
export function insertOnEdge(flow: FlowDraft, edge: PictureEdge, step: DraftStep): FlowDraft {
  const to = idOf(flow, edge.to)
  if (edge.answerer === 'person' || edge.from === SCREENING) return insertStep(flow, step, 0)
  const from = indexOf(flow, edge.from)
  const at = from < 0 ? flow.steps.length : from + 1
  const sealed = edge.exit?.name === 'next' ? flow : sealedBefore(flow, at)
  const inserted = insertStep(sealed, withExit(step, 'next', to), at)
  return leadTo(plain(inserted, step.key), edge, step.id)
}

/** Leads a line to another card. */
export function reconnect(flow: FlowDraft, edge: PictureEdge, target: string): FlowDraft {
  if (target === START || target === edge.from || isOpenEnd(target) || edge.answerer === 'person') return flow
  if (target !== END) return leadTo(flow, edge, idOf(flow, target) ?? '')
  if (edge.answerer === 'machine') return { ...flow, onMachine: { do: 'hangup' } }
  const [ending, end] = withEnd(flow)
  return leadTo(ending, edge, end)
}

/** A copy of a step after it, which leads to where the step led. */
export function duplicateStep(
  flow: FlowDraft,
  key: string,
): { flow: FlowDraft; copy: DraftStep } | undefined {
  const index = flow.steps.findIndex((step) => step.key === key)
  const step = flow.steps[index]
  if (!step) return undefined
  const copy = copyStep(step, flow)
  return { flow: insertStep(replaceStep(flow, withExit(step, 'next', undefined)), copy, index + 1), copy }
}

const indexOf = ({ steps }: FlowDraft, node: string) => steps.findIndex((step) => nodeIdOf(step) === node)
const idOf = (flow: FlowDraft, node: string): string | undefined => flow.steps[indexOf(flow, node)]?.id

function leadTo(flow: FlowDraft, { from, exit, answerer }: PictureEdge, id: string): FlowDraft {
  if (answerer === 'machine') return { ...flow, onMachine: { do: 'leaveMessage', step: id } }
  const step = flow.steps[indexOf(flow, from)]
  if (!step || !exit) return flow
  return plain(replaceStep(flow, withExit(step, exit.name, id)), step.key, exit.name)
}

/** What is simply the following step need not be named, unless it is a case. */
function plain(flow: FlowDraft, key: string, name: ExitName = 'next'): FlowDraft {
  const index = flow.steps.findIndex((step) => step.key === key)
  const step = flow.steps[index]
  if (!step || name !== 'next') return flow
  const exit = exitsOf(flow, index).find((each) => each.name === 'next')
  return exit?.isFollowing ? replaceStep(flow, withExit(step, 'next', undefined)) : flow
}

/** The step before a place says where it leads, so that it does not lead to what is put there. */
function sealedBefore(flow: FlowDraft, at: number): FlowDraft {
  const step = flow.steps[at - 1]
  if (!step || !exitsOf(flow, at - 1).some(({ name }) => name === 'next') || ('next' in step && step.next))
    return flow
  const following = flow.steps[at]?.id
  if (following !== undefined) return replaceStep(flow, withExit(step, 'next', following))
  const [ending, end] = withEnd(flow)
  return replaceStep(ending, withExit(step, 'next', end))
}

/** A flow with a step that ends the call, and the name of it. */
function withEnd(flow: FlowDraft): [FlowDraft, string] {
  const found = flow.steps.find(({ type }) => type === 'hangup')
  if (found) return [flow, found.id]
  const end = newStep('hangup', flow)
  return [insertStep(flow, end, flow.steps.length), end.id]
}
