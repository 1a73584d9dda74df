// Calls without a task, on this node: claims those that wait for a line, before the tasks get lines, and hands them to the part that
// places calls. From then on they are calls of this node like all others.

import { NO_ID } from '../../kernel/ids.ts'
import { readRules } from '../../permission/rules.queries.ts'
import type { Queryable } from '../../storage/database.ts'
import { callWords } from '../../words/calls.ts'
import { lockDialer, readDialerProgress, recordStarted } from '../claim/claim.queries.ts'
import type { CallToPlace } from '../claim/claim.ts'
import type { Placing } from '../claim/placing.ts'
import { allowanceNow, recordStarts } from '../claim/rate-window.ts'
import type { NodeContext } from '../dialer-options.ts'
import type { CallRoute } from '../gateway.ts'
import type { Membership } from '../node/membership.ts'
import type { LiveCall, NodeCalls } from '../node/node-calls.ts'
import type { Recovery } from '../node/recovery.ts'
import type { RouteWish } from '../routing/router.ts'
import type { Routing } from '../routing/routing.ts'
import { whyNotRung } from './judge-number.ts'
import type { WaitingCall } from './single-calls.queries.ts'
import * as queries from './single-calls.queries.ts'
import { giveUpWaiting, settleSingle, unplacedEnd } from './wait-for-line.ts'

/** The route is null without trunks. */
type TakenCall = WaitingCall & { route: CallRoute | null }

interface SingleCallsParts {
  membership: Membership
  calls: NodeCalls
  recovery: Recovery
  placing: Placing
  routing: Routing
  /** Why no call can be placed through this node's gateway, or null. */
  gatewayFault(): string | null
}

const NO_PHONES: ReadonlySet<string> = new Set()

export function createNodeSingleCalls(node: NodeContext, parts: SingleCallsParts) {
  const { db, clock, gateway, log } = node
  const { membership, calls, recovery, placing, routing, gatewayFault } = parts
  let mayWait = true

  /** `phones`: our own phones that this node can call. */
  async function decide(tx: Queryable, maxCalls: number, phones: ReadonlySet<string>): Promise<TakenCall[]> {
    const dialer = await lockDialer.first(tx, [])
    const waiting = await queries.readWaitingCalls(tx, [])
    mayWait = waiting.length > 0
    const progress = await readDialerProgress.first(tx, [])
    const rules = await readRules.first(tx, [])
    if (!mayWait || !dialer || !progress || !rules || !membership.isFresh()) return []
    const now = clock.now()
    const allowance =
      dialer.calls_per_second === 0
        ? Number.POSITIVE_INFINITY
        : allowanceNow(progress.started, dialer.calls_per_second, now.getTime())
    const free = Math.max(0, Math.min(dialer.lines - progress.live, allowance))
    const ready = waiting.filter(
      ({ request: { ownPhone } }) => ownPhone === undefined || phones.has(ownPhone),
    )
    // Own phones are called even if nothing else can be.
    const numbers = new Set(ready.filter((call) => !isForOwnPhone(call)).slice(0, maxCalls))
    const placeable = ready.filter((call) => isForOwnPhone(call) || numbers.has(call))
    const hasOwnCallerIds = () => placeable.some((call) => wishOf(call).callerIds.length > 0)
    const router = await routing.open(tx, now, hasOwnCallerIds)
    await router?.expect([...numbers].map(({ phone_key }) => phone_key))
    const taken: TakenCall[] = []
    for (const call of placeable.slice(0, free)) {
      // Again: the rules may have changed while the call waited.
      const listIds = call.do_not_call_list_ids ?? []
      const reason = isForOwnPhone(call)
        ? undefined
        : await whyNotRung(tx, rules, { phoneKey: call.phone_key, listIds, now })
      if (reason !== undefined) {
        const why = `the number cannot be called: ${callWords.en.denials[reason].toLowerCase()}`
        await settleSingle(tx, [unplacedEnd(call, now, why)], { nodeId: NO_ID, slot: 0 })
        continue
      }
      const wish = { phoneKey: call.phone_key, ...wishOf(call) }
      const route = router && !isForOwnPhone(call) ? router.take(wish) : null
      // It waits until its trunks have room.
      if (route === undefined) continue
      const begun = [membership.nodeId(), now, call.phone_key, call.id, route?.trunkId, route?.callerId]
      if ((await queries.takeSingleCall.run(tx, begun)) > 0) taken.push({ ...call, route })
    }
    if (taken.length > 0)
      await recordStarted(tx, [
        JSON.stringify(recordStarts(progress.started, taken.length, now.getTime())),
        taken.length,
        router?.startsToStore(now) ?? null,
      ])
    await router?.storeCallerIds()
    return taken
  }

  return {
    /** Somebody may have asked for a call. */
    expect(): void {
      mayWait = true
    },

    /** Whether calls that somebody asked for may wait for a line or the rate. */
    mayWait: () => mayWait,

    /** With every heartbeat: a notification may have been lost, and calls that wait for long are given up. */
    async look(): Promise<void> {
      const why = gatewayFault() ?? 'no line was free'
      mayWait = (await giveUpWaiting(db, clock.now(), why)).length > 0
    },

    /** Claims those that wait, as far as lines, rate and rules allow, and places them. */
    async claim(maxCalls: number): Promise<void> {
      if (!mayWait) return
      let taken: TakenCall[] = []
      const phones = (await gateway.ownPhones?.().catch(() => undefined)) ?? NO_PHONES
      try {
        await db.transaction(async (tx) => {
          taken = await decide(tx, maxCalls, phones)
        })
      } catch (error) {
        // It may have been committed.
        for (const { id } of taken) calls.unplaced.add(id)
        recovery.expectStrays()
        throw error
      }
      for (const call of taken) {
        const { purpose, actor } = call.request
        log.info({ call: call.id, purpose, actor }, 'calling a number without a task')
        placing.placeSingle(toPlace(call))
      }
    },

    /** Shown to the user who asked for the call. */
    noteAnswered(id: string, { phoneKey, taskId }: LiveCall): void {
      if (taskId !== NO_ID) return
      queries
        .noteAnswered(db, [phoneKey, id, membership.nodeId()])
        .catch((error) => log.warn({ err: error, call: id }, 'that a call was answered could not be stored'))
    },
  }
}

/** It needs no trunk, and no rule applies to it. */
function isForOwnPhone({ request }: WaitingCall): boolean {
  return request.ownPhone !== undefined
}

/** What it names itself comes before what its task names. */
function wishOf({ request, trunk_ids, caller_ids }: WaitingCall): RouteWish {
  const { trunkId, callerId } = request
  return {
    trunkIds: trunkId === undefined ? (trunk_ids ?? []) : [trunkId],
    callerIds: callerId === undefined ? (caller_ids ?? []) : [callerId],
  }
}

function toPlace({ request, route, ...call }: TakenCall): CallToPlace {
  const { id, phone_key: phoneKey, phone_number: phoneNumber, contact_id: contactId } = call
  return {
    call: { id, phoneKey, phoneNumber, taskId: NO_ID, contactId },
    details: { taskName: '', fields: request.fields },
    mayStart: () => true,
    hasFaults: false,
    successWhen: 'answered',
    isByRecipient: false,
    flowId: call.flow_id,
    route,
    ...wishOf({ request, ...call }),
    attempt: 1,
    toldTaskId: request.taskId ?? id,
    ownPhone: request.ownPhone,
  }
}
