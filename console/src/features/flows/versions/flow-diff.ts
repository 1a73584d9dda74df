// What changed between two versions of a flow, step by step.
import { type Flow, type FlowStep, GATHER_DEFAULTS, type StepType } from '../flow.ts'
import { exitsOf, type FlowExit } from '../flow-exits.ts'
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
  kind: 'added' | 'removed' | 'changed'
  /** Undefined: it is about the whole call. */
  step: { id: string; type: StepType } | undefined
  lines: ChangedLine[]
}

/** How a flow is put in words. */
export interface DiffWords {
  /** Of the whole call, apart from its steps. */
  ofFlow(flow: Flow): Line[]
  ofField(step: FlowStep, name: string, value: unknown): Line
  ofExit(exit: FlowExit): Line
}

export function diffFlows(before: Flow, after: Flow, words: DiffWords): FlowChange[] {
  const [old, fresh] = [withDefaults(before), withDefaults(after)]
  const whole = diffLines(words.ofFlow(before), words.ofFlow(after))
  const isIn = ({ steps }: Flow, { id, type }: FlowStep) =>
    steps.some((step) => step.id === id && step.type === type)
  const steps = after.steps.map((step, index): FlowChange & { index: number } => {
    const from = isIn(before, step) ? before.steps.findIndex(({ id }) => id === step.id) : -1
    if (from === -1) return { kind: 'added', step, lines: diffLines([], linesOf(after, index, words)), index }
    const lines = diffLines(linesOf(old, from, words), linesOf(fresh, index, words))
    return { kind: 'changed', step, lines, index }
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

/** What a step does without a setting is what it is compared with. */
function withDefaults(flow: Flow): Flow {
  const steps = flow.steps.map((step) =>
    step.type === 'gather' ? { ...step, ...GATHER_DEFAULTS, ...step } : step,
  )
  return { ...flow, steps }
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
