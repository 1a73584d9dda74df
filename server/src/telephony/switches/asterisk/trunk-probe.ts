// Tests trunks on an Asterisk: what a test needs to know of a trunk, and its call. The call uses the link of the switch, but it is not one of the
// dialer's: its id has another form than theirs, so the switch passes its events on, and does not take it for the call of another node.
import { randomBytes } from 'node:crypto'
import { lookup, resolveSrv } from 'node:dns/promises'
import { causeOf } from '../../sip-answer.ts'
import type {
  CallSign,
  PacketCounts,
  ProbeCall,
  ProbedState,
  TrunkProbe,
} from '../../trunks/test/trunk-probe.ts'
import type { Trunk } from '../../trunks/trunk.ts'
import { type AriClient, explainStatus } from './ari/ari-client.ts'
import type { AriEvent } from './ari/ari-events.ts'
import type { AsteriskSwitch } from './asterisk-switch.ts'
import { valueIn } from './calls/answer-place.ts'
import { type CallTrail, judgeEnd } from './calls/call-end.ts'
import { describeCaller } from './calls/call-placement.ts'
import { readMediaQuality } from './own/media-quality.ts'
import { type NatSettings, readSeenAddress } from './own/seen-address.ts'
import { dialString } from './own/sip-values.ts'

interface TrunkProbeOptions {
  ari: AriClient
  url: string
  on: Pick<AsteriskSwitch, 'watchChannel'>
  /** Of all trunks that Asterisk has. Rejects with a clause for the operator if it does not run. */
  states(): Promise<readonly ({ id: string } & ProbedState)[]>
  /** What the carrier is told about us; without it, nobody asks how it sees us. */
  nat?: NatSettings | undefined
  /** Names are looked up by the system, unless a test does it. */
  resolve?: (trunk: Trunk) => Promise<string[]>
}

/** The link may be lost for a moment, for example while Asterisk starts. */
const LINK_WITHIN_MS = 5000
/** A second of a tone every two seconds: needs no file, and is heard. */
const TONE = 'tone:440/1000,0/1000'
const MAX_TALK_SECONDS = 30
/** Has a key once the far end has answered anything. */
const KEYS = encodeURIComponent('HANGUPCAUSE_KEYS()')

export function createTrunkProbe({
  ari,
  url,
  on,
  states,
  nat,
  resolve = lookUp,
}: TrunkProbeOptions): TrunkProbe {
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
      const channelId = `trunk-test-${randomBytes(6).toString('hex')}`
      const trail: CallTrail = { hasRung: false, hasResponse: false, isAnswered: false, isHungUp: false }
      const app = await on.watchChannel(channelId, LINK_WITHIN_MS, (event) => {
        const sign = signOf(event, trail)
        if (sign) onSign(sign)
      })
      const { variables, ...caller } = describeCaller(callerId, hidesCallerId)
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
      if (status >= 300) throw new Error(explainStatus(status, body, url))
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

/** `trail`: what was heard before. */
function signOf(event: AriEvent, trail: CallTrail): CallSign | undefined {
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
