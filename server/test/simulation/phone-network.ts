// The phone network behind the gateways: a party of its own that outlives every dialing process and keeps a ledger
// of what it really rang. Each process reaches it through a gateway that can fail in every way the port allows.

import type { CallCause } from '../../src/platform/words/calls.ts'
import type {
  AttemptState,
  CallEnd,
  CallRequest,
  Gateway,
  GatewayEvent,
} from '../../src/telephony/gateway.ts'
import { CallRefused, GatewayBusy, GatewayFault } from '../../src/telephony/refusals.ts'
import type { Trunk } from '../../src/telephony/trunks/trunk.ts'
import { plainGateway } from '../support/plain-gateway.ts'
import { type Actor, forever } from './actor.ts'
import { type CarrierHabits, createCarriers } from './carriers.ts'
import { type CalleeCourse, type CallStory, createControlledCalls } from './controlled-calls.ts'
import { followInBand } from './in-band.ts'
import type { VirtualTime } from './virtual-time.ts'

/** One call that rang. */
export interface LedgerCall extends CallRequest {
  node: string
  /** Whether the dialer was told that it was placed. */
  isAccepted: boolean
  /** When the dialer asked for it, and when it rang. */
  requestedMs: number
  startMs: number
  answerMs: number | null
  endMs: number | null
  end: CallEnd | null
  /** Of an answered call that follows a flow. */
  story?: CallStory
}

export interface CallCourse {
  cause: CallCause
  ringMs: number
  talkMs: number
  /** The gateway fails to handle the call once it is answered. */
  fault?: string
  /** Who answers a call that follows a flow. */
  callee?: CalleeCourse
}

/** What becomes of a request for a call. */
export type OriginateFate =
  | 'accepted'
  /** Certainly not placed: because of the gateway, of too many calls, or of this very call. */
  | 'fault'
  | 'busy'
  | 'refused'
  /** An error that says nothing, or no answer at all: the call was placed, or it was not. */
  | 'error but placed'
  | 'error and not placed'
  | 'silence but placed'
  | 'silence and not placed'

type EventFate = 'in time' | 'lost' | 'late' | 'twice'

export type ReconcileFate = 'answered' | 'error' | 'silence'

export interface NetworkHabits {
  /** How the n-th call to a number goes, placed by this process. */
  course(phoneNumber: string, nth: number, actor: Actor): CallCourse
  originate(actor: Actor, request: CallRequest): { fate: OriginateFate; thereMs: number; backMs: number }
  event(): { fate: EventFate; delayMs: number; again: number }
  reconcile(actor: Actor): { fate: ReconcileFate; delayMs: number }
  /** What becomes of a command to an answered call. */
  command(actor: Actor): { fate: 'done' | 'error'; delayMs: number }
  /** Whether it remembers how a call ended, and what it never placed. */
  remembersEnds: boolean
  knowsNotPlaced: boolean
  /** Whether every gateway hears of every call, or only the one that placed it. */
  tellsEveryone: boolean
  /** Whether each process has a switch of its own, which ends with it and takes all that it knows with it. */
  hasOwnSwitches: boolean
  downReason(actor: Actor): string | null
  /** In a world with trunks. */
  carriers?: CarrierHabits
  /** To test the checks: a trunk that lets a phone ring says that it has refused the call. */
  deniesRings?: boolean
}

interface NetworkHooks {
  /** Before anything else happens to the call. */
  onRing(call: LedgerCall): void
  onTrace(who: string, what: string): void
  /** A trunk has this many calls, with those that are on their way to a phone. */
  onTrunkUse(trunk: Trunk, calls: number): void
  /** What becomes of a process just when it asks for a call: it dies, or it stands still for so many milliseconds. */
  originating(actor: Actor): 'dies' | number
  pause(actor: Actor, forMs: number): void
  kill(actor: Actor): void
}

/** An answer of the network to a request for a call, other than that it was placed. */
export interface Refusal {
  taskId: string
  contactId: string
  actor: Actor
  atMs: number
  /** Of one trunk: the call may have gone on to the next. */
  fate: OriginateFate | 'trunk refused' | 'trunk fault' | 'trunk busy'
}

export interface PhoneNetwork {
  /** `trunk`: the gateway of this one. */
  gatewayFor(actor: Actor, trunk?: Trunk): Gateway
  /** Whether a trunk has refused the call after it had accepted it. */
  hasRefusedLate(attemptId: string): boolean
  readonly refusals: readonly Refusal[]
  readonly ledger: readonly LedgerCall[]
  find(attemptId: string): LedgerCall | undefined
  /** Attempts of which the dialer was told that nobody knows. */
  isForgotten(attemptId: string): boolean
  liveCalls(): LedgerCall[]
  /** Whether the switch that the call was on died under it. */
  hasLostSwitch(attemptId: string): boolean
  /** The process is dead. */
  noteDeath(actor: Actor): void
}

const BUSY_MS = 1000

export function createPhoneNetwork(
  time: VirtualTime,
  habits: NetworkHabits,
  hooks: NetworkHooks,
): PhoneNetwork {
  const ledger: LedgerCall[] = []
  const refusals: Refusal[] = []
  const byId = new Map<string, LedgerCall>()
  const live = new Set<LedgerCall>()
  const forgotten = new Set<string>()
  /** Calls that ended with the switch that they were on. */
  const gone = new Set<LedgerCall>()
  const rings = new Map<string, number>()
  const listeners = new Set<{ actor: Actor; trunkId: string | undefined; hear(event: GatewayEvent): void }>()

  function addCall(actor: Actor, request: CallRequest, requestedMs: number, isAccepted: boolean): LedgerCall {
    const call: LedgerCall = {
      ...request,
      node: actor.name,
      isAccepted,
      requestedMs,
      startMs: time.nowMs(),
      answerMs: null,
      endMs: null,
      end: null,
    }
    const { attemptId, phoneNumber } = request
    hooks.onTrace('network', `rings ${phoneNumber} for ${attemptId}`)
    hooks.onRing(call)
    ledger.push(call)
    byId.set(attemptId, call)
    live.add(call)
    return call
  }

  function ring(actor: Actor, request: CallRequest, requestedMs: number, isAccepted: boolean): void {
    const call = addCall(actor, request, requestedMs, isAccepted)
    const { attemptId, phoneNumber } = request
    const nth = (rings.get(phoneNumber) ?? 0) + 1
    rings.set(phoneNumber, nth)
    const { cause, ringMs, talkMs, fault, callee } = habits.course(phoneNumber, nth, actor)
    tell(actor, { type: 'ringing', attemptId })
    time.after(ringMs, () => {
      if (cause !== 'answered') return finish(actor, call, { cause, talkMs: 0 })
      call.answerMs = time.nowMs()
      if (callee) controlled.pickUp(call, actor, callee)
      tell(actor, { type: 'answered', attemptId })
      if (fault !== undefined) return finish(actor, call, { cause: 'gateway_error', talkMs: 0, fault })
      if (!call.story) time.after(talkMs, () => finish(actor, call, { cause, talkMs }))
    })
  }

  /** Resolves when the switch says that the call is placed. */
  function ringInBand(actor: Actor, request: CallRequest, requestedMs: number, forMs: number): Promise<void> {
    const call = addCall(actor, request, requestedMs, true)
    const { attemptId, phoneNumber } = request
    const followed = followInBand({
      ...{ attemptId, phoneNumber, clock: { now: () => new Date(time.nowMs()), elapsedMs: time.nowMs } },
      onEvent: (event) => (event.type === 'ended' ? finish(actor, call, event.end) : tell(actor, event)),
    })
    followed.ring()
    time.after(forMs, () => {
      if (live.has(call)) followed.refuse()
    })
    return followed.placed.catch((error) => {
      live.delete(call)
      call.endMs = time.nowMs()
      throw error
    })
  }

  const controlled = createControlledCalls({
    time,
    find: (attemptId) => byId.get(attemptId),
    isLive: (call) => live.has(call),
    tell,
    hangUp(call) {
      const talkMs = time.nowMs() - (call.answerMs ?? time.nowMs())
      finish(controlled.controllerOf(call), call, { cause: 'answered', talkMs })
    },
    command: habits.command,
    downReason: habits.downReason,
    onTrace: hooks.onTrace,
  })

  const carriers =
    habits.carriers &&
    createCarriers({
      ...{ time, habits: habits.carriers, onTrace: hooks.onTrace, onUse: hooks.onTrunkUse },
      liveOn: (trunkId) => [...live].filter(({ route }) => route?.trunkId === trunkId).length,
      tellEnd: (actor, trunkId, attemptId, end) =>
        tell(actor, { type: 'ended', attemptId, end }, undefined, trunkId),
    })

  function note(actor: Actor, { taskId, contactId, route }: CallRequest, fate: OriginateFate): void {
    const isOfTrunk = route !== undefined && (fate === 'fault' || fate === 'refused' || fate === 'busy')
    const noted = isOfTrunk ? (`trunk ${fate}` as const) : fate
    refusals.push({ taskId, contactId, actor, atMs: time.nowMs(), fate: noted })
  }

  function finish(actor: Actor | undefined, call: LedgerCall, end: CallEnd): void {
    if (!live.delete(call)) return
    call.endMs = time.nowMs()
    call.end = end
    hooks.onTrace('network', `ends ${call.attemptId}: ${end.cause}`)
    controlled.end(call)
    const hearer = controlled.controllerOf(call) ?? actor
    if (hearer) tell(hearer, { type: 'ended', attemptId: call.attemptId, end })
  }

  function tell(
    placer: Actor,
    event: GatewayEvent,
    onTold: () => void = () => undefined,
    ofTrunk = byId.get(event.attemptId)?.route?.trunkId,
  ): void {
    for (const { actor, trunkId, hear: listener } of [...listeners]) {
      if (trunkId !== ofTrunk || (!habits.tellsEveryone && actor !== placer)) continue
      const { fate, delayMs, again } = habits.event()
      if (fate === 'lost' || habits.downReason(actor) !== null) continue
      const hear = () => {
        onTold()
        listener(event)
      }
      actor.after(delayMs, hear)
      if (fate === 'twice') actor.after(delayMs + again, hear)
    }
  }

  function stateOf(attemptId: string, trunkId: string | undefined): AttemptState {
    const rung = byId.get(attemptId)
    const call = rung?.route?.trunkId === trunkId ? rung : undefined
    const undecided = trunkId === undefined || call ? undefined : carriers?.stateOf(attemptId, trunkId)
    if (undecided?.state === 'live') return undecided
    if (undecided?.state === 'ended' && habits.remembersEnds) return undecided
    if (undecided && !(undecided.state === 'not_placed' && habits.knowsNotPlaced)) {
      forgotten.add(attemptId)
      return { state: 'unknown' }
    }
    if (call && live.has(call)) return { state: 'live' }
    if (call?.end && habits.remembersEnds && !gone.has(call)) return { state: 'ended', end: call.end }
    if (!call && habits.knowsNotPlaced) return { state: 'not_placed' }
    forgotten.add(attemptId)
    return { state: 'unknown' }
  }

  function gatewayFor(actor: Actor, trunk?: Trunk): Gateway {
    const downReason = () =>
      habits.downReason(actor) ?? (trunk ? (carriers?.downReason(trunk) ?? null) : null)
    return {
      ...plainGateway,
      control: controlled.controlFor(actor),

      async originate(request) {
        if (!actor.isAlive()) return forever()
        const fortune = hooks.originating(actor)
        if (fortune === 'dies') {
          hooks.kill(actor)
          return forever()
        }
        if (fortune > 0) hooks.pause(actor, fortune)
        const requestedMs = time.nowMs()
        const { fate, thereMs, backMs } = habits.originate(actor, request)
        hooks.onTrace(actor.name, `asks for ${request.attemptId} to ${request.phoneNumber} (${fate})`)
        // On its way to the network it is out of the process's hands.
        await time.sleep(thereMs)
        const reason = downReason() ?? (fate === 'fault' ? 'no circuit available' : null)
        const isPlaced = reason === null && /^(accepted|.* but placed)$/.test(fate)
        const met = isPlaced && trunk && (await carriers?.meet(actor, request.attemptId, trunk))
        if (met && met !== 'rings' && 'ringsInBandMs' in met) {
          const placed = ringInBand(actor, request, requestedMs, met.ringsInBandMs)
          if (fate.startsWith('silence')) return forever()
          await placed
          await actor.sleep(backMs)
          if (fate.startsWith('error')) throw new Error('the gateway did not answer in time')
          return
        }
        if (met && met !== 'rings') {
          if (met.error) note(actor, request, met.error instanceof CallRefused ? 'refused' : 'fault')
          if (fate.startsWith('silence')) return forever()
          await actor.sleep(backMs)
          if (fate.startsWith('error')) throw new Error('the gateway did not answer in time')
          if (met.error) throw met.error
          return
        }
        if (isPlaced) ring(actor, request, requestedMs, fate === 'accepted')
        else note(actor, request, reason === null ? fate : 'fault')
        if (met && habits.deniesRings) throw new GatewayFault('the carrier refuses calls', { sipStatus: 503 })
        if (fate.startsWith('silence')) return forever()
        await actor.sleep(backMs)
        if (reason !== null) throw new GatewayFault(reason)
        if (fate === 'busy') throw new GatewayBusy('the network asks to wait', BUSY_MS)
        if (fate === 'refused') throw new CallRefused('the network does not take this call')
        if (fate.startsWith('error')) throw new Error('the gateway did not answer in time')
      },

      async hangUp(attemptId) {
        const call = byId.get(attemptId)
        if (call?.story) await controlled.hangUp(actor, attemptId)
        else if (call) finish(actor, call, { cause: 'network_error', talkMs: 0 })
      },

      async reconcile(attemptIds) {
        const { fate, delayMs } = habits.reconcile(actor)
        await actor.sleep(delayMs)
        hooks.onTrace(actor.name, `asks about ${attemptIds.length} calls (${fate})`)
        if (fate === 'silence') return forever()
        if (fate === 'error' || downReason() !== null) throw new Error('the gateway cannot tell')
        const states = new Map(attemptIds.map((id): [string, AttemptState] => [id, stateOf(id, trunk?.id)]))
        await actor.sleep(delayMs)
        return states
      },

      health() {
        const reason = downReason()
        return reason === null ? { isUp: true } : { isUp: false, reason }
      },

      listen(onEvent) {
        listeners.add({ actor, trunkId: trunk?.id, hear: onEvent })
      },

      async close() {
        for (const each of listeners)
          if (each.actor === actor && each.trunkId === trunk?.id) listeners.delete(each)
      },
    }
  }

  return {
    gatewayFor,
    ledger,
    refusals,
    find: (attemptId) => byId.get(attemptId),
    hasRefusedLate: (attemptId) => carriers?.hasRefusedLate(attemptId) ?? false,
    isForgotten: (attemptId) => forgotten.has(attemptId),
    liveCalls: () => [...live],
    hasLostSwitch: (attemptId) => [...gone].some((call) => call.attemptId === attemptId),
    noteDeath({ name }) {
      if (!habits.hasOwnSwitches) return
      for (const call of [...live].filter(({ node }) => node === name)) {
        live.delete(call)
        gone.add(call)
        const { answerMs } = call
        call.endMs = time.nowMs()
        call.end = {
          cause: answerMs === null ? 'network_error' : 'answered',
          talkMs: answerMs === null ? 0 : call.endMs - answerMs,
        }
        hooks.onTrace('network', `ends ${call.attemptId} with its switch`)
        controlled.end(call)
      }
    },
  }
}
