// The gateway that the environment names, as the trunk `default`, and the trunks of the console beside it.
//
//   alone      No trunk of the console is enabled: calls go straight to the gateway, within the limits of its trunk.
//   together   The gateway is one trunk of several: one choice, one failover.
//
// Calls stay where they were placed.
import type { Gateway, GatewayEvent } from '../../gateway.ts'
import { CallRefused, NotAsked } from '../../refusals.ts'
import { isOfEnvironment } from '../../trunks/default-trunk.ts'
import type { TrunkProbe } from '../../trunks/test/trunk-probe.ts'
import { createSwitchedTrunks, type SwitchedTrunksOptions } from './switched-trunks.ts'
import { createTrunkControl } from './trunk-control.ts'
import type { TrunkGateway } from './trunk-gateway.ts'

interface TrunksBesideOptions extends Omit<SwitchedTrunksOptions, 'open'> {
  /** Of the environment. */
  gateway: Gateway
}

export interface TrunksBesideGateway extends Gateway {
  lineStates: TrunkGateway['lineStates']
}

const NO_SIMULATOR = 'the call is for the simulator, which this service does not have'
const NEEDS_FLOW = 'only the gateway of the environment can say anything in this call'

export function createTrunksBesideGateway(options: TrunksBesideOptions): TrunksBesideGateway {
  const { gateway, trunks, trunkSwitch } = options
  let emit: (event: GatewayEvent) => void = () => undefined
  let hearRouted: (event: GatewayEvent) => void = () => undefined
  /** The gateway as one trunk of several. It stays open when they are gone. */
  const asTrunk: Gateway = {
    ...gateway,
    listen(hear) {
      hearRouted = hear
    },
    close: async () => undefined,
  }
  const { router, ...switched } = createSwitchedTrunks({
    ...options,
    open: (trunk, current) =>
      isOfEnvironment(trunk) ? asTrunk : withFlowOnly(trunkSwitch.open(trunk, current)),
  })

  const own = () => trunks.enabled()?.find(isOfEnvironment)
  const isTogether = () => switched.isWanted() && router.hasLines()
  const holderOf = (attemptId: string) => (router.has(attemptId) ? router : gateway)

  gateway.listen((event) => (router.has(event.attemptId) ? hearRouted(event) : emit(event)))
  router.listen((event) => {
    emit(event)
    if (event.type === 'ended') switched.noteEnd()
  })

  return {
    ...gateway,
    hasNoSimulator: true,

    get sendsFlow() {
      return gateway.sendsFlow && isTogether() ? 'sometimes' : gateway.sendsFlow
    },

    control: createTrunkControl({
      find: (attemptId) => ({ gateway: holderOf(attemptId), id: attemptId }),
      gateways: () => [gateway, router],
    }),

    /** Until its trunk was read, calls have no route. */
    trunks() {
      if (isTogether()) return router.trunks?.()
      const trunk = own()
      if (!trunk) return undefined
      const { isUp } = gateway.health()
      return [{ trunk, isUp, room: isUp ? Number.POSITIVE_INFINITY : 0, isSuspect: false }]
    },

    async originate(request) {
      if (request.isSimulated) throw new CallRefused(NO_SIMULATOR)
      if (isTogether()) return router.originate(request)
      if (request.route && request.route.trunkId !== own()?.id)
        throw new NotAsked('the trunks have changed since the call was claimed', 0)
      return gateway.originate(request)
    },

    hangUp: (attemptId) => holderOf(attemptId).hangUp(attemptId),

    async reconcile(attemptIds, trunkOf) {
      const ownId = own()?.id
      const isDirect = (id: string) => !router.has(id) && (trunkOf?.(id) ?? ownId) === ownId
      const direct = attemptIds.filter(isDirect)
      const others = attemptIds.filter((id) => !isDirect(id))
      const states = new Map(direct.length === 0 ? [] : await gateway.reconcile(direct, trunkOf))
      if (others.length > 0)
        for (const [id, state] of await switched.ask(others, trunkOf)) states.set(id, state)
      switched.noteEnd()
      return states
    },

    health: () => (isTogether() ? router.health() : gateway.health()),
    lineStates: router.lineStates,

    listen(onEvent) {
      emit = onEvent
    },

    listenInbound: (onCall) => router.listenInbound?.(onCall),

    async close() {
      emit = () => undefined
      await gateway.close()
      await switched.close()
    },
  }
}

/** On our own Asterisk nothing answers a call but its flow. */
function withFlowOnly(gateway: Gateway): Gateway {
  return {
    ...gateway,
    async originate(request) {
      if (!request.flow || request.isForPlatform) throw new CallRefused(NEEDS_FLOW)
      await gateway.originate(request)
    },
  }
}

/** Tells how it is. It calls nobody to try it out: `carillon gateway check` does that. `others`: of the trunks of the console. */
export function probeOf(
  gateway: Gateway,
  ownId: () => string | undefined,
  others: () => TrunkProbe | undefined,
): TrunkProbe {
  return {
    resolve: async (trunk) => others()?.resolve(trunk) ?? [],
    async state(trunkId) {
      if (trunkId !== ownId()) return others()?.state(trunkId)
      const health = gateway.health()
      const fault = health.isUp ? undefined : health.reason
      return { isReachable: health.isUp, roundTripMs: undefined, registration: undefined, fault }
    },
    seenAs: async (trunk) => others()?.seenAs?.(trunk),
    details: async () => (await others()?.details?.()) ?? new Map(),
    call(request, onSign) {
      const probe = others()
      if (!probe) return Promise.reject(new Error('Asterisk does not run'))
      return probe.call(request, onSign)
    },
  }
}
