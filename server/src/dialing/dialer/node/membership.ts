// Which nodes dial. A node increments its heartbeat in the database every second. Every node watches, by its own clock alone,
// whether the heartbeats of the others still change, and removes a node whose heartbeat has stopped. A node that was removed
// finds out at its next heartbeat: it forgets its calls, which belong to other nodes now, and registers under a new id.
import { newId } from '../../../platform/kernel/ids.ts'
import { toStorableJson } from '../../../platform/kernel/storable-text.ts'
import type { NodeContext } from '../dialer-options.ts'
import type { GatewayCondition } from '../health/gateway-condition.ts'
import type { TaskPace } from '../health/task-pace.ts'
import * as queries from './node.queries.ts'
import type { EndedCall, NodeCalls } from './node-calls.ts'

export type Membership = ReturnType<typeof createMembership>

interface MembershipParts {
  condition: GatewayCondition
  pace: TaskPace
  calls: NodeCalls
  takeBack(ends: EndedCall[]): Promise<void>
}

export function createMembership(node: NodeContext, { condition, pace, calls, takeBack }: MembershipParts) {
  const { db, clock, log, name, timing } = node
  const seen = new Map<string, { heartbeat: number; sinceMs: number }>()
  let nodeId: string | undefined
  let oldestId: string | undefined
  let isAnyUp = true
  /** The nodes that the last heartbeat has found, and when it began and ended; undefined once they were compared. */
  let found: { nodes: queries.SeenNode[]; beforeMs: number; afterMs: number } | undefined
  let lastReadMs = Number.NEGATIVE_INFINITY
  let lastHeartbeatMs = Number.NEGATIVE_INFINITY
  let nextHeartbeatMs = Number.NEGATIVE_INFINITY
  let downSince: Date | null = null

  async function register(): Promise<void> {
    nodeId = newId()
    await queries.registerNode(db, [nodeId, name, clock.now()])
  }

  return {
    nodeId: () => nodeId ?? '',
    /** Whether the gateway of any node worked at the last look. */
    isAnyUp: () => isAnyUp,
    /** Whether this is the oldest node, which does what one node does for all. */
    isOldest: () => oldestId !== undefined && oldestId === nodeId,
    isHeartbeatDue: () => clock.elapsedMs() >= nextHeartbeatMs,
    /** Whether no other node can have removed this one, nor will before a call is placed. */
    isFresh: () => clock.elapsedMs() - lastHeartbeatMs <= timing.placeWithinMs,

    /** `fault`: why this node can place no calls, or null. The first heartbeat registers the node. */
    async sendHeartbeat(fault: string | null): Promise<void> {
      downSince = fault === null ? null : (downSince ?? clock.now())
      const startedMs = clock.elapsedMs()
      if (nodeId === undefined) await register()
      const trunks = node.trunkStates()
      const facts = [nodeId, clock.now(), fault, downSince, condition.busy(), pace.waits(), jsonOf(trunks)]
      const noteTime = node.compareClock()
      const nodes = await queries.sendHeartbeat(db, facts)
      found = { nodes, beforeMs: startedMs, afterMs: clock.elapsedMs() }
      const [oldest] = nodes
      if (oldest?.is_member) noteTime(node.databaseTime(oldest.database_time))
      else {
        log.warn({ node: name }, 'node lost its membership; re-registering')
        const ends = calls.forgetAll()
        await register()
        await takeBack(ends)
      }
      lastHeartbeatMs = startedMs
      nextHeartbeatMs = startedMs + timing.heartbeatEveryMs
    },

    /** Returns whether a node has disappeared since the last look, so that its calls may belong to no node. */
    async removeDeadNodes(): Promise<boolean> {
      if (!found) return false
      // Reading takes time: a heartbeat stands still at least from the end of an earlier read to the start of this one.
      const { nodes: rows, beforeMs, afterMs } = found
      found = undefined
      // While the database was away nobody could send a heartbeat, so nothing was seen of the others.
      const hasGap = beforeMs - lastReadMs > timing.deadAfterMs / 2
      lastReadMs = afterMs
      isAnyUp = rows.some((row) => row.is_up)
      oldestId = rows[0]?.id
      const present = new Set(rows.map(({ id }) => id))
      const gone = [...seen.keys()].filter((id) => !present.has(id))
      for (const { id, heartbeat } of rows) {
        const known = seen.get(id)
        if (id === nodeId || hasGap || known?.heartbeat !== heartbeat)
          seen.set(id, { heartbeat, sinceMs: afterMs })
        else if (beforeMs - known.sinceMs >= timing.deadAfterMs) {
          await queries.removeNode(db, [id, heartbeat])
          gone.push(id)
        }
      }
      for (const id of gone) seen.delete(id)
      return gone.length > 0
    },

    async leave(): Promise<void> {
      if (nodeId !== undefined) await queries.leave(db, [nodeId])
      nodeId = undefined
    },
  }
}

/** Null, which costs nothing, for a node without trunks. */
function jsonOf(trunks: readonly object[]): string | null {
  return trunks.length === 0 ? null : toStorableJson(trunks)
}
