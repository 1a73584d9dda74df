// The trunks on the Asterisk that Carillon runs: one for each node. It starts with the first trunk, and ends after the last.
import type { Gateway } from '../../dialer/gateway.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log/log.ts'
import type { Country } from '../../kernel/phone/phone-key.ts'
import type { TrunkProbe } from '../../trunks/test/trunk-probe.ts'
import { numberFor, type Trunk } from '../../trunks/trunk.ts'
import type { AsteriskTiming } from '../asterisk/asterisk-gateway.ts'
import { createAsteriskGateway } from '../asterisk/asterisk-gateway.ts'
import type { OwnAsterisk } from '../asterisk/own/own-asterisk.ts'
import { createTrunkProbe } from '../asterisk/trunk-probe.ts'
import type { TrunkSwitch } from './trunk-switch.ts'

export interface TrunkCallSettings {
  ringTimeoutSeconds: number
  maxCallSeconds: number
}

interface OwnAsteriskSwitchOptions {
  create(): Promise<OwnAsterisk>
  settings: TrunkCallSettings
  /** Of the service, for numbers without a country code. */
  country(): Country | undefined
  clock: Clock
  log: Log
  timing?: Partial<AsteriskTiming>
}

export interface OwnAsteriskSwitch extends TrunkSwitch {
  /** Tests the trunks; undefined while Asterisk is not wanted. */
  probe(): TrunkProbe | undefined
}

export function createOwnAsteriskSwitch(options: OwnAsteriskSwitchOptions): OwnAsteriskSwitch {
  const { create, settings, country, clock, log } = options
  let asterisk: OwnAsterisk | undefined
  let probe: TrunkProbe | undefined

  function open(trunk: Trunk, current: () => Trunk): Gateway {
    if (!asterisk) throw new Error('Asterisk was not started')
    const { url, username, password } = asterisk.access
    let turn = 0
    return createAsteriskGateway({
      settings: {
        ...{ url, username, password, ...settings },
        callerIds: trunk.callerIds,
        app: 'carillon',
        endpoint: `PJSIP/{number}@trunk-${trunk.id}`,
        onAnswer: { kind: 'flow' },
        queueContext: 'queues',
      },
      ownTrunk: {
        numberFor: (phoneNumber) => numberFor(current(), phoneNumber, country()),
        nextCallerId() {
          const { callerIds } = current()
          const id = callerIds[turn % Math.max(1, callerIds.length)]
          turn += 1
          return id
        },
      },
      ...{ clock, log, ...(options.timing && { timing: options.timing }) },
    })
  }

  return {
    async apply(trunks) {
      if (asterisk) await asterisk.apply(trunks)
      else {
        asterisk = await create()
        asterisk.start(trunks)
        probe = probeOf(asterisk, clock)
      }
    },

    fault() {
      const state = asterisk?.state()
      if (state?.kind === 'running') return undefined
      return state?.kind === 'waiting' ? state.reason : 'Asterisk is starting'
    },

    isGone: () => asterisk?.state().kind === 'waiting',
    open,
    probe: () => probe,

    async stop() {
      const stopped = asterisk
      asterisk = undefined
      probe = undefined
      await stopped?.stop()
    },
  }
}

/** Nothing is known of the trunks while Asterisk starts. */
function probeOf(asterisk: OwnAsterisk, clock: Clock): TrunkProbe {
  return createTrunkProbe({
    access: asterisk.access,
    async states() {
      const state = asterisk.state()
      if (state.kind === 'waiting') throw new Error(state.reason)
      return state.kind === 'running' ? asterisk.trunkStates() : []
    },
    clock,
  })
}
