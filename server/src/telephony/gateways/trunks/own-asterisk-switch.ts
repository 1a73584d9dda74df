// The trunks and the own phones on the Asterisk that Carillon runs: one for each node. It starts with the first of them, and ends after the last.

import type { Clock } from '../../../platform/kernel/clock.ts'
import type { Log } from '../../../platform/kernel/log/log.ts'
import type { Country } from '../../../platform/kernel/phone/phone-key.ts'
import type { Gateway } from '../../gateway.ts'
import type { OwnPhone } from '../../own-phones/own-phone.ts'
import type { Registrar } from '../../trunks/registrar.ts'
import type { TrunkProbe } from '../../trunks/test/trunk-probe.ts'
import { numberFor, type Trunk } from '../../trunks/trunk.ts'
import type { AsteriskTiming } from '../asterisk/asterisk-gateway.ts'
import { createAsteriskGateway, type OwnTrunk } from '../asterisk/asterisk-gateway.ts'
import type { OwnAsterisk } from '../asterisk/own/own-asterisk.ts'
import { dialString } from '../asterisk/own/sip-values.ts'
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
  /** Without it this node registers all trunks that register. */
  registrar?: Pick<Registrar, 'has' | 'attach'>
}

export interface OwnAsteriskSwitch extends TrunkSwitch {
  /** Tests the trunks; undefined while Asterisk is not wanted. */
  probe(): TrunkProbe | undefined
  /** Starts it if it does not run, and gives it these own phones; without any, and without trunks, it ends. */
  applyPhones(phones: readonly OwnPhone[]): Promise<void>
  /** Undefined while Asterisk is not wanted. */
  asterisk(): OwnAsterisk | undefined
  /** Calls own phones, whose usernames are the numbers. Undefined while there are none. */
  phoneGateway(): Gateway | undefined
}

export function createOwnAsteriskSwitch(options: OwnAsteriskSwitchOptions): OwnAsteriskSwitch {
  const { create, settings, country, clock, log, registrar } = options
  let asterisk: OwnAsterisk | undefined
  let probe: TrunkProbe | undefined
  let phoneGateway: Gateway | undefined
  let trunks: readonly Trunk[] = []
  let phones: readonly OwnPhone[] = []
  let following: Promise<void> = Promise.resolve()

  const registersHere = ({ id }: Trunk) => registrar?.has(id) ?? true

  function openEndpoint(endpoint: string, callerIds: readonly string[], ownTrunk: OwnTrunk): Gateway {
    if (!asterisk) throw new Error('Asterisk was not started')
    const { url, username, password } = asterisk.access
    return createAsteriskGateway({
      settings: {
        ...{ url, username, password, ...settings, callerIds, endpoint },
        app: 'carillon',
        onAnswer: { kind: 'flow' },
        queueContext: 'queues',
      },
      ownTrunk,
      ...{ clock, log, ...(options.timing && { timing: options.timing }) },
    })
  }

  function open(trunk: Trunk, current: () => Trunk): Gateway {
    let turn = 0
    return openEndpoint(`PJSIP/{number}@trunk-${trunk.id}`, trunk.callerIds, {
      id: trunk.id,
      numberFor: (phoneNumber) => dialString(numberFor(current(), phoneNumber, country())),
      hidesCallerId: () => current().hidesCallerId,
      nextCallerId() {
        const { callerIds } = current()
        const id = callerIds[turn % Math.max(1, callerIds.length)]
        turn += 1
        return id
      },
    })
  }

  /** One at a time: starting and ending Asterisk takes a while. */
  function sync(): Promise<void> {
    const done = following.then(follow)
    following = done.catch(() => undefined)
    return done
  }

  async function follow(): Promise<void> {
    if (trunks.length === 0 && phones.length === 0) {
      const stopped = asterisk
      const closed = phoneGateway
      asterisk = undefined
      probe = undefined
      phoneGateway = undefined
      await closed?.close()
      await stopped?.stop()
      return
    }
    const here = trunks.map((trunk) => (registersHere(trunk) ? trunk : { ...trunk, registers: false }))
    if (asterisk) await asterisk.apply(here, phones)
    else {
      asterisk = await create()
      asterisk.start(here, phones)
      probe = probeOf(asterisk, clock)
    }
    if (phones.length > 0)
      phoneGateway ??= openEndpoint('PJSIP/{number}', [], {
        numberFor: (username) => username,
        nextCallerId: () => undefined,
      })
  }

  function fault(): string | undefined {
    const state = asterisk?.state()
    if (state?.kind === 'running') return undefined
    return state?.kind === 'waiting' ? state.reason : 'Asterisk is starting'
  }
  const isGone = () => asterisk?.state().kind === 'waiting'

  registrar?.attach({
    ...{ fault, isGone },
    registrationsChanged() {
      sync().catch((error) => log.error({ err: error }, 'the registrations could not be given to Asterisk'))
    },
  })

  return {
    apply(enabled) {
      trunks = enabled
      return sync()
    },

    applyPhones(enabled) {
      phones = enabled
      return sync()
    },

    fault,
    isGone,
    open,
    probe: () => probe,

    asterisk: () => asterisk,
    phoneGateway: () => phoneGateway,

    stop() {
      trunks = []
      return sync()
    },
  }
}

/** Nothing is known of the trunks while Asterisk starts. */
function probeOf(asterisk: OwnAsterisk, clock: Clock): TrunkProbe {
  return createTrunkProbe({
    access: asterisk.access,
    nat: asterisk.nat,
    async states() {
      const state = asterisk.state()
      if (state.kind === 'waiting') throw new Error(state.reason)
      return state.kind === 'running' ? asterisk.trunkStates() : []
    },
    clock,
  })
}
