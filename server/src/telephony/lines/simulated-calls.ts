// The calls that the simulator has: those that are bound to it by their task, or all calls of a service that has only the simulator.
import type { AttemptState, CallRequest, GatewayEvent } from '../gateway.ts'
import { CallRefused } from '../refusals.ts'
import type { Switch } from '../switch.ts'

const NO_SIMULATOR = 'the call is for the simulator, which this service does not have'

export type SimulatedCalls = ReturnType<typeof createSimulatedCalls>

export function createSimulatedCalls(simulator: Switch | undefined, emit: (event: GatewayEvent) => void) {
  const live = new Set<string>()
  simulator?.listen((event) => {
    if (live.has(event.attemptId)) emit(event)
    if (event.type === 'ended') live.delete(event.attemptId)
  })

  return {
    has: (attemptId: string) => live.has(attemptId),

    async originate(request: CallRequest): Promise<void> {
      if (!simulator) throw new CallRefused(NO_SIMULATOR)
      const { attemptId } = request
      if (live.has(attemptId)) return
      live.add(attemptId)
      await simulator.originate(request).catch((error) => {
        live.delete(attemptId)
        throw error
      })
    },

    /** Nothing is known of calls if there is no simulator. */
    async reconcile(attemptIds: readonly string[]): Promise<ReadonlyMap<string, AttemptState>> {
      if (!simulator || attemptIds.length === 0) return new Map()
      const said = await simulator.reconcile(attemptIds)
      for (const [id, { state }] of said) if (state === 'live') live.add(id)
      return said
    },
  }
}
