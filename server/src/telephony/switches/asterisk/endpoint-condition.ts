// Whether the trunk works, as far as Asterisk knows. Asterisk knows best if it checks the trunk regularly
// (`qualify_frequency`): then it refuses calls to a dead trunk. Without such checks calls on a dead trunk just get no
// response. A callee's network may be silent too. Asterisk knows whether the trunk has at least confirmed that it received
// the call (its module func_hangupcause); otherwise responses to other calls at the same time tell the two apart.

import type { Clock } from '../../../platform/kernel/clock.ts'
import type { Log } from '../../../platform/kernel/log/log.ts'
import { type CallRefused, GatewayFault } from '../../refusals.ts'
import { createTrunkAnswers } from '../trunk-answers.ts'
import { type AriClient, explainStatus } from './ari/ari-client.ts'
import type { EndpointState } from './ari/ari-events.ts'
import { NUMBER_PLACE } from './asterisk-settings.ts'

export type EndpointCondition = ReturnType<typeof createEndpointCondition>

/** Only a call shows whether the trunk accepts calls again: one is tried at this interval. */
const HOLD_BACK_MS = 10_000

interface Endpoint {
  technology: string
  resource: string
}

interface FailedCall {
  placedMs: number
  phoneNumber: string
  /** No response was seen. */
  isSilent: boolean
  isUnheard: boolean | undefined
}

interface ConditionOptions {
  settings: { endpoint: string; url: string }
  ari: Pick<AriClient, 'send'>
  clock: Clock
  log: Log
  /** It is a trunk of the service. */
  isOwn?: boolean
}

export function createEndpointCondition({ settings, ari, clock, log, isOwn = false }: ConditionOptions) {
  const place = endpointIn(settings.endpoint)
  const name = place && `${place.technology}/${place.resource}`
  // People know a trunk of the service by another name, which is added to what is said here.
  const label = isOwn || !name ? 'the trunk' : `the trunk ${name}`
  const answers = createTrunkAnswers(clock)
  let fault: string | undefined
  let isQualified: boolean | undefined
  let checking: Promise<void> | undefined
  let lastDownMs = Number.NEGATIVE_INFINITY
  let lastHeardMs = Number.NEGATIVE_INFINITY
  let heldUntilMs = Number.NEGATIVE_INFINITY
  let holdReason: string | undefined
  let eventCount = 0

  function setFault(reason: string | undefined): void {
    // Down until now, or from now on.
    if (reason !== undefined || fault !== undefined) lastDownMs = clock.elapsedMs()
    if (reason === fault) return
    if (reason === undefined) log.info({ trunk: name }, 'the trunk is back')
    else log.warn({ reason }, 'the trunk is down; no calls are placed until it is back')
    fault = reason
  }

  function holdBack(reason: string): void {
    const nowMs = clock.elapsedMs()
    if (heldUntilMs < nowMs)
      log.warn({ reason }, 'the trunk refuses all calls; no calls are placed for a while')
    heldUntilMs = nowMs + HOLD_BACK_MS
    holdReason = reason
  }

  /** The trunk refused a call: only this one, or all. If all, none are placed for a while. */
  function refuse(phoneNumber: string, reason: string, sipStatus?: number): CallRefused | GatewayFault {
    const refusal = answers.judge(phoneNumber, reason, sipStatus)
    if (refusal instanceof GatewayFault) holdBack(reason)
    return refusal
  }

  const isDown = (state: string) => state === 'offline'
  const silence = `${name ? label : 'the far end'} is silent: a call got no response of any kind`
  const offline = `${label} is offline: Asterisk cannot reach it`

  async function lookAtEndpoint({ technology, resource }: Endpoint): Promise<void> {
    const path = `/endpoints/${encodeURIComponent(technology)}/${encodeURIComponent(resource)}`
    const before = eventCount
    const { status, body } = await ari.send('GET', path)
    // An event that arrived meanwhile is newer.
    if (eventCount !== before) return
    if (status === 200) setFault(isDown(stateIn(body)) ? offline : undefined)
    else if (status !== 404) setFault(explainStatus(status, body, settings.url))
    // Only for these technologies a trunk is certainly an endpoint.
    else if (technology === 'PJSIP')
      setFault(
        isOwn
          ? 'Asterisk has not loaded the trunk (404)'
          : `Asterisk has no endpoint ${name}: see pjsip.conf (404)`,
      )
    else setFault(await findMissingDriver(technology))
  }

  /** A loaded driver may have no endpoints, so its module must be missing as well. */
  async function findMissingDriver(technology: string): Promise<string | undefined> {
    const module = `chan_${technology.toLowerCase()}.so`
    const answers = await Promise.all([
      ari.send('GET', `/endpoints/${encodeURIComponent(technology)}`),
      ari.send('GET', `/asterisk/modules/${module}`),
    ])
    if (answers.some(({ status }) => status !== 404)) return undefined
    const since = technology === 'SIP' ? '; Asterisk 21 and later have only PJSIP' : ''
    return `Asterisk has no channel driver ${technology}, so ${settings.endpoint} cannot be dialed: ${module} is not loaded${since}`
  }

  async function readObject(type: string, id: string): Promise<Map<string, string>> {
    const { body } = await ari.send(
      'GET',
      `/asterisk/config/dynamic/res_pjsip/${type}/${encodeURIComponent(id)}`,
    )
    return attributesIn(body)
  }

  async function lookAtQualify({ technology, resource }: Endpoint): Promise<void> {
    if (technology !== 'PJSIP') return
    const names = (await readObject('endpoint', resource)).get('aors')?.split(',') ?? []
    const aors = await Promise.all(names.map((aor) => readObject('aor', aor.trim())))
    const frequencies = aors.map((aor) => aor.get('qualify_frequency')).filter((text) => text !== undefined)
    isQualified = frequencies.length === 0 ? undefined : frequencies.every((text) => Number(text) > 0)
  }

  async function check(): Promise<void> {
    if (!place) return
    await lookAtEndpoint(place)
    if (fault === undefined && isQualified === undefined) await lookAtQualify(place)
  }

  return {
    /** `PJSIP/trunk`; undefined if the dial string does not name one. */
    name,
    /** What is dialed, in words. */
    destination: isOwn ? label : settings.endpoint,

    /** Asks Asterisk. */
    check,

    applyEvent({ technology, resource, state }: EndpointState): void {
      if (technology !== place?.technology || resource !== place.resource) return
      if (state !== 'online' && !isDown(state)) return
      eventCount += 1
      setFault(isDown(state) ? offline : undefined)
    },

    /** The far end responded to one of our calls. */
    noteResponse(): void {
      lastHeardMs = clock.elapsedMs()
    },

    /** One of our calls has reached a phone, or a network that knows why there is none. */
    noteThrough(): void {
      answers.noteThrough()
      heldUntilMs = Number.NEGATIVE_INFINITY
    },

    /** Why no call can go out now. */
    fault: () => fault ?? (clock.elapsedMs() < heldUntilMs ? holdReason : undefined),
    refuse,

    /** Asterisk has just failed to use the trunk. */
    async noteRefusal(): Promise<void> {
      lastDownMs = clock.elapsedMs()
      // One request at a time is enough.
      checking ??= check().finally(() => {
        checking = undefined
      })
      await checking.catch(() => undefined)
    },

    /** The trunk is probably the reason that this call failed; otherwise undefined. */
    blame({ placedMs, phoneNumber, isSilent, isUnheard }: FailedCall): Error | undefined {
      if (fault !== undefined || lastDownMs >= placedMs)
        return new GatewayFault(fault ?? `${label} was offline`)
      if (!isSilent || isUnheard === false) return undefined
      if (isUnheard === undefined && (isQualified || lastHeardMs >= placedMs)) return undefined
      return refuse(phoneNumber, silence)
    },

    /** Whether Asterisk checks the trunk regularly; undefined if that is unknown. */
    isQualified: () => isQualified,
  }
}

/** `PJSIP/{number}@trunk`, `PJSIP/trunk/sip:{number}@host`, `SIP/trunk/{number}`; a Local channel has none. */
export function endpointIn(endpoint: string): Endpoint | undefined {
  const [technology = '', ...rest] = endpoint.split('/')
  if (!['PJSIP', 'SIP', 'IAX2'].includes(technology)) return undefined
  const [first = '', second] = rest
  const resource = second === undefined ? first.split('@')[1] : first
  return resource === undefined || resource === '' || resource.includes(NUMBER_PLACE)
    ? undefined
    : { technology, resource }
}

function stateIn(body: unknown): string {
  return typeof body === 'object' && body !== null && 'state' in body ? String(body.state) : ''
}

function attributesIn(body: unknown): Map<string, string> {
  if (!Array.isArray(body)) return new Map()
  return new Map(
    body.flatMap((pair: unknown) =>
      typeof pair === 'object' && pair !== null && 'attribute' in pair && 'value' in pair
        ? [[String(pair.attribute), String(pair.value)] as const]
        : [],
    ),
  )
}
