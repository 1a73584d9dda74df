// Own phones beside a gateway. A call for one goes to the Asterisk of this node, which runs for it without any trunk; all others go to the gateway,
// which knows nothing of this. A fault of the one says nothing about the other.
import { timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../../platform/kernel/clock.ts'
import type { Log } from '../../../platform/kernel/log/log.ts'
import { setRealTimer } from '../../../platform/kernel/wake-signal.ts'
import type { Gateway, GatewayEvent } from '../../gateway.ts'
import type { OwnPhone, PhoneSwitch } from '../../own-phones/own-phone.ts'
import { CallRefused, GatewayFault } from '../../refusals.ts'
import { wasNotPlaced } from './fail-over.ts'
import type { OwnAsteriskSwitch } from './own-asterisk-switch.ts'
import { createTrunkControl } from './trunk-control.ts'
import type { TrunkWatch } from './trunk-watch.ts'

interface OwnPhoneOptions {
  /** For calls to numbers. */
  gateway: Gateway
  phones: TrunkWatch<OwnPhone>
  phoneHost: Pick<OwnAsteriskSwitch, 'applyPhones' | 'asterisk' | 'phoneGateway'>
  sip: PhoneSwitch['sip']
  clock: Clock
  log: Log
}

/** Below the time after which proxies give up a request. */
const READY_MS = 50_000
const LOOK_MS = 50
const MAX_TIMER_MS = 2 ** 31 - 1

export function createOwnPhoneGateway(options: OwnPhoneOptions): {
  gateway: Gateway
  phoneSwitch: PhoneSwitch
} {
  const { gateway, phones, phoneHost, clock, log } = options
  /** Which gateway has the live calls of own phones, and of which phone. */
  const live = new Map<string, { holder: Gateway; username: string }>()
  /** What ends the WebSockets of phones in browsers, by username. */
  const sockets = new Map<string, () => void>()
  const heard = new WeakSet<Gateway>()
  let emit: (event: GatewayEvent) => void = () => undefined
  let cancelExpiry = () => {}

  const current = () => phones.enabled() ?? []

  function hear(event: GatewayEvent): void {
    if (event.type === 'ended') live.delete(event.attemptId)
    emit(event)
  }

  /** Reads the phones again when the next one expires. */
  function awaitExpiry(): void {
    cancelExpiry()
    const times = current().flatMap(({ expireTime }) => (expireTime ? [expireTime.getTime()] : []))
    if (times.length === 0) return
    const inMs = Math.max(0, Math.min(...times) - clock.now().getTime()) + 1000
    cancelExpiry = setRealTimer(phones.refresh, Math.min(inMs, MAX_TIMER_MS))
  }

  /** A phone that was deleted, has expired or lost its token can neither talk nor be called. */
  function endGone(): void {
    const there = new Set(current().map(({ username }) => username))
    for (const [username, end] of sockets) if (!there.has(username)) end()
    for (const [attemptId, { holder, username }] of live)
      if (!there.has(username))
        holder
          .hangUp(attemptId)
          .catch((error) => log.warn({ err: error }, 'the call of an own phone was not ended'))
  }

  phones.listen(() => {
    awaitExpiry()
    endGone()
    phoneHost
      .applyPhones(current())
      .catch((error) => log.error({ err: error }, 'the own phones could not be given to Asterisk'))
  })

  const holderOf = (attemptId: string) => live.get(attemptId)?.holder ?? gateway

  const withPhones: Gateway = {
    ...gateway,
    get wantsDetails() {
      return gateway.wantsDetails ?? false
    },

    control: createTrunkControl({
      find: (attemptId) => ({ gateway: holderOf(attemptId), id: attemptId }),
      gateways: () => [gateway, ...(phoneHost.phoneGateway() ? [phoneHost.phoneGateway() as Gateway] : [])],
    }),

    async originate(request) {
      const { attemptId, ownPhone } = request
      if (ownPhone === undefined) return gateway.originate(request)
      if (live.has(attemptId)) return
      const holder = phoneHost.phoneGateway()
      if (!holder) throw new CallRefused('no own phone is registered here')
      if (!heard.has(holder)) holder.listen(hear)
      heard.add(holder)
      live.set(attemptId, { holder, username: ownPhone })
      try {
        await holder.originate({ ...request, phoneNumber: ownPhone })
      } catch (error) {
        if (!wasNotPlaced(error)) throw error
        live.delete(attemptId)
        // It is not the fault of what calls numbers.
        throw error instanceof GatewayFault ? new CallRefused(error.message, { cause: error }) : error
      }
    },

    hangUp: (attemptId) => holderOf(attemptId).hangUp(attemptId),

    async reconcile(attemptIds, trunkOf) {
      const own = attemptIds.filter((id) => live.has(id))
      const others = attemptIds.filter((id) => !live.has(id))
      const states = new Map(others.length === 0 ? [] : await gateway.reconcile(others, trunkOf))
      const holder = phoneHost.phoneGateway()
      // Calls of an Asterisk that was ended are gone with it.
      const asked = own.filter((id) => live.get(id)?.holder === holder)
      const said = holder && asked.length > 0 ? await holder.reconcile(asked) : new Map()
      for (const id of own) {
        const state = said.get(id) ?? { state: 'unknown' }
        states.set(id, state)
        if (state.state !== 'live') live.delete(id)
      }
      return states
    },

    async ownPhones() {
      const asterisk = phoneHost.asterisk()
      if (current().length === 0 || asterisk?.state().kind !== 'running') return new Set()
      if (!phoneHost.phoneGateway()?.health().isUp) return new Set()
      return registered()
    },

    listen(onEvent) {
      emit = onEvent
      gateway.listen(onEvent)
    },

    async close() {
      emit = () => undefined
      cancelExpiry()
      await gateway.close()
      await phoneHost.applyPhones([])
    },
  }

  async function registered(): Promise<ReadonlySet<string>> {
    const asterisk = phoneHost.asterisk()
    if (asterisk?.state().kind !== 'running') return new Set()
    const online = await asterisk.onlineEndpoints()
    return new Set(current().flatMap(({ username }) => (online.has(username) ? [username] : [])))
  }

  return {
    gateway: withPhones,
    phoneSwitch: {
      sip: options.sip,
      registered,

      async ready(username) {
        phones.refresh()
        for (let waitedMs = 0; waitedMs < READY_MS; waitedMs += LOOK_MS) {
          const asterisk = phoneHost.asterisk()
          const isKnown = current().some((phone) => phone.username === username)
          if (isKnown && asterisk?.hasAll() && phoneHost.phoneGateway()?.health().isUp) return
          const state = asterisk?.state()
          if (state?.kind === 'waiting') throw new Error(state.reason)
          await delay(LOOK_MS)
        }
        throw new Error('it is still starting: try again in a minute')
      },

      openSocket(username, password, end) {
        const asterisk = phoneHost.asterisk()
        const phone = current().find((each) => each.isBrowser && each.username === username)
        if (!asterisk || !phone?.password || !isSame(phone.password, password)) return undefined
        sockets.get(username)?.()
        sockets.set(username, end)
        return {
          url: new URL('/ws', asterisk.access.url).href,
          closed() {
            if (sockets.get(username) === end) sockets.delete(username)
          },
        }
      },
    },
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
