// What a voice agent tells about its conversation with the callee. It is kept beside the call record, because much of it comes while the
// call goes on or after it has ended.

export const SPEAKERS = ['agent', 'callee'] as const

export interface TranscriptLine {
  who: (typeof SPEAKERS)[number]
  text: string
  /** Milliseconds after the answer; null: not known. */
  offsetMs: number | null
}

export interface AgentCost {
  amount: number
  /** The code of ISO 4217. */
  currency: string
  /** What it is for; empty if the agent does not say. */
  of: string
}

/** What is told at once. Lines are appended; a summary, and a cost of the same thing, replace the earlier ones. */
export interface ConversationPart {
  lines?: TranscriptLine[]
  summary?: string
  costs?: Costs
  pace?: AgentPace
}

/** How an agent took turns. */
export interface AgentPace {
  /** Milliseconds that the callee waited for each answer. */
  turns: number[]
  /** How often the agent began while the callee talked. */
  talkedOver: number
  /** How often the callee waited for 3 seconds. */
  silences: number
}

/** The costs of a call, by what they are for. */
export type Costs = Record<string, Omit<AgentCost, 'of'>>

/** The conversation of a call, in lists: without its lines. */
export interface ConversationFacts {
  lineCount: number
  summary: string | null
  costs: Costs
  /** Null until the agent has left. */
  pace: AgentPace | null
}

export const MAX_LINES = 1000
export const MAX_LINES_AT_ONCE = 200
export const MAX_LINE_TEXT = 1000
export const MAX_SUMMARY = 4000
export const MAX_COSTS = 10
export const MAX_COST_OF = 50
export const MAX_AMOUNT = 1_000_000
/** How long after the end of a call its agent may tell about it. */
export const MAX_LATE_MS = 3_600_000
/** A search reads this many conversations of a task, the latest ones. */
export const MAX_SEARCHED = 10_000

export function costsOf({ costs }: Pick<ConversationFacts, 'costs'>): AgentCost[] {
  return Object.entries(costs).map(([of, { amount, currency }]) => ({ amount, currency, of }))
}
