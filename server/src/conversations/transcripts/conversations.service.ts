// What voice agents have told about their calls: stored part by part, and found by call or by text.
import type { Clock } from '../../platform/kernel/clock.ts'
import { NotFound } from '../../platform/kernel/errors.ts'
import { isId, timeOfId } from '../../platform/kernel/ids.ts'
import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import type { ConversationPart, TranscriptLine } from './conversation.ts'
import * as queries from './conversations.queries.ts'

/** The call that a conversation belongs to, as it is recorded. */
export interface ToldCall {
  id: string
  taskId: string
  contactId: string
}

/** The start of a call is the time in its id, unless a clock was wrong. */
const NEAR_MS = 2000

export type Conversations = ReturnType<typeof createConversations>

export function createConversations({ db, clock }: { db: Database; clock: Clock }) {
  const near = (id: string) => {
    const made = timeOfId(id)
    return [new Date(made - NEAR_MS), new Date(made + NEAR_MS)] as const
  }
  return {
    /** False: the conversation would become too long. */
    async tell({ id, taskId, contactId }: ToldCall, part: ConversationPart): Promise<boolean> {
      const { lines = [], summary = null, costs = {}, pace } = part
      const told = await queries.tellConversation.first(db, [
        taskId,
        id,
        contactId,
        JSON.stringify(lines),
        summary,
        JSON.stringify(costs),
        pace?.turns ?? null,
        pace?.talkedOver ?? null,
        pace?.silences ?? null,
      ])
      return told !== undefined
    },

    async transcript(id: string): Promise<TranscriptLine[]> {
      const found = isId(id) ? await queries.readTranscript.first(db, [id, ...near(id)]) : undefined
      if (!found) throw new NotFound('call', id)
      return found.lines ?? []
    },

    /** A call that ended so recently that its agent may still tell about it. */
    findLate: (id: string) => queries.findLateCall.first(db, [id, ...near(id), clock.now()]),
  }
}

/** The calls of a task that a search finds. The time of a call may differ from that of its id if a clock was wrong. */
export async function findSaying(
  db: Queryable,
  taskId: string,
  text: string,
  { from, to }: { from: Date | undefined; to: Date | undefined },
): Promise<string[]> {
  const first = idAt(from ? from.getTime() - DAY_MS : 0)
  const last = idAt(to ? to.getTime() + DAY_MS : MAX_MS)
  const found = await queries.searchConversations(db, [taskId, first, last, text])
  return found.map(({ call_id }) => call_id)
}

const MAX_MS = 2 ** 48 - 1

/** The lowest id of a moment. */
function idAt(ms: number): string {
  const digits = Math.min(Math.max(0, ms), MAX_MS).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`
}

export interface AgentFigures {
  /** Calls in which an agent talked. */
  calls: number
  turns: number
  /** Seconds that callees waited for an answer. */
  p50Seconds: number | null
  p95Seconds: number | null
  /** Calls in which the agent talked over the callee, or left 3 seconds of silence. */
  talkedOverCalls: number
  silentCalls: number
  costs: { currency: string; amount: number; calls: number }[]
}

const NO_FIGURES: AgentFigures = {
  ...{ calls: 0, turns: 0, p50Seconds: null, p95Seconds: null, talkedOverCalls: 0, silentCalls: 0 },
  costs: [],
}

/** Of the agents of tasks, by task, in calls that began in a period. Undefined: of all of them together. */
export async function readFigures(
  db: Queryable,
  taskIds: string[] | null,
  { from, to }: { from: Date; to: Date },
): Promise<(taskId?: string) => AgentFigures | null> {
  const values: [string[] | null, string, string] = [taskIds, idAt(from.getTime()), idAt(to.getTime())]
  const [figures, costs] = await Promise.all([
    queries.readAgentFigures(db, values),
    queries.readAgentCosts(db, values),
  ])
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1000)
  return (taskId) => {
    const row = figures.find(({ task_id }) => task_id === (taskId ?? null))
    const ofTask = costs.filter(({ task_id }) => task_id === (taskId ?? null))
    if ((!row || row.calls === 0) && ofTask.length === 0) return null
    return {
      ...NO_FIGURES,
      ...(row && {
        calls: row.calls,
        turns: row.turns,
        p50Seconds: seconds(row.p50),
        p95Seconds: seconds(row.p95),
        talkedOverCalls: row.talked_over,
        silentCalls: row.silent,
      }),
      costs: ofTask.map(({ currency, amount, calls }) => ({ currency, amount, calls })),
    }
  }
}
