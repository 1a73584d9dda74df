// Slows down tasks on this node whose voice agent fails or whose speech is not ready. Their lines go to other tasks, and nobody is
// called while the call is known to fail.
//
// If a voice agent fails: no calls for a pause, then one call at a time, with a pause after each. Each further failure doubles the
// pause; calls that were live at the same time count as one failure. When an agent speaks in a call that began after the last
// failure, the limit is lifted. The failures are forgotten when an agent ends a call as agreed; until then they may fail the
// task (circuit-breaker.ts).
//
// If speech is not ready: one call for each whose sentences are made by now, while those of others are still being made, and more with
// each call that is ready in time. The first call does not wait for what sixty others will say.
import type { Clock } from '../../../platform/kernel/clock.ts'

export type TaskPace = ReturnType<typeof createTaskPace>

/** Why a task waits, for explanations. */
export interface TaskWait {
  /** How long it takes to make what its calls say. */
  speechMs?: number
  /** How its voice agent fails. */
  agent?: string
}

interface AgentTrouble {
  /** Whose call failed: one contact for each failure. */
  contactIds: Set<string>
  reason: string
  firstMs: number
  lastMs: number
  /** How often in a row; 0 once an agent has spoken. */
  pauses: number
  freeFromMs: number
}

interface SpeechTrouble {
  /** When each call that is not ready was asked for. */
  pending: Map<string, number>
  lastMs: number
  tookMs: number
  /** How many calls may be claimed. */
  room: number
  freeFromMs: number
}

const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 10_000
/** Failures older than this are forgotten. */
const FORGET_AFTER_MS = 300_000
/** A limit that has grown to this many calls is lifted. */
const FULL_ROOM = 64
const MAX_TASKS = 1000

export function createTaskPace(clock: Clock) {
  const agents = new Map<string, AgentTrouble>()
  const speech = new Map<string, SpeechTrouble>()

  function current<Trouble extends { lastMs: number }>(all: Map<string, Trouble>, taskId: string) {
    const trouble = all.get(taskId)
    if (!trouble || clock.elapsedMs() - trouble.lastMs <= FORGET_AFTER_MS) return trouble
    all.delete(taskId)
    return undefined
  }

  const agentRoom = (taskId: string): number => {
    const trouble = current(agents, taskId)
    if (!trouble || trouble.pauses === 0) return Number.POSITIVE_INFINITY
    return clock.elapsedMs() >= trouble.freeFromMs ? 1 : 0
  }

  const speechRoom = (taskId: string): number => {
    const trouble = current(speech, taskId)
    if (!trouble) return Number.POSITIVE_INFINITY
    const mayTry = trouble.pending.size === 0 && clock.elapsedMs() >= trouble.freeFromMs
    return trouble.room === 0 && mayTry ? 1 : trouble.room
  }

  const pauseOf = ({ pauses }: AgentTrouble) => Math.min(FIRST_PAUSE_MS * 2 ** (pauses - 1), MAX_PAUSE_MS)
  const room = (taskId: string) => Math.min(agentRoom(taskId), speechRoom(taskId))

  return {
    /** How many calls of the task may be claimed now. */
    room,

    /** Tasks that get no lines now. */
    held(): string[] {
      return [...new Set([...agents.keys(), ...speech.keys()])].filter((taskId) => room(taskId) === 0)
    },

    claimed(taskId: string): void {
      const nowMs = clock.elapsedMs()
      const agent = agents.get(taskId)
      if (agent && agent.pauses > 0) agent.freeFromMs = nowMs + pauseOf(agent)
      const trouble = speech.get(taskId)
      if (!trouble) return
      trouble.room = Math.max(0, trouble.room - 1)
      trouble.freeFromMs = nowMs + FIRST_PAUSE_MS
    },

    /** `startedMs`: when the agent was connected. */
    agentFailed(taskId: string, contactId: string, startedMs: number, reason: string): void {
      const nowMs = clock.elapsedMs()
      const before = current(agents, taskId)
      // It was live when another one failed: the same failure.
      if (before && startedMs < before.lastMs) return
      const trouble: AgentTrouble = before ?? {
        ...{ contactIds: new Set(), reason, pauses: 0 },
        ...{ firstMs: nowMs, lastMs: nowMs, freeFromMs: nowMs },
      }
      trouble.contactIds.add(contactId)
      trouble.reason = reason
      trouble.lastMs = nowMs
      trouble.pauses += 1
      trouble.freeFromMs = nowMs + pauseOf(trouble)
      agents.set(taskId, trouble)
      dropOldest(agents)
    },

    agentSpoke(taskId: string, startedMs: number): void {
      const trouble = agents.get(taskId)
      if (trouble && startedMs >= trouble.lastMs) trouble.pauses = 0
    },

    agentWorked: (taskId: string) => void agents.delete(taskId),

    /** Tasks whose agent has failed with this many contacts in a row, for this long. They are not told again. */
    takeFailing(minContacts: number, minMs: number): { taskId: string; reason: string }[] {
      const failing = [...agents].filter(
        ([, { contactIds, firstMs, lastMs }]) => contactIds.size >= minContacts && lastMs - firstMs >= minMs,
      )
      for (const [taskId] of failing) agents.delete(taskId)
      return failing.map(([taskId, { reason }]) => ({ taskId, reason }))
    },

    /** What a call says is not ready. */
    notReady(taskId: string, callId: string, askedMs: number): void {
      const lastMs = clock.elapsedMs()
      const trouble: SpeechTrouble = current(speech, taskId) ?? {
        ...{ pending: new Map(), lastMs, tookMs: 0, room: 0, freeFromMs: 0 },
      }
      trouble.pending.set(callId, askedMs)
      trouble.lastMs = lastMs
      // Another one than was made was claimed, or it has become slow again: half, because each waits on a line.
      trouble.room = Math.floor(trouble.room / 2)
      speech.set(taskId, trouble)
      dropOldest(speech)
    },

    /** What was not ready is made now, or cannot be made. */
    madeReady(taskId: string, callId: string, isMade: boolean): void {
      const trouble = speech.get(taskId)
      const askedMs = trouble?.pending.get(callId)
      if (!trouble || askedMs === undefined) return
      trouble.pending.delete(callId)
      trouble.lastMs = clock.elapsedMs()
      trouble.tookMs = trouble.lastMs - askedMs
      if (isMade) trouble.room += 1
    },

    /** What a call says was ready in time. */
    wasReady(taskId: string): void {
      const trouble = speech.get(taskId)
      if (!trouble || trouble.pending.size > 0) return
      trouble.room += 2
      if (trouble.room >= FULL_ROOM) speech.delete(taskId)
    },

    /** Null if no task waits. */
    waits(): Record<string, TaskWait> | null {
      const waits: Record<string, TaskWait> = {}
      for (const [taskId, { pauses, reason }] of agents) if (pauses > 0) waits[taskId] = { agent: reason }
      for (const taskId of [...speech.keys()]) {
        const trouble = current(speech, taskId)
        if (!trouble) continue
        const oldestMs = Math.min(clock.elapsedMs(), ...trouble.pending.values())
        const speechMs = Math.round(Math.max(trouble.tookMs, clock.elapsedMs() - oldestMs))
        waits[taskId] = { ...waits[taskId], speechMs }
      }
      return Object.keys(waits).length > 0 ? waits : null
    },
  }
}

function dropOldest(all: Map<string, unknown>): void {
  const [oldest] = all.keys()
  if (all.size > MAX_TASKS && oldest !== undefined) all.delete(oldest)
}
