// What changed between two versions of a flow, step by step.

import { renameStep } from '../edit-flow.ts'
import type { Flow, FlowStep, StepType } from '../flow.ts'
import { noCall, toDraft, toFlow } from '../flow-draft.ts'
import { exitsOf, type FlowExit } from '../flow-exits.ts'
import { kindOf } from '../steps/steps.ts'
import { diffWords, type Part } from './word-diff.ts'

/** A setting of a step, or of the whole call, in words. */
export interface Line {
  label: string
  text: string
}

export interface ChangedLine {
  label: string
  parts: Part[]
}

export interface FlowChange {
  kind: 'added' | 'removed' | 'changed' | 'renamed'
  /** Undefined: it is about the whole call. */
  step: { id: string; type: StepType } | undefined
  lines: ChangedLine[]
}

/** How a flow is put in words. */
export interface DiffWords {
  /** The label of the name of a step. */
  name: string
  /** Of the whole call, apart from its steps. */
  ofFlow(flow: Flow): Line[]
  ofField(step: FlowStep, name: string, value: unknown): Line
  ofExit(exit: FlowExit): Line
}

export function diffFlows(original: Flow, after: Flow, words: DiffWords): FlowChange[] {
  const { flow: before, oldNames } = withNewNames(original, after)
  const [old, fresh] = [withDefaults(before), withDefaults(after)]
  const whole = diffLines(words.ofFlow(before), words.ofFlow(after))
  const steps = after.steps.map((step, index): FlowChange & { index: number } => {
    const from = isIn(before, step) ? before.steps.findIndex(({ id }) => id === step.id) : -1
    if (from === -1) return { kind: 'added', step, lines: diffLines([], linesOf(after, index, words)), index }
    const lines = diffLines(linesOf(old, from, words), linesOf(fresh, index, words))
    const oldName = oldNames.get(step.id)
    if (oldName === undefined) return { kind: 'changed', step, lines, index }
    const parts: Part[] = [
      { kind: 'removed', text: oldName },
      { kind: 'added', text: step.id },
    ]
    return { kind: 'renamed', step, lines: [{ label: words.name, parts }, ...lines], index }
  })
  const gone = before.steps.flatMap((step, index): (FlowChange & { index: number })[] =>
    isIn(after, step)
      ? []
      : [{ kind: 'removed', step, lines: diffLines(linesOf(before, index, words), []), index }],
  )
  // What is gone is where it was.
  const ordered = [...gone, ...steps.filter(({ kind, lines }) => kind === 'added' || lines.length > 0)]
    .sort((a, b) => a.index - b.index)
    .map(({ kind, step, lines }): FlowChange => ({ kind, step, lines }))
  return whole.length > 0 ? [{ kind: 'changed', step: undefined, lines: whole }, ...ordered] : ordered
}

const isIn = ({ steps }: Flow, { id, type }: FlowStep) =>
  steps.some((step) => step.id === id && step.type === type)

/**
 * The flow before, with the new names of its steps wherever they are named, so that nothing else differs. A step was renamed if it is gone and a new
 * one does the same, wherever both lead. Conditions name steps too, so each one that is found may reveal another.
 */
function withNewNames(before: Flow, after: Flow): { flow: Flow; oldNames: Map<string, string> } {
  const oldNames = new Map<string, string>()
  let flow = toDraft(before)
  for (;;) {
    const fresh = after.steps.filter(({ id }) => flow.steps.every((step) => step.id !== id))
    const [pair] = flow.steps
      .filter((step) => !isIn(after, step))
      .flatMap((step) => {
        const same = fresh.find((each) => contentOf(each) === contentOf(step))
        return same ? [{ step, id: same.id }] : []
      })
    if (!pair) return { flow: oldNames.size > 0 ? toFlow(flow) : before, oldNames }
    oldNames.set(pair.id, pair.step.id)
    flow = renameStep({ ...noCall, flow }, pair.step.key, pair.id).flow ?? flow
  }
}

/** What a step does, whatever its name is and wherever it leads. */
function contentOf(step: FlowStep): string {
  const {
    id: _,
    key: _key,
    next: _next,
    noInput: _noInput,
    ...fields
  }: Record<string, unknown> = spelledOut(step)
  const cases = 'cases' in step && step.cases.map(({ when }) => when)
  const entries = Object.entries({ ...fields, cases }).filter(([, value]) => value !== undefined)
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** What a step does without a setting is what it is compared with. */
function withDefaults(flow: Flow): Flow {
  return { ...flow, steps: flow.steps.map(spelledOut) }
}

function spelledOut(step: FlowStep): FlowStep {
  return { ...step, ...kindOf(step).defaults, ...step }
}

/** Only those that differ; a line of one side alone is added or removed as a whole. */
function diffLines(before: Line[], after: Line[]): ChangedLine[] {
  const labels = new Set([...after, ...before].map(({ label }) => label))
  return [...labels].flatMap((label) => {
    const [old = '', fresh = ''] = [before, after].map(
      (lines) => lines.find((line) => line.label === label)?.text,
    )
    return old === fresh ? [] : [{ label, parts: diffWords(old, fresh) }]
  })
}

/** Shown as ways out of the step. */
const EXITS = new Set(['next', 'noInput', 'cases'])
const NAMES = new Set(['id', 'type'])

/** What a step says and does, and where it leads. None if there is no such step. */
function linesOf(flow: Flow, index: number, words: DiffWords): Line[] {
  const step = flow.steps[index]
  if (!step) return []
  const fields = Object.entries(step).filter(([name]) => !EXITS.has(name) && !NAMES.has(name))
  return [
    ...fields.map(([name, value]) => words.ofField(step, name, value)),
    ...exitsOf(flow, index).map(words.ofExit),
  ]
}
