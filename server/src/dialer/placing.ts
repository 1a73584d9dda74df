// Claims calls and asks the gateway for them. A claim is committed before the first of its calls is placed, so a call
// that may have been placed is always on record.
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import type { ZoneOffsets } from '../kernel/timestamps.ts'
import type { Database } from '../storage/database.ts'
import { type CallToPlace, type Claim, claimCalls } from './claim.ts'
import { isInsideWindow } from './dial-window.ts'
import { CallRefused, type Gateway, GatewayBusy, GatewayFault } from './gateway.ts'
import type { GatewayCondition } from './gateway-condition.ts'
import { createKnownTasks } from './known-tasks.ts'
import type { Membership } from './membership.ts'
import type { LiveCall, NodeCalls, Release } from './node-calls.ts'
import type { NodeWatch } from './node-watch.ts'
import type { Recovery } from './recovery.ts'
import type { RefusalStreaks } from './refusal-streaks.ts'

const MAX_CALLS_PER_CLAIM = 600
/** A claim that has waited longer than this is not placed: its task may have been paused in the meantime. */
const CLAIM_HOLDS_MS = 900
const MAX_CONTACT_PAUSE_MS = 3_600_000

export interface Placing {
  /** How many calls the gateway lets this node claim now. */
  allowance(): number
  /** Claims up to this many calls and places them. With 0 it only reads what the tasks want. */
  claim(maxCalls: number): Promise<Claim>
  /** Resolves when the gateway has answered every request. */
  allPlaced(): Promise<void>
}

export interface PlacingOptions {
  db: Database
  clock: Clock
  gateway: Gateway
  offsetAt: ZoneOffsets
  log: Log
  random: () => number
  counterSlot: number
  maxTasks: number
  watch: NodeWatch
  membership: Membership
  calls: NodeCalls
  condition: GatewayCondition
  streaks: RefusalStreaks
  recovery: Recovery
  notPlaced: Release
}

export function createPlacing(options: PlacingOptions): Placing {
  const { db, clock, gateway, offsetAt, log, random } = options
  const { membership, calls, condition, streaks, recovery, notPlaced } = options
  const known = createKnownTasks(offsetAt)
  let placing = 0
  let onAllPlaced: (() => void) | undefined

  async function claimOrRemember(maxCalls: number): Promise<Claim> {
    const ids: string[] = []
    try {
      return await claimCalls(
        { db, clock, random, known, mostTasks: options.maxTasks },
        {
          nodeId: options.watch.nodeId(),
          slot: options.counterSlot,
          mostCalls: maxCalls,
          mayClaim: membership.isFresh,
          heldTasks: calls.held.tasks(),
          withDetails: gateway.wantsDetails ?? false,
          newId() {
            const id = newId()
            ids.push(id)
            return id
          },
        },
      )
    } catch (error) {
      // Whether it was committed is not known.
      for (const id of ids) calls.unplaced.add(id)
      recovery.expectStrays()
      throw error
    }
  }

  /** Whether a claim is too old to be placed: this node may lose its membership soon, or the task may be paused by now. */
  function isHeldUp(madeAt: Claim['madeAt'], now: Date): boolean {
    const ageMs = Math.max(clock.elapsedMs() - madeAt.elapsedMs, now.getTime() - madeAt.now.getTime())
    return !membership.isFresh() || ageMs > CLAIM_HOLDS_MS
  }

  async function place({ call, details, hasFaults }: CallToPlace, own: LiveCall): Promise<void> {
    const { id: attemptId, phone_number: phoneNumber, task_id: taskId, contact_id: contactId } = call
    placing += 1
    const startedMs = clock.elapsedMs()
    own.placedMs = startedMs
    calls.requested.add(attemptId)
    condition.asked(attemptId)
    try {
      await gateway.originate({ attemptId, phoneNumber, taskId, contactId, ...(details && { details }) })
      condition.accepted(contactId, startedMs)
      if (hasFaults) calls.notePlaced(taskId)
      else streaks.accepted(taskId)
    } catch (error) {
      if (error instanceof GatewayFault) {
        condition.faulted(startedMs, error.message)
        calls.release(attemptId, notPlaced)
      } else if (error instanceof GatewayBusy) {
        const { isToBlame, pauseMs } = condition.wasBusy(contactId, error.message, error.retryAfterMs)
        calls.release(attemptId, {
          pauseMs: Math.min(pauseMs, MAX_CONTACT_PAUSE_MS),
          refusal: isToBlame ? error.message : null,
        })
      } else if (error instanceof CallRefused) {
        calls.release(attemptId, { pauseMs: 0, refusal: error.message })
      } else {
        // It may have been placed: the gateway is asked, and the call is never simply placed again.
        log.warn({ err: error, call: attemptId }, 'it is not known whether a call was placed')
        own.unclear = error instanceof Error ? error.message : String(error)
        recovery.ask([attemptId])
      }
    } finally {
      calls.requested.delete(attemptId)
      placing -= 1
      if (placing === 0) onAllPlaced?.()
    }
  }

  return {
    allowance: () => (gateway.health().isUp ? condition.allowance(calls.requested.size) : 0),

    async claim(maxCalls) {
      const made = await claimOrRemember(Math.min(maxCalls, MAX_CALLS_PER_CLAIM))
      for (const claimed of made.calls) {
        // Asked anew for each: the process may stand still between two of them.
        const now = clock.now()
        const isTooLate = isHeldUp(made.madeAt, now)
        const call = calls.track(claimed.call)
        if (isTooLate || !isInsideWindow(claimed.window, offsetAt, now))
          calls.release(claimed.call.id, notPlaced)
        else place(claimed, call)
      }
      return made
    },

    async allPlaced() {
      if (placing > 0) await new Promise<void>((resolve) => (onAllPlaced = resolve))
    },
  }
}
