// A call flow as a graph: its steps, the ways between them, who answers, and the end.
import type { Flow, FlowStep } from '../flow.ts'
import { exitsOf, type FlowWay } from '../flow-exits.ts'
import { kindOf } from '../steps/steps.ts'

/** A step of a draft has a key, which stays when it is renamed. */
export type PictureFlow = Omit<Flow, 'steps'> & { steps: (FlowStep & { key?: string })[] }

export interface PictureNode {
  id: string
  kind: 'start' | 'screening' | 'step' | 'end' | 'open'
  /** The place of a step in the list. */
  index?: number
  /** Whether it has a sentence. */
  hasText?: boolean
}

export interface PictureEdge extends FlowWay {
  id: string
  to: string
}

export interface Picture {
  nodes: PictureNode[]
  edges: PictureEdge[]
}

// No step is called so: the names of steps have no colon.
export const START = ':start'
export const SCREENING = ':screening'
export const END = ':end'
const OPEN = ':open'

export const isOpenEnd = (node: string): boolean => node.startsWith(OPEN)

export const nodeIdOf = ({ key, id }: FlowStep & { key?: string }): string => key ?? id

/** Whether a step can be put on a line. The assistant that screens a call is told who is calling before any step. */
export const takesStep = ({ answerer }: PictureEdge): boolean => answerer !== 'screening'

export function pictureOf(flow: PictureFlow): Picture {
  const { steps, onMachine, onScreening } = flow
  // Of steps with the same name the first one counts; there are such only while one is being renamed.
  const nodeOfStep = new Map(steps.toReversed().map((step) => [step.id, nodeIdOf(step)]))
  const target = (id: string | undefined) => nodeOfStep.get(id ?? '') ?? END
  const open: PictureNode[] = []
  /** The open end of a line that leads to no step, because none was chosen or it is gone. */
  const openEnd = (line: string): string => {
    const id = `${OPEN} ${line}`
    open.push({ id, kind: 'open' })
    return id
  }
  const first = target(steps[0]?.id)

  const edges: PictureEdge[] = [{ id: `${START} person`, from: START, to: first, answerer: 'person' }]
  if (onMachine && onMachine.do !== 'continue') {
    const to = onMachine.do === 'leaveMessage' ? target(onMachine.step) : END
    edges.push({ id: `${START} machine`, from: START, to, answerer: 'machine' })
  }
  if (onScreening) {
    edges.push({ id: `${START} screening`, from: START, to: SCREENING, answerer: 'screening' })
    edges.push({ id: `${SCREENING} person`, from: SCREENING, to: first })
  }
  for (const [index, step] of steps.entries()) {
    const from = nodeIdOf(step)
    for (const exit of exitsOf(flow, index)) {
      const id = `${from} ${exit.name}`
      const isOpen = exit.isOpen || (exit.to !== undefined && !nodeOfStep.has(exit.to))
      edges.push({ id, from, to: isOpen ? openEnd(id) : target(exit.to), exit })
    }
  }

  const nodes: PictureNode[] = [{ id: START, kind: 'start' }]
  if (onScreening) nodes.push({ id: SCREENING, kind: 'screening', hasText: true })
  for (const [index, step] of steps.entries()) {
    const hasText = kindOf(step).summary !== undefined
    nodes.push({ id: nodeIdOf(step), kind: 'step', index, hasText })
  }
  nodes.push(...open)
  if (edges.some(({ to }) => to === END)) nodes.push({ id: END, kind: 'end' })
  return { nodes, edges }
}
