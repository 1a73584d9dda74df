// Claims calls and asks the gateway for them. A claim is committed before the first of its calls is placed, so a call that
// may have been placed is always on record.

import { decideAt, UNLIMITED } from '../../../campaigns/permission/decide.ts'
import { destinationRules } from '../../../campaigns/permission/destinations.ts'
import { createRecipientZones } from '../../../campaigns/permission/recipient-zones.ts'
import { NO_LIMITS, readRules } from '../../../campaigns/permission/rules.queries.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { hasTask } from '../../../platform/kernel/task-of-call.ts'
import type { CallRequest, CallRoute } from '../../../telephony/gateway.ts'
import {
  CallRefused,
  GatewayBusy,
  GatewayFault,
  TrunkFault,
  TrunksFull,
} from '../../../telephony/refusals.ts'
import type { NodeContext } from '../dialer-options.ts'
import { NotReadyInTime } from '../flow-runtime/flow-speech.ts'
import type { CallWithFlow, FlowPreparation, PreparedFlow } from '../flow-runtime/prepare-flows.ts'
import type { CircuitBreaker } from '../health/circuit-breaker.ts'
import type { GatewayCondition } from '../health/gateway-condition.ts'
import type { TaskPace } from '../health/task-pace.ts'
import type { Membership } from '../node/membership.ts'
import type { LiveCall, NodeCalls, Release } from '../node/node-calls.ts'
import type { Recovery } from '../node/recovery.ts'
import type { Routing } from '../routing/routing.ts'
import type { OptOuts } from '../settle/opt-outs.ts'
import { readPlacingFacts } from './candidates.queries.ts'
import { type CallToPlace, type Claim, claimCalls } from './claim.ts'
import { createTaskCache } from './task-cache.ts'

const MAX_CALLS_PER_CLAIM = 600
/** An older claim is not placed: its task may have been paused in the meantime. */
const MAX_CLAIM_AGE_MS = 900
const MAX_CONTACT_PAUSE_MS = 3_600_000
/** How long a contact waits after what its call would say could not be made ready. */
const NOT_READY_PAUSE_MS = 5000
const FRESH_LOOK_MS = 200
/** A call that was ready sooner is placed as the claim has judged it. */
const JUDGED_AGAIN_AFTER_MS = 100
const MAX_FRESH_WAIT_MS = 10_000

interface PlacingParts {
  membership: Membership
  calls: NodeCalls
  condition: GatewayCondition
  breaker: CircuitBreaker
  recovery: Recovery
  flows: FlowPreparation
  optOuts: OptOuts
  pace: TaskPace
  routing: Routing
}

export type Placing = ReturnType<typeof createPlacing>

export function createPlacing(node: NodeContext, parts: PlacingParts) {
  const { db, clock, gateway, offsetAt, log, setTimer, timing, watch } = node
  const { membership, calls, condition, breaker, recovery, flows, optOuts, pace, routing } = parts
  const notPlaced: Release = { pauseMs: timing.faultPauseMs, refusal: null }
  const tasks = createTaskCache(offsetAt)
  const zones = createRecipientZones(offsetAt)
  /** Calls without a task that the gateway has not been asked for yet. */
  const unasked = new Set<string>()
  let unanswered = 0
  let onAllPlaced: (() => void) | undefined

  /** Tasks that come last get calls only if no other task wants any. */
  async function claimInOrder(maxCalls: number): Promise<Claim> {
    const held = new Set(pace.held())
    const last = condition.deprioritizedTasks()
    if (maxCalls === 0 || last.size === 0) return claimOrRemember(maxCalls, held)
    const made = await claimOrRemember(maxCalls, new Set([...held, ...last]))
    return made.calls.length > 0 ? made : claimOrRemember(maxCalls, held)
  }

  async function claimOrRemember(maxCalls: number, heldTasks: ReadonlySet<string>): Promise<Claim> {
    const ids: string[] = []
    try {
      return await claimCalls({ ...node, routing }, tasks, {
        nodeId: membership.nodeId(),
        maxCalls,
        mayClaim: membership.isFresh,
        heldTasks,
        roomOf: pace.room,
        newId() {
          const id = newId()
          ids.push(id)
          return id
        },
      })
    } catch (error) {
      recovery.expectStrays(ids)
      throw error
    }
  }

  /** This node may lose its membership soon, or the task may be paused by now. */
  function isTooOld(madeAt: Claim['madeAt'], now: Date): boolean {
    const ageMs = Math.max(clock.elapsedMs() - madeAt.elapsedMs, now.getTime() - madeAt.now.getTime())
    return !membership.isFresh() || ageMs > MAX_CLAIM_AGE_MS
  }

  function noteAnswered(): void {
    unanswered -= 1
    if (unanswered === 0) onAllPlaced?.()
  }

  /** A call that somebody asked for is not given up because this node is busy for a moment. */
  async function untilFresh(): Promise<void> {
    for (let waitedMs = 0; !membership.isFresh() && waitedMs < MAX_FRESH_WAIT_MS; waitedMs += FRESH_LOOK_MS)
      await new Promise<void>((resolve) => setTimer(resolve, FRESH_LOOK_MS))
  }

  /** Decides once more about the contact of a task: something was waited for since the claim, which has judged and counted its budgets. */
  async function mayStillCall({ call, isSimulated }: CallToPlace): Promise<boolean> {
    const now = clock.now()
    const rules = await readRules.first(db, [])
    const found = await readPlacingFacts.first(db, [now, false, ...NO_LIMITS, call.taskId, call.contactId])
    if (!rules || found?.phone_key !== call.phoneKey) return false
    const denial = decideAt({ destinations: destinationRules(rules), zones }, now)(
      {
        ...{ phoneKey: found.phone_key, timeZone: found.time_zone, isSimulated },
        ...{ callTime: found.call_time, callUntil: found.call_until, isWithdrawn: found.is_withdrawn },
        ...{
          doNotCallListId: found.do_not_call_list_id,
          missingConsent: found.missing_consent,
          // The call has the flow with which it was claimed.
          hasUndisclosedAgent: false,
          ...UNLIMITED,
        },
      },
      undefined,
    )
    return denial === undefined
  }

  /** Undefined: it may be placed. What was ready at once is what the claim has judged. */
  async function refusalAfter(waitedMs: number, claimed: CallToPlace): Promise<Release | undefined> {
    if (claimed.admit) return claimed.admit()
    return waitedMs < JUDGED_AGAIN_AFTER_MS || (await mayStillCall(claimed)) ? undefined : notPlaced
  }

  /** Nobody is called before all that the call will say is ready. */
  async function prepareAndPlace(
    claimed: CallToPlace,
    own: LiveCall,
    isTooLate: (now: Date) => boolean,
  ): Promise<void> {
    const { id } = claimed.call
    const startMs = clock.elapsedMs()
    unanswered += 1
    try {
      const prepared = claimed.flowId === null ? undefined : await flows.prepare(withFlow(claimed))
      if (claimed.toldTaskId !== undefined) await untilFresh()
      const refused = await refusalAfter(clock.elapsedMs() - startMs, claimed)
      const now = clock.now()
      const isCalledOff = claimed.toldTaskId !== undefined && !unasked.delete(id)
      if (refused) calls.release(id, refused)
      else if (isCalledOff)
        calls.release(id, {
          ...notPlaced,
          ...{ until: null, reason: 'cancelled', why: 'it was cancelled before it was placed' },
        })
      else if (isTooLate(now) || !claimed.mayStart(now)) calls.release(id, notPlaced)
      else await place(claimed, own, prepared)
    } catch (error) {
      // A task whose speech is slow gets lines again when it is there.
      const isSlow = error instanceof NotReadyInTime
      if (!isSlow) log.warn({ err: error, call: id }, 'what a call would say is not ready; it is not placed')
      const why = error instanceof Error ? error.message : String(error)
      const pauseMs = isSlow ? notPlaced.pauseMs : NOT_READY_PAUSE_MS
      calls.release(id, { pauseMs, refusal: null, why, reason: 'speech_not_ready' })
    } finally {
      unasked.delete(id)
      noteAnswered()
    }
  }

  /** A trunk refuses the call before a phone rings: it goes on to the next, as long as it may be placed. */
  function routesOf(
    claimed: CallToPlace,
    route: CallRoute,
  ): Pick<CallRequest, 'route' | 'trunkIds' | 'nextRoute'> {
    const { id, phoneKey } = claimed.call
    const { trunkIds, callerIds } = claimed
    const tried = new Set([route.trunkId])
    let shown = route.callerId
    return {
      route,
      trunkIds,
      async nextRoute(isTooLate = false) {
        const nodeId = membership.nodeId()
        const dialed = node.dialForm(claimed.call.phoneNumber, phoneKey)
        const wish = { id, phoneKey, trunkIds, callerIds, shown, dialed }
        const next = await routing.next(wish, { nodeId, tried, isTooLate })
        if (next === 'later' || next === 'none') return next
        tried.add(next.trunkId)
        shown = next.callerId
        const mayGoOn = membership.isFresh() && membership.nodeId() === nodeId && calls.live.has(id)
        if (!mayGoOn || !claimed.mayStart(clock.now()) || optOuts.isKept(phoneKey)) return 'later'
        const refused = await refusalAfter(Number.POSITIVE_INFINITY, claimed)
        return !refused && membership.isFresh() && calls.live.has(id) ? next : 'later'
      },
    }
  }

  async function place(claimed: CallToPlace, own: LiveCall, prepared?: PreparedFlow): Promise<void> {
    const { call, details, hasFaults, toldTaskId, route, ownPhone, isSimulated } = claimed
    const { id: attemptId, taskId, contactId } = call
    unanswered += 1
    const startedMs = clock.elapsedMs()
    own.placedMs = startedMs
    calls.requested.add(attemptId)
    condition.asked(attemptId)
    try {
      await gateway.originate({
        attemptId,
        phoneNumber: node.dialForm(call.phoneNumber, call.phoneKey),
        taskId: toldTaskId ?? taskId,
        contactId,
        ...(ownPhone !== undefined && { ownPhone }),
        ...(isSimulated && { isSimulated }),
        ...(details && { details }),
        ...prepared,
        ...(route && routesOf(claimed, route)),
      })
      condition.accepted(own, startedMs)
      watch.placed(attemptId)
      if (hasFaults) calls.notePlaced(taskId)
      else breaker.accepted(taskId)
    } catch (error) {
      if (error instanceof TrunkFault) {
        breaker.trunksFailed(taskId, error.message)
        const pauseMs = error.retryAfterMs + timing.faultPauseMs
        calls.release(attemptId, { pauseMs, refusal: null, why: error.message })
      } else if (error instanceof TrunksFull) {
        const { retryAfterMs: pauseMs, message: why } = error
        calls.release(attemptId, { pauseMs, refusal: null, isBackPressure: true, why })
      } else if (error instanceof GatewayFault) {
        const { isToBlame, pauseMs } = condition.faulted(own, startedMs, error.message)
        calls.release(attemptId, { pauseMs, refusal: isToBlame ? error.message : null, why: error.message })
      } else if (error instanceof GatewayBusy) {
        const { isToBlame, pauseMs } = condition.wasBusy(own, error)
        calls.release(attemptId, {
          pauseMs: Math.min(pauseMs, MAX_CONTACT_PAUSE_MS),
          refusal: isToBlame ? error.message : null,
          isBackPressure: true,
          why: error.message,
        })
      } else if (error instanceof CallRefused) {
        calls.release(attemptId, { pauseMs: 0, refusal: error.message })
      } else {
        // It is never placed again: it may have been placed.
        log.warn(
          { err: error, call: attemptId },
          'a call may or may not have been placed; asking the gateway',
        )
        own.unclear = error instanceof Error ? error.message : String(error)
        recovery.ask([attemptId])
      }
    } finally {
      calls.requested.delete(attemptId)
      noteAnswered()
    }
  }

  return {
    /** How many calls the gateway lets this node claim now. */
    allowance() {
      if (!gateway.health().isUp) return 0
      return condition.allowance(calls.requested.size)
    },

    /** Claims up to this many calls and places them. With 0 it only reads what the tasks want. */
    async claim(maxCalls: number): Promise<Claim> {
      const startMs = clock.elapsedMs()
      const made = await claimInOrder(Math.min(maxCalls, MAX_CALLS_PER_CLAIM))
      if (maxCalls > 0) watch.claimed(made.calls, (clock.elapsedMs() - startMs) / 1000)
      for (const claimed of made.calls) {
        // Read for each call: the process may stand still between two of them.
        const now = clock.now()
        const isLate = isTooOld(made.madeAt, now)
        const call = calls.track(claimed.call, claimed.successWhen)
        call.flowVersion = claimed.flowVersion ?? null
        call.mayHaveCallUntil = claimed.hasCallUntil
        pace.claimed(claimed.call.taskId)
        if (isLate || !claimed.mayStart(now) || optOuts.isKept(claimed.call.phoneKey))
          calls.release(claimed.call.id, notPlaced)
        else if (claimed.flowId !== null)
          prepareAndPlace(claimed, call, (later) => isTooOld(made.madeAt, later))
        else place(claimed, call)
      }
      return made
    },

    /** A call without a task, claimed just now. It is in nobody's list, so no pause can concern it while its speech is made. */
    placeSingle(claimed: CallToPlace): void {
      const { id, phoneKey } = claimed.call
      const own = calls.track(claimed.call, claimed.successWhen)
      own.mayHaveCallUntil = claimed.hasCallUntil
      watch.got(claimed.call, 'asked_for')
      if (optOuts.isKept(phoneKey))
        calls.release(id, {
          ...notPlaced,
          // The next claim finds it on its list.
          ...{ why: 'the callee wants no more calls', reason: 'do_not_call' },
        })
      else {
        unasked.add(id)
        prepareAndPlace(claimed, own, () => !membership.isFresh() || !calls.live.has(id))
      }
    },

    /** Whether the call was not placed yet; then it is not placed any more. */
    callOff: (id: string) => unasked.delete(id),

    /** Resolves when the gateway has answered every request. */
    async allPlaced(): Promise<void> {
      if (unanswered > 0) await new Promise<void>((resolve) => (onAllPlaced = resolve))
    },
  }
}

function withFlow({
  call,
  flowId,
  details,
  isByRecipient,
  toldTaskId,
  isSimulated,
}: CallToPlace): CallWithFlow {
  return {
    ...call,
    taskId: toldTaskId ?? call.taskId,
    isSingle: !hasTask(call.taskId),
    flowId: flowId ?? '',
    fields: details?.fields ?? {},
    isByRecipient,
    isSimulated,
  }
}
