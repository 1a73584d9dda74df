// The gateway of a service without GATEWAY: the trunks, and the simulator while no trunk is enabled. A change takes hold at the next call.
//
//   unread      The trunks were not read yet. Nothing is dialed.
//   simulator   No trunk is enabled.
//   trunks      At least one is, whether it works or not: a call for a real phone never goes to the simulator.
//   draining    The last trunk was removed, and its calls are still up. Nothing is dialed until they have ended.
//
// Calls stay where they were placed.
import {
  type AttemptState,
  CallRefused,
  type Gateway,
  type GatewayEvent,
  GatewayFault,
  type GatewayHealth,
  NotAsked,
} from '../../dialer/gateway.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log/log.ts'
import { createTrunkControl } from './trunk-control.ts'
import { createTrunkGateway, type TrunkGateway } from './trunk-gateway.ts'
import type { TrunkSwitch } from './trunk-switch.ts'
import type { TrunkWatch } from './trunk-watch.ts'

interface TrunksOrSimulatorOptions {
  trunks: TrunkWatch
  simulator: Gateway
  trunkSwitch: TrunkSwitch
  clock: Clock
  log: Log
}

type Place = 'unread' | 'simulator' | 'trunks' | 'draining'

const NO_FLOW =
  'the task has no call flow, so a callee would hear nothing: give it one, or set GATEWAY to a gateway that answers without one'

export interface TrunksOrSimulator extends Gateway {
  lineStates: TrunkGateway['lineStates']
}

export function createTrunksOrSimulator(options: TrunksOrSimulatorOptions): TrunksOrSimulator {
  const { trunks, simulator, trunkSwitch, clock, log } = options
  const router = createTrunkGateway({ clock, log, open: trunkSwitch.open })
  /** Live calls of the simulator. */
  const simulated = new Set<string>()
  let emit: (event: GatewayEvent) => void = () => undefined
  let syncing: Promise<void> = Promise.resolve()
  let isOn = false

  function place(): Place {
    const enabled = trunks.enabled()
    if (!enabled) return 'unread'
    if (enabled.length > 0) return 'trunks'
    return router.liveCalls() > 0 ? 'draining' : 'simulator'
  }

  /** One at a time: starting the switch takes a while. */
  function sync(): void {
    syncing = syncing.then(follow).catch((error) => {
      log.error({ err: error }, 'the trunks could not be opened; retrying at their next change')
    })
  }

  async function follow(): Promise<void> {
    const enabled = trunks.enabled() ?? []
    if (enabled.length > 0) {
      if (!isOn) log.info({ trunks: enabled.length }, 'calls go to the trunks from now on')
      isOn = true
      // A trunk that the switch does not have is down, and says so.
      await trunkSwitch
        .apply(enabled)
        .catch((error) => log.error({ err: error }, 'the trunks could not be given to the switch'))
      router.apply(enabled)
    } else {
      router.apply([])
      if (!isOn || place() !== 'simulator') return
      isOn = false
      log.info({ trunks: 0 }, 'no trunk is enabled; calls go to the simulator from now on')
      await trunkSwitch.stop()
    }
  }

  function health(): GatewayHealth {
    switch (place()) {
      case 'unread':
        return { isUp: false, reason: 'the trunks have not been read yet' }
      case 'simulator':
        return simulator.health()
      case 'draining':
        return {
          isUp: false,
          reason: 'the last trunk was removed; the simulator takes over when its calls have ended',
        }
      case 'trunks': {
        const reason = trunkSwitch.fault()
        return reason === undefined ? router.health() : { isUp: false, reason }
      }
    }
  }

  /** Of calls that are not simulated. */
  async function askTrunks(
    ids: readonly string[],
    trunkOf: Parameters<Gateway['reconcile']>[1],
  ): Promise<ReadonlyMap<string, AttemptState>> {
    if (place() === 'unread') throw new Error('the trunks have not been read yet')
    // It would come back only for another trunk.
    if (place() === 'draining' && trunkSwitch.isGone()) router.abandonAll()
    // The calls of a switch that does not run are gone with it. Those of this process end when it is back, as they were last seen.
    const mayBeLive = trunkSwitch.isGone() ? ids.filter((id) => router.has(id)) : ids
    if (mayBeLive.length === 0 || (place() === 'simulator' && !isOn)) return new Map()
    await syncing
    return router.reconcile(mayBeLive, trunkOf)
  }

  simulator.listen((event) => {
    if (event.type === 'ended') simulated.delete(event.attemptId)
    emit(event)
  })
  router.listen((event) => {
    emit(event)
    if (event.type === 'ended' && trunks.enabled()?.length === 0) sync()
  })
  trunks.listen(sync)
  // It may have been read before.
  if (trunks.enabled()) sync()

  const holderOf = (attemptId: string) => (simulated.has(attemptId) ? simulator : router)

  return {
    /** The simulator wants none, and reading them takes time. */
    get wantsDetails() {
      return place() === 'trunks'
    },

    control: createTrunkControl({
      find: (attemptId) => ({ gateway: holderOf(attemptId), id: attemptId }),
      gateways: () => [router, simulator],
    }),

    trunks: () => (place() === 'trunks' ? router.trunks?.() : undefined),

    async originate(request) {
      const { attemptId } = request
      if (simulated.has(attemptId)) return
      // It was claimed before the first trunk was there, or for the last one. Claimed again, it goes where calls go now.
      if ((request.route !== undefined) !== (place() === 'trunks'))
        throw new NotAsked('the trunks have changed since the call was claimed', 0)
      if (place() === 'trunks') {
        const down = health()
        if (!down.isUp) throw new GatewayFault(down.reason)
        if (!request.flow) throw new CallRefused(NO_FLOW)
        await router.originate(request)
        return
      }
      const state = health()
      if (!state.isUp) throw new GatewayFault(state.reason)
      simulated.add(attemptId)
      await simulator.originate(request).catch((error) => {
        simulated.delete(attemptId)
        throw error
      })
    },

    hangUp: (attemptId) => holderOf(attemptId).hangUp(attemptId),

    async reconcile(attemptIds, trunkOf) {
      const states = new Map(await simulator.reconcile(attemptIds))
      const others = attemptIds.filter((id) => (states.get(id)?.state ?? 'unknown') === 'unknown')
      if (others.length === 0) return states
      for (const [id, state] of await askTrunks(others, trunkOf)) states.set(id, state)
      // Its last calls may be over by this.
      if (isOn && place() === 'simulator') sync()
      return states
    },

    health,
    lineStates: router.lineStates,

    listen(onEvent) {
      emit = onEvent
    },

    listenInbound: (onCall) => router.listenInbound?.(onCall),

    async close() {
      emit = () => undefined
      await syncing
      await Promise.all([simulator.close(), router.close()])
      await trunkSwitch.stop()
    },
  }
}
