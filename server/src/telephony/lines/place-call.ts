// Places a call on the line that the dialer has chosen; if that refuses it before a phone rang, the dialer is asked for the next one. All of this is
// one attempt, and its id stays the same.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { CallEnd } from '../gateway.ts'
import { CallRefused, GatewayFault } from '../refusals.ts'
import { isCarrierFault, refusalReason } from '../sip-answer.ts'
import { explainRefusals, isRefusal, mayFailOver, notNow, type Refusal, wasNotPlaced } from './fail-over.ts'
import type { LineSet } from './line-set.ts'
import type { RoutedCall, RoutedCalls } from './routed-calls.ts'
import type { TrunkLine } from './trunk-line.ts'

interface PlacingOptions {
  lines: Pick<LineSet, 'enabled' | 'usable'>
  routed: RoutedCalls
  /** Why the line cannot have this call, whatever its condition. */
  unfit(call: RoutedCall, line: TrunkLine): CallRefused | undefined
  onEnd(attemptId: string, end: CallEnd): void
  clock: Clock
  log: Log
}

/** An older call is not placed on another line: its task may have been paused meanwhile. Claimed again, it goes there. */
const MAX_FAIL_OVER_MS = 3000
/** Ends that say nothing about the trunk's way to the phone network. */
const UNCERTAIN = new Set<CallEnd['cause']>([
  'unreachable',
  'congestion',
  'network_error',
  'lost',
  'gateway_error',
])

export function createLinePlacing({ lines, routed, unfit, onEnd, clock, log }: PlacingOptions) {
  const isFresh = (call: RoutedCall) => clock.elapsedMs() - call.startedMs <= MAX_FAIL_OVER_MS

  /** Rejects like `originate`; a call that was certainly not placed is then on no line. */
  async function place(call: RoutedCall): Promise<void> {
    const { route } = call.request
    let line = route && call.refusals.length === 0 ? lines.usable(route.trunkId) : undefined
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

  /** Rejects if no other line takes the call. */
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
          lines.enabled().filter((line) => !refused.has(line) && mayUse(call, line)),
        )
      }
      const line = lines.usable(next.trunkId)
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
    routed.put(call, line)
    call.askedMs = clock.elapsedMs()
    try {
      const error = unfit(call, line)
      if (error) throw error
      const { nextRoute: _, ...request } = call.request
      await line.switch.originate({
        ...request,
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
    if (routed.end(call, end)) onEnd(call.request.attemptId, end)
  }

  return {
    place,
    over,

    hearEnd(call: RoutedCall, line: TrunkLine, end: CallEnd): void {
      const isLate = isRefusal(end) && !call.hasRung && !call.isHungUp
      const { cause, sipStatus } = end
      if (cause !== 'answered' && isCarrierFault(sipStatus))
        line.noteFailure(call.request.attemptId, refusalReason(sipStatus), call.hasRung)
      else if (!isLate && !UNCERTAIN.has(cause)) line.noteThrough(call.request.attemptId)
      if (isLate && isFresh(call) && call.request.nextRoute) placeAgain(call, end)
      else over(call, end)
    },
  }
}
