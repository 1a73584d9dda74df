// Own phones: their calls, and what they need to register. They are on the switch of this node, which runs for them without any trunk. A fault of theirs
// says nothing about what calls numbers.
import { timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import { setRealTimer } from '../../platform/kernel/wake-signal.ts'
import type { AttemptState, CallRequest } from '../gateway.ts'
import type { OwnPhone, PhoneSwitch } from '../own-phones/own-phone.ts'
import { CallRefused, GatewayFault } from '../refusals.ts'
import { OWN_PHONES, type Switch } from '../switch.ts'
import type { OwnAsteriskHost } from '../switches/asterisk/own/own-asterisk-host.ts'
import { wasNotPlaced } from './fail-over.ts'
import type { TrunkWatch } from './trunk-watch.ts'

interface OwnPhoneOptions {
  phones: TrunkWatch<OwnPhone>
  host: Pick<OwnAsteriskHost, 'applyPhones' | 'asterisk' | 'phones'>
  sip: PhoneSwitch['sip']
  clock: Clock
  log: Log
}

/** Below the time after which proxies give up a request. */
const READY_MS = 50_000
const LOOK_MS = 50
const MAX_TIMER_MS = 2 ** 31 - 1

export type OwnPhoneCalls = ReturnType<typeof createOwnPhoneCalls>

export function createOwnPhoneCalls({ phones, host, sip, clock, log }: OwnPhoneOptions) {
  /** Which switch has the live calls of own phones, and of which phone. */
  const live = new Map<string, { holder: Switch; username: string }>()
  /** What ends the WebSockets of phones in browsers, by username. */
  const sockets = new Map<string, () => void>()
  let cancelExpiry = () => {}

  const current = () => phones.enabled() ?? []

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
    host
      .applyPhones(current())
      .catch((error) => log.error({ err: error }, 'the own phones could not be given to Asterisk'))
  })

  async function registered(): Promise<ReadonlySet<string>> {
    const asterisk = host.asterisk()
    if (asterisk?.state().kind !== 'running') return new Set()
    const online = await asterisk.onlineEndpoints()
    return new Set(current().flatMap(({ username }) => (online.has(username) ? [username] : [])))
  }

  const phoneSwitch: PhoneSwitch = {
    sip,
    registered,

    async ready(username) {
      phones.refresh()
      for (let waitedMs = 0; waitedMs < READY_MS; waitedMs += LOOK_MS) {
        const asterisk = host.asterisk()
        const isKnown = current().some((phone) => phone.username === username)
        if (isKnown && asterisk?.hasAll() && isUp(host.phones())) return
        const state = asterisk?.state()
        if (state?.kind === 'waiting') throw new Error(state.reason)
        await delay(LOOK_MS)
      }
      throw new Error('it is still starting: try again in a minute')
    },

    openSocket(username, password, end) {
      const asterisk = host.asterisk()
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
  }

  return {
    phoneSwitch,
    has: (attemptId: string) => live.has(attemptId),
    switchOf: (attemptId: string) => live.get(attemptId)?.holder,
    /** The call has ended. */
    forget: (attemptId: string) => void live.delete(attemptId),

    async originate(request: CallRequest, username: string): Promise<void> {
      const { attemptId } = request
      if (live.has(attemptId)) return
      const holder = host.phones()
      if (!holder) throw new CallRefused('no own phone is registered here')
      live.set(attemptId, { holder, username })
      try {
        await holder.originate({ ...request, phoneNumber: username })
      } catch (error) {
        if (!wasNotPlaced(error)) throw error
        live.delete(attemptId)
        // It is not the fault of what calls numbers.
        throw error instanceof GatewayFault ? new CallRefused(error.message, { cause: error }) : error
      }
    },

    async reconcile(attemptIds: readonly string[]): Promise<ReadonlyMap<string, AttemptState>> {
      const holder = host.phones()
      // Calls of an Asterisk that was ended are gone with it.
      const asked = attemptIds.filter((id) => live.get(id)?.holder === holder)
      const said = holder && asked.length > 0 ? await holder.reconcile(asked) : new Map()
      const states = new Map<string, AttemptState>()
      for (const id of attemptIds) {
        const state: AttemptState = said.get(id) ?? { state: 'unknown' }
        states.set(id, state)
        if (state.state !== 'live') live.delete(id)
      }
      return states
    },

    /** The usernames of those that can be called now. */
    async callable(): Promise<ReadonlySet<string>> {
      if (current().length === 0 || !isUp(host.phones())) return new Set()
      return registered()
    },

    async close(): Promise<void> {
      cancelExpiry()
      await host.applyPhones([])
    },
  }
}

const isUp = (phones: Switch | undefined): boolean => phones?.health(OWN_PHONES).isUp ?? false

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
