// Tests trunks on an Asterisk: what a test needs to know of a trunk, and its call. The call is not one of the dialer's, so its id has another form than
// theirs, and the gateways do not take it for the call of another node.
import { randomBytes } from 'node:crypto'
import { lookup, resolveSrv } from 'node:dns/promises'
import type { Clock } from '../../../platform/kernel/clock.ts'
import { causeOf } from '../../sip-answer.ts'
import type {
  CallSign,
  PacketCounts,
  ProbeCall,
  ProbedState,
  TrunkProbe,
} from '../../trunks/test/trunk-probe.ts'
import type { Trunk } from '../../trunks/trunk.ts'
import { type AriAccess, type AriClient, createAriClient, explainStatus } from './ari/ari-client.ts'
import { type AriEvent, readEvent } from './ari/ari-events.ts'
import { openEventSocket } from './ari/event-socket.ts'
import { valueIn } from './calls/answer-place.ts'
import { type CallTrail, judgeEnd } from './calls/call-end.ts'
import { describeCaller } from './calls/call-placement.ts'
import { readMediaQuality } from './own/media-quality.ts'
import { type NatSettings, readSeenAddress } from './own/seen-address.ts'
import { dialString } from './own/sip-values.ts'

interface TrunkProbeOptions {
  access: AriAccess
  /** Of all trunks that Asterisk has. Rejects with a clause for the operator if it does not run. */
  states(): Promise<readonly ({ id: string } & ProbedState)[]>
  /** What the carrier is told about us; without it, nobody asks how it sees us. */
  nat?: NatSettings | undefined
  clock: Clock
  /** Names are looked up by the system, unless a test does it. */
  resolve?: (trunk: Trunk) => Promise<string[]>
}

const REQUEST_MS = 5000
const NEVER_MS = 1_000_000
/** A second of a tone every two seconds: needs no file, and is heard. */
const TONE = 'tone:440/1000,0/1000'
const MAX_TALK_SECONDS = 30
/** Has a key once the far end has answered anything. */
const KEYS = encodeURIComponent('HANGUPCAUSE_KEYS()')

export function createTrunkProbe({
  access,
  states,
  nat,
  clock,
  resolve = lookUp,
}: TrunkProbeOptions): TrunkProbe {
  const ari = createAriClient({ settings: access, clock, timeoutMs: REQUEST_MS })
  let reading: ReturnType<typeof states> | undefined
  return {
    resolve,

    async state(trunkId) {
      // Of many trunks at once, Asterisk is asked once.
      reading ??= states().finally(() => {
        reading = undefined
      })
      return (await reading).find(({ id }) => id === trunkId)
    },

    seenAs: async (trunk) => nat && readSeenAddress(trunk, nat),
    details: async () => new Map([...(await readMediaQuality(ari))].map(([id, media]) => [id, { media }])),

    async call({ trunkId, number, callerId, hidesCallerId, ringTimeoutSeconds }, onSign) {
      const suffix = randomBytes(6).toString('hex')
      const app = `carillon-trunk-test-${suffix}`
      const channelId = `trunk-test-${suffix}`
      const trail: CallTrail = { hasRung: false, hasResponse: false, isAnswered: false, isHungUp: false }
      const events = await openEvents(access, app, (event) => {
        const sign = signOf(event, channelId, trail)
        if (sign?.type === 'ended') events.close()
        if (sign) onSign(sign)
      })
      const { variables, ...caller } = describeCaller(callerId, hidesCallerId)
      try {
        const { status, body } = await ari.send('POST', '/channels', {
          body: {
            channelId,
            app,
            endpoint: `PJSIP/${dialString(number)}@trunk-${trunkId}`,
            timeout: ringTimeoutSeconds,
            ...caller,
            // Enforced by Asterisk, so that the call also ends if this process is gone.
            variables: { ...variables, 'TIMEOUT(absolute)': String(ringTimeoutSeconds + MAX_TALK_SECONDS) },
          },
        })
        if (status >= 300) throw new Error(explainStatus(status, body, access.url))
      } catch (error) {
        events.close()
        throw error
      }
      return controlOf(ari, channelId)
    },
  }
}

/** After the end Asterisk answers 404, which changes nothing. */
function controlOf(ari: AriClient, channelId: string): ProbeCall {
  const path = `/channels/${channelId}`
  return {
    async wasConfirmed() {
      const { status, body } = await ari.send('GET', `${path}/variable?variable=${KEYS}`)
      // Without func_hangupcause this is an error.
      return status === 200 ? valueIn(body) !== '' : undefined
    },
    async playTone() {
      await ari.send('POST', `${path}/play/${channelId}-tone?media=${encodeURIComponent(TONE)}`)
    },
    async packets() {
      const { status, body } = await ari.send('GET', `${path}/rtp_statistics`)
      return status === 200 ? countsIn(body) : undefined
    },
    async hangUp() {
      await ari.send('DELETE', path)
    },
  }
}

/** Resolves when the socket is open. One that is lost during the test is opened again; the test notices by its time limits. */
function openEvents(
  settings: AriAccess,
  app: string,
  onEvent: (event: AriEvent) => void,
): Promise<{ close(): void }> {
  return new Promise((resolve, reject) => {
    const socket = openEventSocket({
      settings,
      nameApps: () => [app],
      onOpen: () => resolve(socket),
      onMessage(text) {
        const event = readEvent(text)
        if (event) onEvent(event)
      },
      onDown(reason) {
        socket.close()
        reject(new Error(reason))
      },
      onFault: reject,
      timing: {
        openWithinMs: REQUEST_MS,
        reopenAfterMs: NEVER_MS,
        maxReopenAfterMs: NEVER_MS,
        pingEveryMs: REQUEST_MS,
      },
    })
  })
}

/** `trail`: what was heard before. */
function signOf(event: AriEvent, channelId: string, trail: CallTrail): CallSign | undefined {
  if (!('id' in event) || event.id !== channelId) return undefined
  if (event.type === 'ringing') trail.hasRung = true
  if (event.type === 'up' || event.type === 'waiting') trail.isAnswered = true
  if (event.type === 'responded') trail.hasResponse = true
  if (event.type === 'ringing') return { type: 'ringing' }
  if (event.type === 'up' || event.type === 'waiting') return { type: 'answered' }
  // The end, with the answer, follows a final response.
  if (event.type === 'responded') return event.isFinal ? undefined : { type: 'responded' }
  if (event.type !== 'destroyed') return undefined
  const { sipStatus, cause } = event
  const verdict = judgeEnd(trail, { cause, sipStatus, talkMs: 0 })
  return {
    type: 'ended',
    sipStatus,
    cause: verdict.kind === 'ended' ? verdict.end.cause : causeOf(verdict.sipStatus),
  }
}

function countsIn(body: unknown): PacketCounts | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { rxcount, txcount } = body as { rxcount?: unknown; txcount?: unknown }
  return typeof rxcount === 'number' && typeof txcount === 'number'
    ? { received: rxcount, sent: txcount }
    : undefined
}

/** Some names have no address of their own, only servers for SIP. */
async function lookUp({ host, transport }: Trunk): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => [])
  if (found.length > 0) return found.map(({ address }) => address)
  const service = transport === 'tls' ? '_sips._tcp' : `_sip._${transport}`
  const servers = await resolveSrv(`${service}.${host}`).catch(() => [])
  return servers.map(({ name, port }) => `${name}:${port}`)
}
