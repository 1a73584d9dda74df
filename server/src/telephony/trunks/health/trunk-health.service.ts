// The health of the trunks: how they are now, what came of their calls, and what is wrong with them.
import type { TrunkOutcome, TrunkOutcomeFacts } from '../../../platform/words/trunk-tests.ts'
import type { Trunk } from '../trunk.ts'
import type { TrunkConditions, TrunkState } from './trunk-conditions.ts'
import type { SipAnswerCount, TrunkCalls, TrunkFigures, TrunkQuarter } from './trunk-figures.ts'

export interface TrunkWithFigures extends TrunkState {
  lastHour: TrunkCalls
}

export interface TrunkProblem {
  trunkId: string
  trunkName: string
  /** Null: it is about all nodes. */
  node: string | null
  code: TrunkOutcome
  facts: TrunkOutcomeFacts
}

export interface TrunkHistory {
  quarters: TrunkQuarter[]
  answers: SipAnswerCount[]
}

interface TrunkHealthOptions {
  trunks: { list(): Promise<Trunk[]>; detail(id: string): Promise<Trunk> }
  conditions: Pick<TrunkConditions, 'all' | 'reported'>
  figures: TrunkFigures
}

export type TrunkHealth = ReturnType<typeof createTrunkHealth>

/** Fewer calls tell little about a trunk. */
const MIN_CALLS_OF_HOUR = 20
const MIN_CALLS_OF_DAY = 50
/** An answer rate below this share of that of the day before is said. */
const LOW_RATE = 0.5

export function createTrunkHealth({ trunks, conditions, figures }: TrunkHealthOptions) {
  async function lowRate(id: string): Promise<TrunkOutcomeFacts | undefined> {
    const { lastHour, dayBefore } = await figures.recent(id)
    if (lastHour.calls < MIN_CALLS_OF_HOUR || dayBefore.calls < MIN_CALLS_OF_DAY) return undefined
    const [rate, rateBefore] = [lastHour.answered / lastHour.calls, dayBefore.answered / dayBefore.calls]
    return rate < rateBefore * LOW_RATE ? { rate, rateBefore } : undefined
  }

  async function problemsOf({ id, name, isEnabled, nodes, ...all }: TrunkState): Promise<TrunkProblem[]> {
    if (!isEnabled) return []
    const trunk = { trunkId: id, trunkName: name }
    const found: TrunkProblem[] = []
    for (const { node, state, code, facts } of nodes)
      if ((state === 'down' || state === 'heldBack') && code) found.push({ ...trunk, node, code, facts })
    if (all.code === 'no_node') found.push({ ...trunk, node: null, code: all.code, facts: all.facts })
    const facts = await lowRate(id)
    return facts ? [...found, { ...trunk, node: null, code: 'low_answer_rate', facts }] : found
  }

  return {
    /** Of the enabled trunks, for metrics. */
    async lastHours(): Promise<{ id: string; name: string; lastHour: TrunkCalls }[]> {
      const enabled = (await trunks.list()).filter(({ isEnabled }) => isEnabled)
      return Promise.all(
        enabled.map(async ({ id, name }) => ({ id, name, lastHour: (await figures.recent(id)).lastHour })),
      )
    },

    async states(): Promise<TrunkWithFigures[]> {
      const all = await conditions.all()
      return Promise.all(
        all.map(async (trunk) => ({ ...trunk, lastHour: (await figures.recent(trunk.id)).lastHour })),
      )
    },

    async problems(): Promise<TrunkProblem[]> {
      return (await Promise.all((await conditions.reported()).map(problemsOf))).flat()
    },

    async history(id: string): Promise<TrunkHistory> {
      await trunks.detail(id)
      return figures.lastDay(id)
    },
  }
}
