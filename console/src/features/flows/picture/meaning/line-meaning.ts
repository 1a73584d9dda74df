// What a line of a picture means: who took it, or what comes of a call that does. A way means what lies on it before it parts again; a
// line that says nothing of its own means what the lines above it mean, so that a colour runs on down to the end of the call.
import type { Meaning } from '../../../../shell/palette.ts'
import { type Comparison, toRows } from '../../conditions.ts'
import type { FlowStep } from '../../flow.ts'
import { kindOf } from '../../steps/steps.ts'
import { nodeIdOf, type PictureEdge, type PictureFlow, pictureOf, SCREENING } from '../picture-graph.ts'

/** What comes of a call by a step or a condition, and not by who answered. */
export type Outcome = 'success' | 'later' | 'optOut'

export interface LineMeaning {
  meaning: Meaning
  /** What is on the way itself; undefined for a line that runs on. */
  outcome?: Outcome
  /** The question that is answered by these keys only, and so takes this line. */
  keys?: { step: string; keys: string[] }
  /** Who answered, where that decides. */
  answerer?: string
}

/** What is known of a call on a way: one of several possible sets of results. */
type Known = Comparison[]

const ofVerdict: Record<string, Meaning> = {
  person: 'person',
  machine: 'machine',
  screening: 'machine',
  silence: 'silent',
}

/** `successWhen`: as tasks have it. */
export function meaningsOf(flow: PictureFlow, successWhen: string): Map<string, LineMeaning> {
  const { edges } = pictureOf(flow)
  const steps = new Map(flow.steps.map((step) => [nodeIdOf(step), step]))
  const out = (id: string) => edges.filter(({ from }) => from === id)
  const found = edges.map((edge) => {
    const decision = decisionOf(edge, steps.get(edge.from), flow)
    const outcome = outcomeOf(edge, decision.known, { steps, out, successWhen })
    const { keys, answerer } = decision
    const said = saidMeaning(edge, outcome, answerer)
    return { edge, said, outcome, keys, answerer }
  })
  const running = runOn(found)
  return new Map(
    found.map(({ edge, said, outcome, keys, answerer }) => [
      edge.id,
      {
        meaning: said ?? running(edge.id),
        ...(outcome && { outcome }),
        ...(keys && { keys }),
        ...(answerer !== undefined && { answerer }),
      },
    ]),
  )
}

/** What lines mean that say nothing of their own: what comes into their card, if all of it means the same. */
function runOn(lines: { edge: PictureEdge; said: Meaning | undefined }[]): (id: string) => Meaning {
  const sets = new Map(lines.map(({ edge, said }) => [edge.id, new Set(said ? [said] : [])]))
  for (let isSettled = false; !isSettled; ) {
    isSettled = true
    for (const { edge, said } of lines) {
      const own = sets.get(edge.id)
      if (said || !own) continue
      const before = own.size
      for (const above of lines)
        if (above.edge.to === edge.from) for (const each of sets.get(above.edge.id) ?? []) own.add(each)
      if (own.size > before) isSettled = false
    }
  }
  return (id) => {
    const [only, ...others] = sets.get(id) ?? []
    return only && others.length === 0 ? only : 'person'
  }
}

interface Decision {
  /** Of each way in which the line can be taken. */
  known: Known[]
  keys?: LineMeaning['keys']
  answerer?: string
}

function saidMeaning(
  { from, answerer, exit }: PictureEdge,
  outcome: Outcome | undefined,
  verdict: string | undefined,
): Meaning | undefined {
  if (answerer) return answerer === 'person' ? 'person' : 'machine'
  if (from === SCREENING) return 'person'
  if (exit?.name === 'noInput') return 'silent'
  if (outcome) return outcome === 'optOut' ? 'failed' : outcome
  return verdict === undefined ? undefined : ofVerdict[verdict]
}

/** What a call has done that takes a line. */
function decisionOf({ exit }: PictureEdge, step: FlowStep | undefined, flow: PictureFlow): Decision {
  if (!exit || !step) return { known: [[]] }
  if (step.type === 'gather' && exit.name === 'next') {
    const path = `digits.${step.id}`
    const [only, ...others] = keysOf(step)
    // It is left with valid keys; without a step for the others, it is left so in any case.
    if (!step.noInput) return { known: [[]] }
    const isOne = only !== undefined && others.length === 0
    if (isOne) return { known: [[is(path, only)]], keys: { step: step.id, keys: [only] } }
    return { known: [[{ path, isEqual: false, value: '' }]] }
  }
  if (step.type !== 'branch') return { known: [[]] }
  if (exit.condition !== undefined) {
    const known = waysOf(exit.condition)
    const [first] = known[0] ?? []
    const isAlone = known.every((way) => way.length === 1 && way[0]?.path === first?.path && way[0]?.isEqual)
    if (!first || !isAlone) return { known }
    const values = known.flatMap((way) => way.map(({ value }) => value))
    if (first.path === 'verdict') return { known, ...(values.length === 1 && { answerer: first.value }) }
    const asked = first.path.startsWith('digits.') && values.every(Boolean)
    return {
      known,
      ...(asked && { keys: { step: first.path.slice('digits.'.length), keys: values } }),
    }
  }
  return otherwiseOf(step, flow)
}

/** The keys that no case asks for, if all cases ask for keys of one question that has a way of its own for no keys. */
function otherwiseOf({ cases }: Extract<FlowStep, { type: 'branch' }>, { steps }: PictureFlow): Decision {
  const rows = cases.flatMap(({ when }) => waysOf(when))
  const paths = new Set(rows.flatMap((way) => way.map(({ path }) => path)))
  const [path = ''] = paths
  const question = steps.find((each) => `digits.${each.id}` === path)
  const isPlain = paths.size === 1 && rows.every((way) => way.length === 1 && way[0]?.isEqual)
  if (!isPlain || question?.type !== 'gather' || !question.noInput) return { known: [[]] }
  const asked = rows.flatMap((way) => way.map(({ value }) => value))
  const keys = keysOf(question).filter((key) => !asked.includes(key))
  // More of them are rather all the others than certain ones.
  if (keys.length === 0 || keys.length > 3) return { known: [[]] }
  return { known: keys.map((key) => [is(path, key)]), keys: { step: question.id, keys } }
}

const is = (path: string, value: string): Comparison => ({ path, isEqual: true, value })

/** The single keys that a question accepts. */
function keysOf({ keys = '0123456789', maxDigits = 1 }: Extract<FlowStep, { type: 'gather' }>): string[] {
  return maxDigits === 1 ? [...keys] : []
}

/** The sets of results that make a condition true. */
function waysOf(condition: string): Known[] {
  const found = toRows(condition)
  if (!found) return [[]]
  return found.joint === 'or' ? found.rows.map((row) => [row]) : [found.rows]
}

interface Surroundings {
  steps: ReadonlyMap<string, FlowStep>
  /** The lines that leave a card. */
  out(id: string): PictureEdge[]
  successWhen: string
}

/** What lies on a way before it parts again, or ends. */
function outcomeOf(edge: PictureEdge, known: Known[], around: Surroundings): Outcome | undefined {
  if (edge.answerer || edge.from === SCREENING || !edge.exit) return undefined
  // Of a step with one way out, the way that led there has said all.
  if (around.out(edge.from).length === 1 && known.every((way) => way.length === 0)) return undefined
  const passed = passedSteps(edge, around)
  const wanted = conditionOf(around.successWhen)
  const done = passed.flatMap(resultsOf)
  const isWanted = (path: string) => wanted.some((way) => way.some((row) => row.path === path))
  if (passed.some(({ type }) => type === 'optOut') && !isWanted('optOut')) return 'optOut'
  if (passed.some((step) => step.type === 'set' && step.field === 'callbackTime')) return 'later'
  const isSuccess = known.every((way) => wanted.some((rows) => makesTrue([...way, ...done], rows)))
  return isSuccess && wanted.length > 0 ? 'success' : undefined
}

function conditionOf(successWhen: string): Known[] {
  return successWhen === 'answered' || successWhen === 'person'
    ? []
    : waysOf(successWhen).filter(({ length }) => length > 0)
}

function passedSteps({ to }: PictureEdge, { steps, out }: Surroundings): FlowStep[] {
  const passed: FlowStep[] = []
  for (let at: string | undefined = to; at !== undefined; ) {
    const step = steps.get(at)
    if (!step || passed.includes(step)) break
    passed.push(step)
    // What is asked next is decided there.
    const [only, ...others]: PictureEdge[] = step.type === 'gather' ? [] : out(at)
    at = others.length === 0 ? only?.to : undefined
  }
  return passed
}

/** What a step makes of a call that is in it. An empty value: any. */
function resultsOf(step: FlowStep): Known {
  if (step.type === 'set') return [is(`result.${step.field}`, step.value)]
  if (step.type === 'gather') return []
  return (kindOf(step).resultsOf?.(step) ?? []).map((path) => ({ path, isEqual: false, value: '' }))
}

/** Whether a call with these results is a success; who answered does not decide here, because only a person takes such a way. */
function makesTrue(known: Known, wanted: Known): boolean {
  const asked = wanted.filter(({ path }) => path !== 'verdict')
  return (
    asked.length > 0 &&
    asked.every((row) => {
      const found = known.filter(({ path }) => path === row.path)
      if (row.isEqual)
        return found.some(({ isEqual, value }) =>
          isEqual ? value === row.value : !row.path.startsWith('digits.'),
        )
      return found.some(({ isEqual, value }) => (isEqual ? value !== row.value : value === row.value))
    })
  )
}
