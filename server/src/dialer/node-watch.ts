// Who of the nodes is alive. Each counts its beats up in the database; each watches, by its own clock alone, whether
// the others' counts still change.
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Database } from '../storage/database.ts'
import * as queries from './node.queries.ts'

export interface NodeWatch {
  nodeId(): string
  /** Joins under a new id. */
  register(): Promise<void>
  /** False if we were taken for dead. The first beat joins. */
  beat(gateway: GatewayReport): Promise<boolean>
  /** Whether any node's gateway works, as of the last look. */
  isAnyUp(): boolean
  /** Whether we are the oldest of the nodes: what one has to say for all, this one says. */
  isOldest(): boolean
  /** Whether any node that was there the last time is gone now: its calls may be nobody's. */
  removeDeadNodes(): Promise<boolean>
  /** For whoever settles them with the counters of this slot. */
  adoptCalls(counterSlot: number): Promise<queries.OwnCall[]>
  ownCalls(): Promise<queries.OwnCall[]>
  leave(): Promise<void>
}

/** What a node says of its gateway: why it cannot place calls, since when, and why it makes us wait. */
export interface GatewayReport {
  fault: string | null
  faultTime: Date | null
  busy: string | null
}

interface NodeWatchOptions {
  db: Database
  clock: Clock
  name: string
  deadAfterMs: number
}

export function createNodeWatch({ db, clock, name, deadAfterMs }: NodeWatchOptions): NodeWatch {
  let nodeId: string | undefined
  let isAnyUp = true
  let oldest: string | undefined
  const seen = new Map<string, { beat: number; sinceMs: number }>()

  async function register(): Promise<void> {
    nodeId = newId()
    await queries.registerNode(db, [nodeId, name, clock.now()])
  }

  return {
    nodeId: () => nodeId ?? '',
    register,

    isAnyUp: () => isAnyUp,
    isOldest: () => oldest !== undefined && oldest === nodeId,

    async beat({ fault, faultTime, busy }) {
      if (nodeId === undefined) await register()
      return (await queries.beat(db, [nodeId, clock.now(), fault, faultTime, busy])).length > 0
    },

    async removeDeadNodes() {
      // Reading takes time: a beat is as old as the end of the first look and the beginning of this one say.
      const beforeMs = clock.elapsedMs()
      const rows = await queries.readBeats(db, [])
      const afterMs = clock.elapsedMs()
      isAnyUp = rows.some((row) => row.is_up)
      oldest = rows[0]?.id
      const present = new Set(rows.map(({ id }) => id))
      const gone = [...seen.keys()].filter((id) => !present.has(id))
      for (const { id, beat } of rows) {
        const known = seen.get(id)
        if (id === nodeId || known?.beat !== beat) seen.set(id, { beat, sinceMs: afterMs })
        else if (beforeMs - known.sinceMs >= deadAfterMs) {
          await queries.removeNode(db, [id, beat])
          gone.push(id)
        }
      }
      for (const id of gone) seen.delete(id)
      return gone.length > 0
    },

    adoptCalls: (counterSlot) => queries.adoptCalls(db, [nodeId, counterSlot, clock.now()]),

    ownCalls: () => queries.readOwnCalls(db, [nodeId]),

    async leave() {
      if (nodeId !== undefined) await queries.leave(db, [nodeId])
      nodeId = undefined
    },
  }
}
