// The gateway of a service without GATEWAY: the trunks, and the simulator for calls that are bound to it. A call is bound by its task, when that
// is published while no trunk is enabled; a change of the trunks never turns a simulated call into a real one, or the other way round.
//
//   unread      The trunks were not read yet. Nothing is dialed.
//   simulator   No trunk is enabled: calls for trunks wait for one.
//   trunks      At least one is, whether it works or not: a call for a real phone never goes to the simulator.
//   elsewhere   All that are enabled belong to other nodes. This one calls no real phone.
//   draining    The last trunk was removed, and its calls are still up. Nothing is dialed until they have ended.
//
// Calls stay where they were placed.

import type { Clock } from '../../../platform/kernel/clock.ts'
import type { Log } from '../../../platform/kernel/log/log.ts'
import type { Gateway, GatewayEvent, GatewayHealth } from '../../gateway.ts'
import { CallRefused, GatewayFault, NotAsked } from '../../refusals.ts'
import { createSwitchedTrunks } from './switched-trunks.ts'
import { createTrunkControl } from './trunk-control.ts'
import type { TrunkGateway } from './trunk-gateway.ts'
import type { TrunkSwitch } from './trunk-switch.ts'
import type { TrunkWatch } from './trunk-watch.ts'

interface TrunksOrSimulatorOptions {
  trunks: TrunkWatch
  simulator: Gateway
  trunkSwitch: TrunkSwitch
  clock: Clock
  log: Log
}

type Place = 'unread' | 'simulator' | 'trunks' | 'elsewhere' | 'draining'

const NO_FLOW =
  'the task has no call flow, so a callee would hear nothing: give it one, or set GATEWAY to a gateway that answers without one'

export interface TrunksOrSimulator extends Gateway {
  lineStates: TrunkGateway['lineStates']
}

export function createTrunksOrSimulator(options: TrunksOrSimulatorOptions): TrunksOrSimulator {
  const { trunks, simulator, trunkSwitch } = options
  const { router, ...switched } = createSwitchedTrunks({ ...options, open: trunkSwitch.open })
  /** Live calls of the simulator. */
  const simulated = new Set<string>()
  let emit: (event: GatewayEvent) => void = () => undefined

  function place(): Place {
    if (!trunks.enabled()) return 'unread'
    if (switched.isWanted()) return 'trunks'
    if (trunks.hasElsewhere()) return 'elsewhere'
    return switched.isDraining() ? 'draining' : 'simulator'
  }

  function health(): GatewayHealth {
    switch (place()) {
      case 'unread':
        return { isUp: false, reason: 'the trunks have not been read yet' }
      case 'simulator':
        return simulator.health()
      case 'elsewhere':
        return { isUp: true }
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

  simulator.listen((event) => {
    if (event.type === 'ended') simulated.delete(event.attemptId)
    emit(event)
  })
  router.listen((event) => {
    emit(event)
    if (event.type === 'ended') switched.noteEnd()
  })

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

    trunks() {
      if (place() === 'unread') return undefined
      return place() === 'trunks' ? router.trunks?.() : []
    },

    async originate(request) {
      const { attemptId } = request
      if (simulated.has(attemptId)) return
      const state = health()
      if (!request.isSimulated) {
        // It was claimed for a trunk that is gone since, or before any was there.
        if (!request.route || (place() !== 'trunks' && place() !== 'unread'))
          throw new NotAsked('the trunks have changed since the call was claimed', 0)
        if (!state.isUp) throw new GatewayFault(state.reason)
        if (!request.flow) throw new CallRefused(NO_FLOW)
        await router.originate(request)
        return
      }
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
      for (const [id, state] of await switched.ask(others, trunkOf)) states.set(id, state)
      switched.noteEnd()
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
      await simulator.close()
      await switched.close()
    },
  }
}
