// Runs the Asterisk of this node for its trunks and own phones: one process and one link to it. It starts with the first of them, and ends after the last.

import type { Clock } from '../../../../platform/kernel/clock.ts'
import type { Log } from '../../../../platform/kernel/log/log.ts'
import type { Country } from '../../../../platform/kernel/phone/phone-key.ts'
import type { OwnPhone } from '../../../own-phones/own-phone.ts'
import { OWN_PHONES, type SwitchHost } from '../../../switch.ts'
import type { Registrar } from '../../../trunks/registrar.ts'
import type { TrunkProbe } from '../../../trunks/test/trunk-probe.ts'
import { numberFor, type Trunk } from '../../../trunks/trunk.ts'
import { type AsteriskSwitch, createAsteriskSwitch } from '../asterisk-switch.ts'
import type { AsteriskTiming } from '../asterisk-timing.ts'
import type { LineSettings } from '../line.ts'
import { createTrunkProbe } from '../trunk-probe.ts'
import type { OwnAsterisk } from './own-asterisk.ts'
import { dialString } from './sip-values.ts'

export interface TrunkCallSettings {
  ringTimeoutSeconds: number
  maxCallSeconds: number
}

interface OwnAsteriskHostOptions {
  create(): Promise<OwnAsterisk>
  settings: TrunkCallSettings
  /** Of the service, for numbers without a country code. */
  country(): Country | undefined
  clock: Clock
  log: Log
  timing?: Partial<AsteriskTiming>
  /** Says which trunks this node registers; without it, all that register. */
  registrar?: Pick<Registrar, 'has' | 'attach'>
}

export interface OwnAsteriskHost extends SwitchHost {
  /** Tests the trunks; undefined while Asterisk is not wanted. */
  probe(): TrunkProbe | undefined
  /** Undefined while Asterisk is not wanted. */
  asterisk(): OwnAsterisk | undefined
}

/** What there is while Asterisk is wanted. */
interface Running {
  asterisk: OwnAsterisk
  link: AsteriskSwitch
  probe: TrunkProbe
  hasPhones: boolean
}

const PHONES_LINE: LineSettings = {
  id: OWN_PHONES,
  endpoint: 'PJSIP/{number}',
  numberFor: (username) => username,
  nextCallerId: () => undefined,
  hidesCallerId: () => false,
}

export function createOwnAsteriskHost(options: OwnAsteriskHostOptions): OwnAsteriskHost {
  const { create, settings, country, clock, log, registrar } = options
  let running: Running | undefined
  let trunks: readonly Trunk[] = []
  let phones: readonly OwnPhone[] = []
  let following: Promise<void> = Promise.resolve()

  const registersHere = ({ id }: Trunk) => registrar?.has(id) ?? true

  function connect(asterisk: OwnAsterisk): AsteriskSwitch {
    const { ari, access } = asterisk
    const { url, username, password } = access
    return createAsteriskSwitch({
      ari,
      settings: {
        ...{ url, username, password, ...settings },
        app: 'carillon',
        onAnswer: { kind: 'flow' },
        queueContext: 'queues',
      },
      ...{ clock, log, timing: options.timing },
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
      const before = running
      running = undefined
      await before?.link.close()
      await before?.asterisk.stop()
      return
    }
    const here = trunks.map((trunk) => (registersHere(trunk) ? trunk : { ...trunk, registers: false }))
    if (running) await running.asterisk.apply(here, phones)
    else {
      const asterisk = await create()
      asterisk.start(here, phones)
      const link = connect(asterisk)
      running = { asterisk, link, probe: probeOf(asterisk, link), hasPhones: false }
    }
    const hasPhones = phones.length > 0
    if (hasPhones && !running.hasPhones) running.link.openLine(PHONES_LINE)
    if (!hasPhones && running.hasPhones) running.link.closeLine(OWN_PHONES)
    running.hasPhones = hasPhones
  }

  function fault(): string | undefined {
    const state = running?.asterisk.state()
    if (state?.kind === 'running') return undefined
    return state?.kind === 'waiting' ? state.reason : 'Asterisk is starting'
  }
  const isGone = () => running?.asterisk.state().kind === 'waiting'

  registrar?.attach({
    ...{ fault, isGone },
    registrationsChanged() {
      sync().catch((error) => log.error({ err: error }, 'the registrations could not be given to Asterisk'))
    },
  })

  return {
    needsFlow: true,

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

    open({ id }, current) {
      if (!running) throw new Error('Asterisk was not started')
      let turn = 0
      running.link.openLine({
        id,
        endpoint: `PJSIP/{number}@trunk-${id}`,
        numberFor: (phoneNumber) => dialString(numberFor(current(), phoneNumber, country())),
        hidesCallerId: () => current().hidesCallerId,
        nextCallerId() {
          const { callerIds } = current()
          const callerId = callerIds[turn % Math.max(1, callerIds.length)]
          turn += 1
          return callerId
        },
      })
      return running.link
    },

    close({ id }) {
      running?.link.closeLine(id)
    },

    probe: () => running?.probe,
    asterisk: () => running?.asterisk,
    phones: () => (running?.hasPhones ? running.link : undefined),

    stop() {
      trunks = []
      return sync()
    },
  }
}

/** Nothing is known of the trunks while Asterisk starts. */
function probeOf(asterisk: OwnAsterisk, on: AsteriskSwitch): TrunkProbe {
  return createTrunkProbe({
    ...{ on, ari: asterisk.ari, url: asterisk.access.url },
    nat: asterisk.nat,
    async states() {
      const state = asterisk.state()
      if (state.kind === 'waiting') throw new Error(state.reason)
      return state.kind === 'running' ? asterisk.trunkStates() : []
    },
  })
}
