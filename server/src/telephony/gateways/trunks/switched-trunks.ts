// The trunks of the console on their switch, which starts with the first of them and ends after the last call of the last one. A change takes hold
// at the next call.

import type { Clock } from '../../../platform/kernel/clock.ts'
import type { Log } from '../../../platform/kernel/log/log.ts'
import type { AttemptState, Gateway } from '../../gateway.ts'
import { isOfEnvironment } from '../../trunks/default-trunk.ts'
import { createTrunkGateway, type TrunkGatewayOptions } from './trunk-gateway.ts'
import type { TrunkSwitch } from './trunk-switch.ts'
import type { TrunkWatch } from './trunk-watch.ts'

export interface SwitchedTrunksOptions {
  /** With the one of the environment, if there is one: it is on no switch of ours. */
  trunks: TrunkWatch
  trunkSwitch: TrunkSwitch
  open: TrunkGatewayOptions['open']
  clock: Clock
  log: Log
}

export function createSwitchedTrunks({ trunks, trunkSwitch, open, clock, log }: SwitchedTrunksOptions) {
  const router = createTrunkGateway({ clock, log, open })
  let syncing: Promise<void> = Promise.resolve()
  /** The switch has trunks, or calls of removed ones. */
  let isOn = false

  /** Undefined until they were read. */
  const onSwitch = () => trunks.enabled()?.filter((trunk) => !isOfEnvironment(trunk))
  const isWanted = () => (onSwitch()?.length ?? 0) > 0

  /** One at a time: starting the switch takes a while. */
  function sync(): void {
    syncing = syncing.then(follow).catch((error) => {
      log.error({ err: error }, 'the trunks could not be opened; retrying at their next change')
    })
  }

  async function follow(): Promise<void> {
    const wanted = onSwitch() ?? []
    if (wanted.length > 0) {
      if (!isOn) log.info({ trunks: wanted.length }, 'calls go to the trunks of the console from now on')
      isOn = true
      // A trunk that the switch does not have is down, and says so.
      await trunkSwitch
        .apply(wanted)
        .catch((error) => log.error({ err: error }, 'the trunks could not be given to the switch'))
      router.apply(trunks.enabled() ?? [])
    } else {
      router.apply([])
      if (!isOn || router.liveCalls() > 0) return
      isOn = false
      log.info({ trunks: 0 }, 'no trunk of the console is enabled any more')
      await trunkSwitch.stop()
    }
  }

  /** Before anything is dialed, and after each change. */
  trunks.listen(sync)
  if (trunks.enabled()) sync()

  return {
    router,
    isWanted,
    /** The last trunk was removed, and calls are still up. */
    isDraining: () => !isWanted() && router.liveCalls() > 0,

    /** To be called when a call has ended. */
    noteEnd(): void {
      if (isOn && !isWanted() && router.liveCalls() === 0) sync()
    },

    /** About calls that may be on its trunks. */
    async ask(
      ids: readonly string[],
      trunkOf: Parameters<Gateway['reconcile']>[1],
    ): Promise<ReadonlyMap<string, AttemptState>> {
      if (!trunks.enabled()) throw new Error('the trunks have not been read yet')
      // It would come back only for another trunk.
      if (!isWanted() && trunkSwitch.isGone()) router.abandon((trunk) => !isOfEnvironment(trunk))
      // The calls of a switch that does not run are gone with it. Those of this process end when it is back, as they were last seen.
      const mayBeLive = trunkSwitch.isGone() ? ids.filter((id) => router.has(id)) : ids
      if (mayBeLive.length === 0 || (!isOn && !isWanted() && router.liveCalls() === 0)) return new Map()
      await syncing
      return router.reconcile(mayBeLive, trunkOf)
    },

    async close(): Promise<void> {
      await syncing
      await router.close()
      await trunkSwitch.stop()
    },
  }
}
