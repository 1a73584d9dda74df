// The registry of lines: the dialer's gateway, whatever places the calls. It picks the line of a call, knows which call is on which, and tells the
// dialer what the switches say.
//
//   for the simulator   The call is bound to it by its task. A change of the trunks never turns a simulated call into a real one, or the
//                       other way round. A service that has only the simulator has all calls there.
//   to an own phone     The switch of this node has it, with trunks or without.
//   by its route        The trunk that the dialer has chosen; place-call.ts goes on to the next one.
//   straight            To the gateway of the environment, while it is the only line, within the limits of its trunk.
//
// Calls stay where they were placed. Whether calls can be placed is said by line-health.ts, how those are that may be live by reconcile-calls.ts.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { CallRequest, Gateway, GatewayEvent, InboundCall } from '../gateway.ts'
import { CallRefused, NotAsked } from '../refusals.ts'
import type { Switch } from '../switch.ts'
import type { TrunkDetails } from '../trunks/test/trunk-probe.ts'
import { wasNotPlaced } from './fail-over.ts'
import { createLineControl } from './line-control.ts'
import { createLineHealth } from './line-health.ts'
import { createLineSet, type RealLines } from './line-set.ts'
import type { OwnPhoneCalls } from './own-phone-calls.ts'
import { createLinePlacing } from './place-call.ts'
import { createReconciler } from './reconcile-calls.ts'
import { createRoutedCalls } from './routed-calls.ts'
import { createSimulatedCalls } from './simulated-calls.ts'

export interface RegistryOptions {
  /** For calls that are bound to it; undefined: this service has none. */
  simulator?: Switch | undefined
  /** What GATEWAY names, as the trunk `default`. */
  environment?: Switch | undefined
  /** A service that has only the simulator needs none. */
  real?: RealLines | undefined
  ownPhones?: OwnPhoneCalls | undefined
  clock: Clock
  log: Log
}

export interface Registry extends Gateway {
  /** How the enabled trunks are, by their id. */
  lineStates(): ReadonlyMap<string, TrunkDetails>
}

const NO_FLOW =
  'the task has no call flow, so a callee would hear nothing: give it one, or set GATEWAY to a gateway that answers without one'
const NEEDS_FLOW = 'only the gateway of the environment can say anything in this call'
const CHANGED = 'the trunks have changed since the call was claimed'
const NONE: ReadonlySet<string> = new Set()

export function createRegistry(options: RegistryOptions): Registry {
  const { simulator, environment, real, ownPhones, clock, log } = options
  let emit: (event: GatewayEvent) => void = () => undefined
  let onInbound: (call: InboundCall) => void = (call) => call.refuse('no_such_number')

  const routed = createRoutedCalls(clock, (line) => lines?.closeIfDone(line))
  const lines =
    real &&
    createLineSet({
      ...{ ...real, environment, liveCalls: routed.count, hear, hearInbound, clock, log },
    })
  const placing =
    lines &&
    createLinePlacing({
      ...{ lines, routed, clock, log },
      unfit: ({ request }, line) =>
        line.switch === environment || !real?.host.needsFlow || (request.flow && !request.isForPlatform)
          ? undefined
          : new CallRefused(NEEDS_FLOW),
      onEnd: tellEnd,
    })
  const { own, isTogether, place, health, requireUp } = createLineHealth({
    simulator,
    environment,
    real,
    lines,
  })
  const simulated = createSimulatedCalls(simulator, (event) => emit(event))
  /** What has calls without a route. */
  const straight = environment ?? (real ? undefined : simulator)

  function tellEnd(attemptId: string, end: Extract<GatewayEvent, { type: 'ended' }>['end']): void {
    emit({ type: 'ended', attemptId, end })
    lines?.noteEnd()
  }

  function hear(on: Switch, event: GatewayEvent): void {
    const { attemptId } = event
    const call = routed.find(on, attemptId)
    const line = call?.line
    if (!call || !line) {
      const isStraight =
        on === straight && !routed.isKnown(attemptId) && routed.knownEnd(attemptId) === undefined
      if (isStraight || ownPhones?.has(attemptId)) emit(event)
      if (event.type === 'ended') ownPhones?.forget(attemptId)
      return
    }
    if (event.type === 'ended') {
      placing?.hearEnd(call, line, event.end)
      return
    }
    if (event.type === 'ringing' || event.type === 'answered') {
      call.hasRung = true
      if (event.type === 'ringing') line.noteRinging(attemptId)
      else line.noteThrough(attemptId)
    }
    emit(event)
  }

  /** The call counts for the lines of its trunk, because carriers count both directions. */
  function hearInbound(call: InboundCall): void {
    const line = lines?.all.get(call.trunkId)
    function take(): boolean {
      if (!call.take()) return false
      if (line) routed.adopt(call.id, line)
      return true
    }
    onInbound({ ...call, take })
  }

  async function placeByRoute(request: CallRequest): Promise<void> {
    const { attemptId } = request
    // One call per id, however often it is requested.
    if (!placing || routed.isKnown(attemptId)) return
    const call = routed.add(request)
    try {
      await placing.place(call)
    } catch (error) {
      if (wasNotPlaced(error)) routed.refuse(call)
      throw error
    }
  }

  async function placeReal(request: CallRequest): Promise<void> {
    const { route, flow } = request
    if (environment) {
      if (isTogether()) return placeByRoute(request)
      if (route && route.trunkId !== own()?.id) throw new NotAsked(CHANGED, 0)
      return environment.originate(request)
    }
    // It was claimed for a trunk that is gone since, or before any was there.
    if (!route || (place() !== 'trunks' && place() !== 'unread')) throw new NotAsked(CHANGED, 0)
    // A line that is down says so itself.
    if (place() === 'unread' || real?.host.fault() !== undefined) requireUp()
    if (!flow && real?.host.needsFlow) throw new CallRefused(NO_FLOW)
    return placeByRoute(request)
  }

  /** What has the call; undefined: nobody, or it is between two lines. */
  function switchOf(attemptId: string): Switch | undefined {
    if (simulated.has(attemptId)) return simulator
    const call = routed.get(attemptId)
    if (call) return call.line?.switch
    if (routed.knownEnd(attemptId) !== undefined) return undefined
    return ownPhones?.switchOf(attemptId) ?? straight
  }

  function switches(): Switch[] {
    const all = [environment, ...(lines ? [...lines.all.values()].map((line) => line.switch) : []), simulator]
    return [...new Set([...all, real?.host.phones()])].filter((each) => each !== undefined)
  }

  const reconcile = createReconciler({
    ...{ simulated, environment, ownPhones, real, lines, routed, own },
    onLost: (call) => placing?.over(call, { cause: 'lost', talkMs: 0 }),
  })

  return {
    hasSimulator: environment === undefined,

    /** The simulator wants none, and reading them takes time. */
    get wantsDetails() {
      return environment?.wantsDetails ?? place() === 'trunks'
    },

    get sendsFlow() {
      const sends = environment?.sendsFlow ?? 'never'
      return sends === 'always' && isTogether() ? 'sometimes' : sends
    },

    control: createLineControl({ switchOf, switches }),

    trunks() {
      if (!real || (environment ? !own() && !isTogether() : place() === 'unread')) return undefined
      if (environment ? isTogether() : place() === 'trunks')
        return lines?.enabled().map((line) => ({
          trunk: line.trunk(),
          isUp: line.fault() === undefined,
          room: line.room(),
          isSuspect: line.isSuspect(),
        }))
      const trunk = own()
      if (!environment || !trunk) return []
      const { isUp } = environment.health(trunk.id)
      return [{ trunk, isUp, room: isUp ? Number.POSITIVE_INFINITY : 0, isSuspect: false }]
    },

    ownPhones: async () => (await ownPhones?.callable()) ?? NONE,

    async originate(request) {
      if (request.ownPhone !== undefined && ownPhones) {
        const holder = real?.host.phones()
        if (holder) lines?.listen(holder)
        await ownPhones.originate(request, request.ownPhone)
      } else if (request.isSimulated || !real) {
        if (simulator && real && !simulated.has(request.attemptId)) requireUp()
        await simulated.originate(request)
      } else await placeReal(request)
    },

    async hangUp(attemptId) {
      const call = routed.get(attemptId)
      if (call) call.isHungUp = true
      await switchOf(attemptId)?.hangUp(attemptId)
    },

    async reconcile(attemptIds, trunkOf) {
      const states = await reconcile(attemptIds, trunkOf)
      lines?.noteEnd()
      return states
    },

    health,

    lineStates: () =>
      new Map(
        (lines?.enabled() ?? []).map((line) => [
          line.trunk().id,
          { heldBack: line.heldBack(), liveCalls: line.count() },
        ]),
      ),

    listen(onEvent) {
      emit = onEvent
    },

    listenInbound(onCall) {
      onInbound = onCall
    },

    async close() {
      emit = () => undefined
      await simulator?.close()
      await environment?.close()
      await lines?.close()
      await ownPhones?.close()
    },
  }
}
