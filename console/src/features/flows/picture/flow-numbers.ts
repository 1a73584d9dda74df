// The sums of a flow report on the cards and lines of its picture.
import type { Schemas } from '@carillon/client'
import { useMemo } from 'react'
import type { WayTaken } from '../flow-exits.ts'
import { stepExits } from '../steps/steps.ts'
import { nodeIdOf, type PictureEdge, type PictureFlow, pictureOf, SCREENING, START } from './picture-graph.ts'

type FlowReport = Pick<Schemas['FlowReport'], 'steps' | 'edges'>

export interface StepNumbers {
  /** How often it began. */
  calls: number
  /** Live calls that are in it. */
  now: number
  hungUp: number
  /** Calls in which a machine was recognised during the step. */
  machines: number
}

export interface FlowNumbers {
  steps: ReadonlyMap<string, StepNumbers>
  /** How often each line was taken, by its id. */
  edges: ReadonlyMap<string, number>
  /** How steps were left by each line, as the API says it. */
  exits: ReadonlyMap<string, string[]>
  /** Of the line that was taken most often. */
  max: number
  /** All calls that began the flow: shares are of them. */
  total: number
}

export function numbersOf(flow: PictureFlow, report: FlowReport): FlowNumbers {
  const nodes = new Map(flow.steps.map((step) => [step.id, nodeIdOf(step)]))
  const edges = new Map(pictureOf(flow).edges.map(({ id }) => [id, 0]))
  const exits = new Map<string, string[]>()
  const person = `${START} person`
  const add = (id: string, calls: number) => edges.set(id, (edges.get(id) ?? 0) + calls)
  for (const each of report.edges) {
    const id = lineOf(flow, each)
    if (id === undefined || !edges.has(id)) continue
    add(id, each.calls)
    exits.set(id, [...new Set([...(exits.get(id) ?? []), each.exit ?? ''])])
    // Who answered is known only after the first step has begun.
    if (id === `${START} machine`) add(person, -each.calls)
    if (id === `${SCREENING} person`) {
      add(`${START} screening`, each.calls)
      add(person, -each.calls)
    }
  }
  const steps = report.steps.flatMap(({ step, calls, now, hungUp }) => {
    const node = nodes.get(step)
    const heard = report.edges.filter(({ from, exit }) => from === step && exit === 'machine')
    const machines = heard.reduce((sum, edge) => sum + edge.calls, 0)
    return node === undefined ? [] : [[node, { calls, now, hungUp, machines }] as const]
  })
  edges.set(person, Math.max(edges.get(person) ?? 0, 0))
  const began = report.edges.filter(({ from }) => from === null)
  const total = began.reduce((sum, { calls }) => sum + calls, 0)
  return { steps: new Map(steps), edges, exits, max: Math.max(0, ...edges.values()), total }
}

export function useFlowNumbers(flow: PictureFlow | null, report: FlowReport | undefined) {
  return useMemo(() => (flow && report ? numbersOf(flow, report) : undefined), [flow, report])
}

/** More calls at once were not made just now: another day or version is shown. */
const MANY_AT_ONCE = 200

/** The lines that calls took since then, as often as they did; empty if these are not later numbers of the same calls. */
export function takenSince(
  before: FlowNumbers | undefined,
  now: FlowNumbers | undefined,
): { id: string; from: number; to: number }[] {
  if (!before || !now || before.edges.size !== now.edges.size) return []
  const lines = [...now.edges].map(([id, to]) => ({ id, from: before.edges.get(id) ?? to + 1, to }))
  if (now.total - before.total > MANY_AT_ONCE || lines.some(({ from, to }) => to < from)) return []
  return lines.filter(({ from, to }) => to > from)
}

/** The calls that are counted on a line. */
export function takenOf(flow: PictureFlow, { exits }: FlowNumbers, edge: PictureEdge): WayTaken {
  const first = flow.steps[0]?.id ?? ''
  const { from, answerer } = edge
  if (from === SCREENING || answerer === 'screening') return { fromStep: first, exit: 'passedScreening' }
  if (answerer) {
    const isAlone = pictureOf(flow).edges.filter((each) => each.from === START).length === 1
    return isAlone ? { fromStep: first } : { answerer, firstStep: first }
  }
  const fromStep = flow.steps.find((step) => nodeIdOf(step) === from)?.id ?? from
  return { fromStep, exit: (exits.get(edge.id) ?? []).join() }
}

/** The line of the picture; undefined where a call ended within the step. */
function lineOf(flow: PictureFlow, { from, exit }: FlowReport['edges'][number]): string | undefined {
  if (from === null) return `${START} person`
  if (exit === 'machine') return `${START} machine`
  if (exit === 'passedScreening') return `${SCREENING} person`
  if (
    exit !== null &&
    /^(hungUp|failed|interrupted|skipped|transfer:answered|transfer:handed_over)$/.test(exit)
  )
    return undefined
  const step = flow.steps.find(({ id }) => id === from)
  if (!step) return undefined
  const node = nodeIdOf(step)
  const hasNoInput = exit === 'noInput' && stepExits(step).some(({ name }) => name === exit)
  if (hasNoInput) return `${node} noInput`
  const place = /^case:(\d+)$/.exec(exit ?? '')?.[1]
  return place === undefined ? `${node} next` : `${node} case ${Number(place) - 1}`
}
