// A gateway made of one gateway for each trunk. The dialer chooses the trunk of a call; if that refuses the call before a phone rang, the
// dialer is asked for the next one. All of this is one attempt: its id stays the same, and only the switches see an id for each trunk
// (switch-id.ts).
// A trunk that is removed keeps its gateway until its last call has ended.

import type { Clock } from '../../../platform/kernel/clock.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { Log } from '../../../platform/kernel/log/log.ts'
import type { CallEnd, Gateway, GatewayEvent, InboundCall } from '../../gateway.ts'
import { CallRefused, GatewayFault } from '../../refusals.ts'
import { isCarrierFault, refusalReason } from '../../sip-answer.ts'
import type { TrunkDetails } from '../../trunks/test/trunk-probe.ts'
import type { Trunk } from '../../trunks/trunk.ts'
import { askTrunks } from './ask-trunks.ts'
import {
  explainRefusals,
  isRefusal,
  mayFailOver,
  notNow,
  type Refusal,
  reasonOf,
  wasNotPlaced,
} from './fail-over.ts'
import { createRoutedCalls, type RoutedCall } from './routed-calls.ts'
import { createTrunkControl } from './trunk-control.ts'
import { createTrunkLine, type TrunkLine } from './trunk-line.ts'

export interface TrunkGatewayOptions {
  clock: Clock
  log: Log
  /** `current`: the trunk with its latest settings. */
  open(trunk: Trunk, current: () => Trunk): Gateway
}

export interface TrunkGateway extends Gateway {
  /** These are the enabled trunks now. */
  apply(trunks: readonly Trunk[]): void
  /** How the enabled trunks are, by their id. */
  lineStates(): ReadonlyMap<string, TrunkDetails>
  /** Calls on any trunk, also on removed ones. */
  liveCalls(): number
  /** The switch of these trunks is gone: their calls have ended, and nobody saw how. */
  abandon(isGone: (trunk: Trunk) => boolean): void
  /** Whether there are trunks that take calls, up or not. */
  hasLines(): boolean
  /** Whether the call is one of them, or has just been. */
  has(attemptId: string): boolean
}

/** An older call is not placed on another trunk: its task may have been paused meanwhile. Claimed again, it goes there. */
const MAX_FAIL_OVER_MS = 3000
/** Ends that say nothing about the trunk's way to the phone network. */
const UNCERTAIN = new Set<CallEnd['cause']>([
  'unreachable',
  'congestion',
  'network_error',
  'lost',
  'gateway_error',
])

export function createTrunkGateway({ clock, log, open }: TrunkGatewayOptions): TrunkGateway {
  const lines = new Map<string, TrunkLine>()
  const routed = createRoutedCalls(clock, closeIfDone)
  let emit: (event: GatewayEvent) => void = () => undefined
  let onInbound: (call: InboundCall) => void = (call) => call.refuse('no_such_number')

  const enabledLines = () => [...lines.values()].filter((line) => !line.isLeaving())

  function addLine(trunk: Trunk): void {
    const gateway = open(trunk, () => line.trunk())
    const line: TrunkLine = createTrunkLine({ trunk, gateway, clock, log })
    lines.set(trunk.id, line)
    gateway.listen((event) => hear(line, event))
    gateway.listenInbound?.((call) => onInbound(withId(line, call)))
  }

  /** The call as the dialer knows it. It counts for the lines of its trunk, because carriers count both directions. */
  function withId(line: TrunkLine, call: InboundCall): InboundCall {
    const id = newId()
    const take = () => {
      if (!call.take()) return false
      routed.adopt(id, line, call.id)
      return true
    }
    return { ...call, id, take }
  }

  function closeIfDone(line: TrunkLine): void {
    if (!line.isLeaving() || line.count() > 0 || !lines.delete(line.trunk().id)) return
    log.info({ trunk: line.trunk().name }, 'the trunk is removed')
    line.gateway.close().catch((error) => log.warn({ err: error }, 'a trunk could not be closed'))
  }

  function isFresh(call: RoutedCall): boolean {
    return clock.elapsedMs() - call.startedMs <= MAX_FAIL_OVER_MS
  }

  /** The trunk with this id, if it takes a call now. */
  function usable(trunkId: string): TrunkLine | undefined {
    const line = lines.get(trunkId)
    return line && line.room() >= 1 ? line : undefined
  }

  /** Rejects like `originate`; a call that was certainly not placed is then on no trunk. */
  async function place(call: RoutedCall): Promise<void> {
    const { route } = call.request
    let line = route && call.refusals.length === 0 ? usable(route.trunkId) : undefined
    for (;;) {
      line ??= await findNext(call)
      if (call.isHungUp) return over(call, { cause: 'no_answer', talkMs: 0 })
      const refusal = await placeOn(call, line)
      if (!refusal) return
      if (call.isHungUp) return over(call, { cause: 'no_answer', talkMs: 0 })
      if (!mayFailOver(refusal.error) || call.hasRung) throw refusal.error
      call.refusals.push(refusal)
      line = undefined
    }
  }

  function mayUse({ request }: RoutedCall, line: TrunkLine): boolean {
    const { trunkIds = [] } = request
    return trunkIds.length === 0 || trunkIds.includes(line.trunk().id)
  }

  /** Rejects if no other trunk takes the call. */
  async function findNext(call: RoutedCall): Promise<TrunkLine> {
    const { attemptId, nextRoute } = call.request
    for (;;) {
      const isTooLate = !isFresh(call)
      const next =
        (await nextRoute?.(isTooLate).catch((error) => {
          log.warn({ err: error, call: attemptId }, 'the next trunk of a call could not be chosen')
          return 'later' as const
        })) ?? 'later'
      if (next === 'later' || routed.get(attemptId) !== call) throw notNow(call, isTooLate)
      if (next === 'none') {
        const refused = new Set(call.refusals.map(({ line }) => line))
        throw explainRefusals(
          call.refusals,
          enabledLines().filter((line) => !refused.has(line) && mayUse(call, line)),
        )
      }
      const line = usable(next.trunkId)
      // It may have failed or been removed meanwhile.
      if (!line) continue
      log.info({ call: attemptId, trunk: line.trunk().name }, 'trying the next trunk')
      call.callerId = next.callerId
      return line
    }
  }

  /** Returns the refusal, if the call was certainly not placed. */
  async function placeOn(call: RoutedCall, line: TrunkLine): Promise<Refusal | undefined> {
    const { attemptId } = call.request
    const id = routed.put(call, line)
    line.take(attemptId)
    call.askedMs = clock.elapsedMs()
    try {
      const { nextRoute: _, ...request } = call.request
      await line.gateway.originate({
        ...{ ...request, attemptId: id },
        route: { trunkId: line.trunk().id, callerId: call.callerId },
      })
      return undefined
    } catch (error) {
      // An event has shown how the call went on.
      if (call.line !== line) return undefined
      if (!wasNotPlaced(error)) throw error
      if (error instanceof GatewayFault) line.noteFault(attemptId, error.message)
      else if (error instanceof CallRefused && isCarrierFault(error.sipStatus))
        line.noteFailure(attemptId, error.message, false)
      routed.leaveLine(call)
      return { line, error }
    } finally {
      if (call.line === line || !call.line) call.askedMs = undefined
    }
  }

  /** The trunk had accepted the call, and then refused it. If no other takes it, it ends as the trunk said. */
  function placeAgain(call: RoutedCall, end: CallEnd): void {
    const { line } = call
    const { sipStatus } = end
    if (!line || sipStatus === undefined) return
    routed.leaveLine(call)
    call.refusals.push({ line, error: new GatewayFault(refusalReason(sipStatus), { sipStatus }) })
    place(call).catch((error) => {
      if (wasNotPlaced(error)) over(call, end)
      else log.warn({ err: error, call: call.request.attemptId }, 'a call may or may not have been placed')
    })
  }

  function over(call: RoutedCall, end: CallEnd): void {
    if (routed.end(call, end)) emit({ type: 'ended', attemptId: call.request.attemptId, end })
  }

  function hearEnd(call: RoutedCall, line: TrunkLine, end: CallEnd): void {
    const isLate = isRefusal(end) && !call.hasRung && !call.isHungUp
    const { cause, sipStatus } = end
    if (cause !== 'answered' && isCarrierFault(sipStatus))
      line.noteFailure(call.request.attemptId, refusalReason(sipStatus), call.hasRung)
    else if (!isLate && !UNCERTAIN.has(cause)) line.noteThrough(call.request.attemptId)
    if (isLate && isFresh(call) && call.request.nextRoute) placeAgain(call, end)
    else over(call, end)
  }

  function hear(line: TrunkLine, event: GatewayEvent): void {
    const call = routed.find(line, event.attemptId)
    if (!call) return
    const { attemptId } = call.request
    if (event.type === 'ended') {
      hearEnd(call, line, event.end)
      return
    }
    if (event.type === 'ringing' || event.type === 'answered') {
      call.hasRung = true
      if (event.type === 'ringing') line.noteRinging(attemptId)
      else line.noteThrough(attemptId)
    }
    emit({ ...event, attemptId })
  }

  function health(): ReturnType<Gateway['health']> {
    const faults: string[] = []
    for (const line of enabledLines()) {
      const fault = line.fault()
      if (fault === undefined) return { isUp: true }
      faults.push(reasonOf(line, fault))
    }
    return { isUp: false, reason: faults.length === 0 ? 'no trunk is enabled' : faults.join('; ') }
  }

  return {
    wantsDetails: true,

    control: createTrunkControl({
      find(attemptId) {
        const line = routed.get(attemptId)?.line
        return line && { gateway: line.gateway, id: routed.idOn(line, attemptId) }
      },
      gateways: () => [...lines.values()].map(({ gateway }) => gateway),
    }),

    trunks: () =>
      enabledLines().map((line) => ({
        trunk: line.trunk(),
        isUp: line.fault() === undefined,
        room: line.room(),
        isSuspect: line.isSuspect(),
      })),

    async originate(request) {
      const { attemptId } = request
      // One call per id, however often it is requested.
      if (routed.isKnown(attemptId)) return
      const call = routed.add(request)
      try {
        await place(call)
      } catch (error) {
        if (wasNotPlaced(error)) routed.refuse(call)
        throw error
      }
    },

    async hangUp(attemptId) {
      const call = routed.get(attemptId)
      if (call) call.isHungUp = true
      const line = call?.line
      if (line) await line.gateway.hangUp(routed.idOn(line, attemptId))
    },

    reconcile: (attemptIds, trunkOf) => askTrunks(routed, lines, attemptIds, trunkOf),

    health,

    listen(onEvent) {
      emit = onEvent
    },

    listenInbound(onCall) {
      onInbound = onCall
    },

    async close() {
      emit = () => undefined
      await Promise.all([...lines.values()].map(({ gateway }) => gateway.close()))
    },

    apply(trunks) {
      const ids = new Set(trunks.map(({ id }) => id))
      for (const trunk of trunks) {
        const line = lines.get(trunk.id)
        if (line) line.update(trunk)
        else addLine(trunk)
      }
      for (const line of [...lines.values()]) {
        if (ids.has(line.trunk().id)) continue
        line.leave()
        closeIfDone(line)
      }
    },

    lineStates: () =>
      new Map(
        enabledLines().map((line) => [
          line.trunk().id,
          { heldBack: line.heldBack(), liveCalls: line.count() },
        ]),
      ),
    liveCalls: routed.count,
    abandon(isGone) {
      for (const call of routed.all())
        if (!call.line || isGone(call.line.trunk())) over(call, { cause: 'lost', talkMs: 0 })
    },
    hasLines: () => enabledLines().length > 0,
    has: (attemptId) => routed.isKnown(attemptId) || routed.knownEnd(attemptId) !== undefined,
  }
}
