// The registry of lines: the dialer's gateway, whatever places the calls. It picks the line of a call, knows which call is on which, and tells the
// dialer what the switches say.
//
//   for the simulator   The call is bound to it by its task. A change of the trunks never turns a simulated call into a real one, or the
//                       other way round. A service that has only the simulator has all calls there.
//   to an own phone     The switch of this node has it, with trunks or without.
//   by its route        The trunk that the dialer has chosen; place-call.ts goes on to the next one.
//   straight            To the gateway of the environment, while it is the only line, within the limits of its trunk.
//
// Calls stay where they were placed. Where a service without GATEWAY is:
//
//   unread      The trunks were not read yet. Nothing is dialed.
//   simulator   No trunk is enabled: calls for trunks wait for one.
//   trunks      At least one is, whether it works or not: a call for a real phone never goes to the simulator.
//   elsewhere   All that are enabled belong to other nodes. This one calls no real phone.
//   draining    The last trunk was removed, and its calls are still up. Nothing is dialed until they have ended.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type {
  AttemptState,
  CallRequest,
  Gateway,
  GatewayEvent,
  GatewayHealth,
  InboundCall,
} from '../gateway.ts'
import { CallRefused, GatewayFault, NotAsked } from '../refusals.ts'
import type { Switch, SwitchHost } from '../switch.ts'
import { isOfEnvironment } from '../trunks/default-trunk.ts'
import type { TrunkDetails } from '../trunks/test/trunk-probe.ts'
import { askSwitches } from './ask-switches.ts'
import { reasonOf, wasNotPlaced } from './fail-over.ts'
import { createLineControl } from './line-control.ts'
import { createLineSet } from './line-set.ts'
import type { OwnPhoneCalls } from './own-phone-calls.ts'
import { createLinePlacing } from './place-call.ts'
import { createRoutedCalls } from './routed-calls.ts'
import type { TrunkWatch } from './trunk-watch.ts'

export interface RegistryOptions {
  /** For calls that are bound to it; undefined: this service has none. */
  simulator?: Switch | undefined
  /** What GATEWAY names, as the trunk `default`. */
  environment?: Switch | undefined
  /** The trunks, and the switch of this node that has them; a service that has only the simulator needs none. */
  real?: { trunks: TrunkWatch; host: SwitchHost } | undefined
  ownPhones?: OwnPhoneCalls | undefined
  clock: Clock
  log: Log
}

export interface Registry extends Gateway {
  /** How the enabled trunks are, by their id. */
  lineStates(): ReadonlyMap<string, TrunkDetails>
}

type Place = 'unread' | 'simulator' | 'trunks' | 'elsewhere' | 'draining'

const NO_FLOW =
  'the task has no call flow, so a callee would hear nothing: give it one, or set GATEWAY to a gateway that answers without one'
const NO_SIMULATOR = 'the call is for the simulator, which this service does not have'
const NEEDS_FLOW = 'only the gateway of the environment can say anything in this call'
const CHANGED = 'the trunks have changed since the call was claimed'
const NONE: ReadonlySet<string> = new Set()

export function createRegistry(options: RegistryOptions): Registry {
  const { simulator, environment, real, ownPhones, clock, log } = options
  /** Live calls of the simulator. */
  const simulated = new Set<string>()
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
  /** What has calls without a route. */
  const straight = environment ?? (real ? undefined : simulator)

  const own = () => real?.trunks.enabled()?.find(isOfEnvironment)
  /** The gateway of the environment is one line of several. */
  const isTogether = () => lines?.isWanted() === true && lines.enabled().length > 0

  function place(): Place {
    if (!lines || !real) return 'simulator'
    if (!real.trunks.enabled()) return 'unread'
    if (lines.isWanted()) return 'trunks'
    if (real.trunks.hasElsewhere()) return 'elsewhere'
    return lines.isDraining() ? 'draining' : 'simulator'
  }

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

  simulator?.listen((event) => {
    if (simulated.has(event.attemptId)) emit(event)
    if (event.type === 'ended') simulated.delete(event.attemptId)
  })

  function healthOfLines(): GatewayHealth {
    const faults: string[] = []
    for (const line of lines?.enabled() ?? []) {
      const fault = line.fault()
      if (fault === undefined) return { isUp: true }
      faults.push(reasonOf(line, fault))
    }
    return { isUp: false, reason: faults.length === 0 ? 'no trunk is enabled' : faults.join('; ') }
  }

  function health(): GatewayHealth {
    if (environment) return isTogether() ? healthOfLines() : environment.health(own()?.id)
    switch (place()) {
      case 'unread':
        return { isUp: false, reason: 'the trunks have not been read yet' }
      case 'simulator':
        return simulator?.health() ?? { isUp: false, reason: 'no trunk is enabled' }
      case 'elsewhere':
        return { isUp: true }
      case 'draining':
        return {
          isUp: false,
          reason: 'the last trunk was removed; the simulator takes over when its calls have ended',
        }
      case 'trunks': {
        const reason = real?.host.fault()
        return reason === undefined ? healthOfLines() : { isUp: false, reason }
      }
    }
  }

  function requireUp(): void {
    const state = health()
    if (!state.isUp) throw new GatewayFault(state.reason)
  }

  async function placeSimulated(request: CallRequest): Promise<void> {
    if (!simulator) throw new CallRefused(NO_SIMULATOR)
    const { attemptId } = request
    if (simulated.has(attemptId)) return
    if (real) requireUp()
    simulated.add(attemptId)
    await simulator.originate(request).catch((error) => {
      simulated.delete(attemptId)
      throw error
    })
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

  /** About calls that may be on the switch of this node. */
  async function askLines(
    ids: readonly string[],
    trunkOf: Parameters<Gateway['reconcile']>[1],
  ): Promise<ReadonlyMap<string, AttemptState>> {
    if (!lines || !real) return new Map()
    if (!real.trunks.enabled()) throw new Error('the trunks have not been read yet')
    const isGone = real.host.isGone()
    // It would come back only for another trunk.
    if (!lines.isWanted() && isGone)
      for (const call of routed.all())
        if (!call.line || call.line.switch !== environment) placing?.over(call, { cause: 'lost', talkMs: 0 })
    // The calls of a switch that does not run are gone with it. Those of this process end when it is back, as they were last seen.
    const isKnown = (id: string) => routed.isKnown(id) || routed.knownEnd(id) !== undefined
    const mayBeLive = isGone ? ids.filter(isKnown) : ids
    if (mayBeLive.length === 0 || !lines.isOn()) return new Map()
    await lines.settled()
    return askSwitches(routed, lines.all, mayBeLive, trunkOf)
  }

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
      } else if (request.isSimulated || !real) await placeSimulated(request)
      else await placeReal(request)
    },

    async hangUp(attemptId) {
      const call = routed.get(attemptId)
      if (call) call.isHungUp = true
      await switchOf(attemptId)?.hangUp(attemptId)
    },

    async reconcile(attemptIds, trunkOf) {
      const states = new Map<string, AttemptState>()
      const left = () => attemptIds.filter((id) => (states.get(id)?.state ?? 'unknown') === 'unknown')
      const add = (said: ReadonlyMap<string, AttemptState>) => {
        for (const [id, state] of said) states.set(id, state)
      }
      const phoneCalls = attemptIds.filter((id) => ownPhones?.has(id))
      const others = attemptIds.filter((id) => !phoneCalls.includes(id))
      if (simulator && others.length > 0) {
        const said = await simulator.reconcile(others)
        for (const [id, { state }] of said) if (state === 'live') simulated.add(id)
        add(said)
      }
      const isDirect = (id: string) =>
        !routed.isKnown(id) && routed.knownEnd(id) === undefined && (trunkOf?.(id) ?? own()?.id) === own()?.id
      const direct = environment ? others.filter(isDirect) : []
      if (environment && direct.length > 0) add(await environment.reconcile(direct, trunkOf))
      const open = left().filter((id) => !direct.includes(id) && !phoneCalls.includes(id))
      if (open.length > 0) add(await askLines(open, trunkOf))
      if (ownPhones && phoneCalls.length > 0) add(await ownPhones.reconcile(phoneCalls))
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
