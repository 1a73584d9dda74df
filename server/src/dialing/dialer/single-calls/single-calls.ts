// Calls without a task, on this node: claims those that are due, before the tasks get lines, and hands them to the part that places
// calls. From then on they are calls of this node like all others.
//
//   waiting   It has a time at which it is tried. A claim postpones it if it may not be called yet, or ends it if it may never be.
//   live      An attempt has begun. Its end ends the call or gives it its next time, as a task's rules do for a contact (settle.queries.ts).
//   ended     It was called as often as it may, or its time is over, or somebody has cancelled it.

import { isOpen } from '../../../campaigns/permission/calling-hours.ts'
import type { Denial, DenialByHours } from '../../../campaigns/permission/decide.ts'
import { type TaskHours, taskHours } from '../../../campaigns/permission/next-attempt.ts'
import { createRecipientZones } from '../../../campaigns/permission/recipient-zones.ts'
import {
  DENIALS,
  limitsOf,
  readRules,
  recordCases,
  recordDenials,
} from '../../../campaigns/permission/rules.queries.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { numberDigits } from '../../../platform/kernel/phone/phone-key.ts'
import { hasTask, withoutTask } from '../../../platform/kernel/task-of-call.ts'
import type { Queryable } from '../../../platform/storage/database.ts'
import { callWords, type DenialReason } from '../../../platform/words/calls.ts'
import type { CallRoute } from '../../../telephony/gateway.ts'
import { lockDialer, readDialerProgress } from '../claim/claim.queries.ts'
import { type CallToPlace, recordCalls } from '../claim/claim.ts'
import { BUSY_ELSEWHERE_MS } from '../claim/judge-candidates.ts'
import type { Placing } from '../claim/placing.ts'
import { allowanceNow } from '../claim/rate-window.ts'
import type { NodeContext } from '../dialer-options.ts'
import type { Membership } from '../node/membership.ts'
import type { LiveCall, NodeCalls, Release } from '../node/node-calls.ts'
import type { Recovery } from '../node/recovery.ts'
import type { CallToRoute, Router, RouteWish } from '../routing/router.ts'
import type { Routing } from '../routing/routing.ts'
import { endLateCalls, endUncalled, type LateReason, lateReason, type UncalledEnd } from './end-uncalled.ts'
import { judgeCalls } from './judge-number.ts'
import type { DueCall } from './single-calls.queries.ts'
import * as queries from './single-calls.queries.ts'
import { createNodeTrunkTests, isTrunkTest } from './trunk-tests.ts'

/** The route is null without trunks. */
interface TakenCall {
  attemptId: string
  call: DueCall
  route: CallRoute | null
  caseKey: string | null
}

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
/** It was not placed, and costs nothing. */
const GIVEN_BACK: Release = { pauseMs: 0, refusal: null }
const MAX_CALLS_PER_CLAIM = 100

export function createNodeSingleCalls(node: NodeContext, parts: SingleCallsParts) {
  const { db, clock, gateway, log, offsetAt } = node
  const { membership, calls, recovery, placing, routing, gatewayFault } = parts
  const trunkTests = createNodeTrunkTests(node, { membership, calls })
  const zones = { serviceZone: offsetAt, recipientZones: createRecipientZones(offsetAt) }
  /** When the next call is due, as far as this node knows; null: there is none. */
  let nextDue: Date | null = new Date(0)

  const noteNextDue = async (on: Queryable) => {
    nextDue = (await queries.readNextDue.first(on, []))?.due_at ?? null
  }
  const mayWait = () => nextDue !== null && nextDue <= clock.now()

  function whyLate(): LateReason {
    const fault = gatewayFault()
    if (fault !== null) return { sentence: fault, code: 'gateway_down' }
    return { sentence: 'no line was free', code: 'waiting_for_line' }
  }

  /** `phones`: our own phones that this node can call. */
  async function decide(tx: Queryable, maxCalls: number, phones: ReadonlySet<string>): Promise<TakenCall[]> {
    const dialer = await lockDialer.first(tx, [])
    const progress = await readDialerProgress.first(tx, [])
    const rules = await readRules.first(tx, [])
    if (!dialer || !progress || !rules || !membership.isFresh()) return []
    const now = clock.now()
    const allowance = allowanceNow(progress.started, dialer.calls_per_second, now.getTime())
    const free = Math.max(0, Math.min(dialer.lines - progress.live, allowance))
    if (free === 0) return []
    const due = await queries.readDueCalls(tx, [now, MAX_CALLS_PER_CLAIM, ...limitsOf(rules)])
    const hasOwnCallerIds = () => due.some((call) => wishOf(call).callerIds.length > 0)
    const router = due.length === 0 ? undefined : await routing.open(tx, { now, rules, hasOwnCallerIds })
    const judge = judgeCalls(rules, zones, now)
    const taken: TakenCall[] = []
    const ended: UncalledEnd[] = []
    const postponed: { call: DueCall; until: Date; reason: string }[] = []
    // Also of a call for whose trunks there is no room.
    const busy = new Date(now.getTime() + BUSY_ELSEWHERE_MS)
    const numbersTaken = new Set<string>()
    const casesTaken = new Set<string>()
    const denied: ReturnType<typeof deniedContact>[] = []
    let numbers = 0

    function postpone(call: DueCall, until: Date, reason: string): void {
      if (until >= call.until) ended.push({ call, reason })
      else postponed.push({ call, until, reason })
    }

    /** Undefined: it may be called. */
    function denialOf(call: DueCall): DenialByHours | undefined {
      if (isForOwnPhone(call)) return undefined
      const denial = judge({
        ...{ phoneKey: call.phone_key, timeZone: call.request.fields['timeZone'] },
        ...{ facts: call, hours: hoursOf(call), isSimulated: isSimulated(call) },
      })
      return denial ?? (isSimulated(call) ? undefined : router?.denial(toRoute(call)))
    }

    await router?.expect(due.filter((call) => !isForOwnPhone(call) && !isSimulated(call)).map(toRoute))
    for (const call of due) {
      if (taken.length >= free) break
      const isForOwn = isForOwnPhone(call)
      if (call.until <= now) {
        ended.push({ call, reason: lateReason(call, whyLate()) })
        continue
      }
      // Again: the rules may have changed while the call waited.
      const denial = denialOf(call)
      if (denial) {
        if (call.request.purpose !== 'call') ended.push({ call, reason: deniedSentence(denial) })
        else if (denial.kind === 'never') {
          ended.push({ call, reason: denial.reason })
          denied.push(deniedContact(call, denial))
        } else postpone(call, denial.until, denial.reason)
        continue
      }
      const caseKey = isForOwn ? null : (call.of_case?.key ?? null)
      const isCaseBusy = caseKey !== null && (call.of_case?.is_live || casesTaken.has(caseKey))
      if (call.is_busy || isCaseBusy || numbersTaken.has(numberDigits(call.phone_key))) {
        postpone(call, busy, 'number_busy_elsewhere')
        continue
      }
      if (isSimulated(call) && !gateway.hasSimulator) {
        ended.push({ call, reason: 'simulated_before' })
        continue
      }
      // Own phones are called, and trunks tested, even if nothing else can be called.
      const isTest = isTrunkTest(call)
      if (
        isTest
          ? !trunkTests.canRun(call)
          : isForOwn
            ? !phones.has(call.request.ownPhone ?? '')
            : numbers >= maxCalls
      )
        continue
      const route = routeOf(call, router)
      if (route === undefined) {
        if (call.request.purpose === 'call') postpone(call, busy, 'waiting_for_trunk')
        continue
      }
      // A gateway may know the id of an attempt that was refused.
      const attemptId = call.attempts + call.refusals + call.releases === 0 ? call.id : newId()
      taken.push({ attemptId, call, route, caseKey })
      if (caseKey !== null) casesTaken.add(caseKey)
      numbersTaken.add(numberDigits(call.phone_key))
      if (!isForOwn && !isTest) numbers += 1
    }
    await endUncalled(tx, ended, now)
    if (denied.length > 0) await recordDenials(tx, [now, ...DENIALS.values(denied)])
    if (postponed.length > 0)
      await queries.postponeCalls(tx, [
        postponed.map(({ call }) => call.id),
        postponed.map(({ until }) => until),
        postponed.map(({ reason }) => reason),
      ])
    for (const { attemptId, call, route } of taken) {
      const begun = [membership.nodeId(), now, call.id, attemptId, route?.trunkId, route?.callerId]
      await queries.takeSingleCall(tx, [...begun, !isTrunkTest(call)])
    }
    await recordCases(
      tx,
      now,
      taken.map(({ attemptId, call, caseKey }) => ({ caseKey, id: attemptId, ...withoutTask(call.id) })),
    )
    recordCalls(tx, progress, taken.length, now, router)
    await noteNextDue(tx)
    return taken
  }

  const toRoute = (call: DueCall): CallToRoute => ({
    ...{ phoneKey: call.phone_key, ...wishOf(call) },
    dialed: node.dialForm(call.phone_number, call.phone_key),
  })

  /** Null: it needs none. */
  function routeOf(call: DueCall, router: Router | undefined): CallRoute | null | undefined {
    if (isTrunkTest(call)) return trunkTests.routeOf(call)
    if (!router || isForOwnPhone(call) || isSimulated(call)) return null
    return router.take(toRoute(call))
  }

  /**
   * Everything is ready, and the call is placed next: whether it may be is decided once more, because it has waited since it was claimed.
   * Undefined: it may.
   */
  async function admit(call: DueCall, attemptId: string): Promise<Release | undefined> {
    const { id, phone_key: phoneKey, request } = call
    return db.transaction(async (tx) => {
      const now = clock.now()
      const ready = await queries.lockPreparedCall.first(tx, [
        ...([id, now, phoneKey, attemptId, membership.nodeId()] as const),
      ])
      if (!ready)
        return {
          ...GIVEN_BACK,
          until: null,
          reason: 'cancelled',
          why: 'it was cancelled before it was placed',
        }
      if (request.purpose === 'call' && ready.until <= now)
        return { ...GIVEN_BACK, until: null, reason: 'after_call_until' }
      const rules = isForOwnPhone(call) ? undefined : await readRules.first(tx, [])
      // The claim has judged the budgets and has counted the call.
      const facts = { ...ready, used_budget: null, quiet_until: null }
      const judged = {
        phoneKey,
        timeZone: request.fields['timeZone'],
        facts,
        hours: hoursOf(ready),
        isSimulated: isSimulated(call),
      }
      const denial = rules && judgeCalls(rules, zones, now)(judged)
      if (!denial) {
        await queries.noteReady(tx, [id])
        return undefined
      }
      if (denial.kind === 'never' && request.purpose === 'call')
        await recordDenials(tx, [now, ...DENIALS.values([deniedContact(call, denial)])])
      const until = denial.kind === 'never' ? null : denial.until
      return { ...GIVEN_BACK, until, reason: denial.reason, why: deniedSentence(denial) }
    })
  }

  function toPlace({ attemptId, call, route }: TakenCall): CallToPlace {
    const { id, phone_key: phoneKey, phone_number: phoneNumber, request } = call
    const hours = hoursOf(call)
    const place = hours?.isRecipientZone
      ? zones.recipientZones.of(phoneKey, request.fields['timeZone']).zones
      : [offsetAt]
    return {
      call: { id: attemptId, phoneKey, phoneNumber, ...withoutTask(id) },
      details: { taskName: '', fields: request.fields },
      mayStart: (now) =>
        request.purpose !== 'call' || (now < call.until && (!hours || isOpen(hours, place, now))),
      hasFaults: false,
      hasCallUntil: false,
      successWhen: request.successWhen ?? 'answered',
      isByRecipient: hours?.isRecipientZone ?? false,
      flowId: call.flow_id,
      route,
      isSimulated: isSimulated(call),
      ...wishOf(call),
      attempt: call.attempts + 1,
      admit: () => admit(call, attemptId),
      toldTaskId: request.taskId ?? id,
      ownPhone: request.ownPhone,
    }
  }

  return {
    /** Somebody may have asked for a call. */
    expect(): void {
      nextDue = new Date(0)
    },

    /** Whether calls that are due may wait for a line or the rate. */
    mayWait,

    /** With every heartbeat: a notification may have been lost, and calls whose time is over are given up. */
    async look(): Promise<void> {
      await noteNextDue(db)
      if (mayWait()) await endLateCalls(db, clock.now(), whyLate())
    },

    /** Claims those that are due, as far as lines, rate and rules allow, and places them. */
    async claim(maxCalls: number): Promise<void> {
      if (!mayWait()) return
      let taken: TakenCall[] = []
      const phones = (await gateway.ownPhones().catch(() => undefined)) ?? NO_PHONES
      if (maxCalls === 0 && phones.size === 0) return
      try {
        await db.transaction(async (tx) => {
          taken = await decide(tx, maxCalls, phones)
        })
      } catch (error) {
        recovery.expectStrays(taken.map(({ attemptId }) => attemptId))
        nextDue = new Date(0)
        throw error
      }
      for (const each of taken) {
        const { purpose, actor } = each.call.request
        log.info({ call: each.attemptId, purpose, actor }, 'calling a number without a task')
        if (isTrunkTest(each.call)) trunkTests.run(each.call)
        else placing.placeSingle(toPlace(each))
      }
    },

    /** Shown to the user who asked for the call. */
    noteAnswered(id: string, { phoneKey, taskId }: LiveCall): void {
      if (hasTask(taskId)) return
      queries
        .noteAnswered(db, [phoneKey, id, membership.nodeId(), clock.now().toISOString()])
        .catch((error) => log.warn({ err: error, call: id }, 'that a call was answered could not be stored'))
    },
  }
}

/** It needs no trunk, and no rule applies to it. */
function isForOwnPhone({ request }: DueCall): boolean {
  return request.ownPhone !== undefined
}

/** It was asked for while all calls were simulated. */
function isSimulated(call: DueCall): boolean {
  return call.is_simulated === true && !isForOwnPhone(call) && !isTrunkTest(call)
}

/** Those of its task, or its own. Test calls have none. */
function hoursOf({
  request,
  settings,
  task_settings,
  holidays,
}: queries.PreparedCallRow): TaskHours | undefined {
  if (request.purpose !== 'call' || holidays === null) return undefined
  const { scheduledStartTime: _, ...hours } = task_settings ?? { ...settings, scheduledStartTime: null }
  return taskHours({ settings: hours, holidays })
}

/** What it names itself comes before what its task names. */
function wishOf({ request, task_settings }: DueCall): RouteWish {
  const { trunkId, callerId } = request
  return {
    trunkIds: trunkId === undefined ? (task_settings?.trunkIds ?? []) : [trunkId],
    callerIds: callerId === undefined ? (task_settings?.callerIds ?? []) : [callerId],
  }
}

function deniedContact({ id, phone_key, phone_number }: DueCall, denial: Denial) {
  return { phoneKey: phone_key, phoneNumber: phone_number, ...withoutTask(id), denial }
}

function deniedSentence({ reason }: DenialByHours): string {
  return `the number cannot be called: ${callWords.en.denials[reason as DenialReason].toLowerCase()}`
}
