// Transfers of answered calls. For a number or a SIP address we call the other party and bridge the two. Asterisk does not
// hang up one with the other, so that is done here. A queue or a place in the dialplan gets the call itself, which then
// goes on without us.
import type { Transfer } from '../../../../conversations/answered-call.ts'
import { dialedNumber } from '../../../../platform/kernel/phone/phone-number.ts'
import type { SetTimer } from '../../../../platform/kernel/wake-signal.ts'
import type { TransferResult } from '../../../../platform/words/calls.ts'
import { messageOf } from '../ari/ari-client.ts'
import type { AriEvent, Channel } from '../ari/ari-events.ts'
import { type ControlLine, channelIdOf } from '../ari/control-line.ts'
import { type AsteriskSwitchSettings, NUMBER_PLACE } from '../asterisk-settings.ts'
import { endpointIn } from '../endpoint-condition.ts'
import type { LineSettings } from '../line.ts'
import { judgeEnd } from './call-end.ts'
import type { CallMediaControl } from './call-media.ts'

interface Leg {
  /** Of the channel and of the bridge. */
  id: string
  callId: string
  hasRung: boolean
  hasResponse: boolean
  isAnswered: boolean
  isHungUp: boolean
  /** What the other party hears before the two are connected. */
  whisper?: Transfer['whisper']
  /** While the other party is asked whether to take the call. */
  cancelAsking?: (() => void) | undefined
}

interface TransferOptions {
  line: ControlLine
  media: Pick<CallMediaControl, 'isOpen' | 'leave'>
  setTimer: SetTimer
  hangUp(callId: string): void
  /** Of the call. */
  lineOf(callId: string): TransferLine | undefined
}

type TransferLine = Pick<LineSettings, 'endpoint' | 'numberFor' | 'nextCallerId'>

interface Place {
  context: string
  extension: string
  priority: number
}

export function createCallTransfers(options: TransferOptions) {
  const { line, media, setTimer, hangUp, lineOf } = options
  const { settings, ari, app, command, remove, report, log } = line
  const legs = new Map<string, Leg>()
  const legOf = (callId: string) => [...legs.values()].find((leg) => leg.callId === callId)

  function tell(callId: string, result: TransferResult): void {
    report({ type: 'transferred', attemptId: callId, result })
  }

  function fail(callId: string, reason: string): void {
    log.warn({ call: callId, reason }, 'a call could not be transferred; it goes on')
    tell(callId, 'failed')
  }

  async function ring(
    callId: string,
    endpoint: string,
    callerId: string | undefined,
    { timeoutSeconds, whisper }: Omit<Transfer, 'to'>,
  ): Promise<void> {
    const id = channelIdOf(callId, 'leg')
    const trail = { hasRung: false, hasResponse: false, isAnswered: false, isHungUp: false }
    legs.set(id, { id, callId, ...trail, ...(whisper && { whisper }) })
    // The callee hears a ringing tone; without tones in indications.conf there is silence. With an agent the callee talks.
    if (!media.isOpen(callId)) command('POST', `/channels/${callId}/ring`).catch(() => undefined)
    const answer = await ari.send('POST', '/channels', {
      body: {
        channelId: id,
        endpoint,
        app: app(),
        timeout: timeoutSeconds,
        originator: callId,
        ...(callerId !== undefined && { callerId }),
        variables: { 'TIMEOUT(absolute)': String(timeoutSeconds + settings.maxCallSeconds) },
      },
    })
    if (answer.status === 200) return
    legs.delete(id)
    stopTone(callId)
    fail(callId, `Asterisk cannot dial ${endpoint}${messageOf(answer.body)} (${answer.status})`)
  }

  function stopTone(callId: string): void {
    command('DELETE', `/channels/${callId}/ring`).catch(() => undefined)
  }

  const whisperOf = ({ id }: Leg) => `${id}.whisper`

  /** The other party has answered, and hears who is coming. */
  async function ask(leg: Leg, { sounds, withinMs }: NonNullable<Transfer['whisper']>): Promise<void> {
    const lastsMs = sounds.reduce((sum, { durationMs }) => sum + durationMs, 0)
    const decline = () => {
      drop(leg)
      tell(leg.callId, 'declined')
    }
    leg.cancelAsking = setTimer(decline, lastsMs + withinMs)
    const body = { media: sounds.map(({ url }) => `sound:${url}`) }
    await command('POST', `/channels/${leg.id}/play/${whisperOf(leg)}`, body)
  }

  async function accept(leg: Leg): Promise<void> {
    stopAsking(leg)
    await command('DELETE', `/playbacks/${whisperOf(leg)}`).catch(() => undefined)
    await connect(leg)
  }

  function stopAsking(leg: Leg): void {
    leg.cancelAsking?.()
    leg.cancelAsking = undefined
  }

  /** The other party has the call. */
  async function connect(leg: Leg): Promise<void> {
    const { id, callId } = leg
    if (leg.isAnswered) return
    leg.isAnswered = true
    await media.leave(callId)
    stopTone(callId)
    await command('POST', '/bridges', { bridgeId: id, type: 'mixing' })
    const isConnected = await command('POST', `/bridges/${id}/addChannel`, { channel: [callId, id] })
    if (isConnected) tell(callId, 'answered')
    else drop(leg)
  }

  function drop(leg: Leg): void {
    stopAsking(leg)
    legs.delete(leg.id)
    leg.isHungUp = true
    remove('channels', leg.id)
    remove('bridges', leg.id)
  }

  async function handOver(callId: string, { context, extension, priority }: Place): Promise<void> {
    const name = `${context},${extension},${priority}`
    const asked = encodeURIComponent(`DIALPLAN_EXISTS(${name})`)
    const { body } = await ari.send('GET', `/channels/${callId}/variable?variable=${asked}`)
    // Without func_dialplan the answer is another one: Asterisk cannot tell, so we try.
    if (typeof body === 'object' && body !== null && 'value' in body && body.value === '0') {
      fail(callId, `the dialplan has no place ${name}`)
      return
    }
    await media.leave(callId)
    const isGone = await command('POST', `/channels/${callId}/continue`, { context, extension, priority })
    if (isGone) tell(callId, 'handed_over')
  }

  return {
    async transfer(callId: string, { to, ...rest }: Transfer): Promise<void> {
      const place = placeOf(to, settings)
      const on = lineOf(callId)
      const endpoint = place === undefined && on ? endpointOf(to, on) : undefined
      if (place) await handOver(callId, place)
      else if (on && endpoint !== undefined) await ring(callId, endpoint, on.nextCallerId(), rest)
      else if (on) fail(callId, `${to} cannot be dialed with ASTERISK_ENDPOINT=${on.endpoint}`)
    },

    applyEvent(event: AriEvent): void {
      const leg = 'id' in event ? legs.get(event.id) : undefined
      if (!leg) return
      if (event.type === 'ringing') leg.hasRung = true
      if (event.type === 'ringing' || event.type === 'responded' || event.type === 'up')
        leg.hasResponse = true
      const failed = (error: Error) => {
        drop(leg)
        fail(leg.callId, error.message)
      }
      if (event.type === 'waiting' && !leg.cancelAsking)
        (leg.whisper ? ask(leg, leg.whisper) : connect(leg)).catch(failed)
      if (event.type === 'key' && leg.cancelAsking && event.key === leg.whisper?.acceptKey)
        accept(leg).catch(failed)
      if (event.type !== 'destroyed') return
      const wasAsked = leg.cancelAsking !== undefined
      stopAsking(leg)
      legs.delete(leg.id)
      remove('bridges', leg.id)
      if (leg.isAnswered) hangUp(leg.callId)
      else {
        stopTone(leg.callId)
        tell(leg.callId, wasAsked ? 'declined' : resultOf(leg, event))
      }
    },

    /** Events of the call may have been missed. `channels`: all that Asterisk has. */
    async catchUp(callId: string, channels: ReadonlyMap<string, Channel>): Promise<void> {
      const leg = legOf(callId)
      if (!leg) return
      const state = channels.get(leg.id)?.state
      if (state === 'Up' && !leg.whisper) await connect(leg)
      if (state !== undefined) return
      legs.delete(leg.id)
      remove('bridges', leg.id)
      if (leg.isAnswered) hangUp(callId)
      else tell(callId, 'no_answer')
    },

    /** A leg that another node has added. */
    adopt(callId: string, id: string): void {
      const trail = { hasRung: true, hasResponse: true, isAnswered: true, isHungUp: false }
      legs.set(id, { id, callId, ...trail })
      tell(callId, 'answered')
    },

    /** The call is over. */
    forget(callId: string): void {
      const leg = legOf(callId)
      if (leg) drop(leg)
    },
  }
}

function resultOf(leg: Leg, { cause, sipStatus }: Extract<AriEvent, { type: 'destroyed' }>): TransferResult {
  const verdict = judgeEnd(leg, { cause, sipStatus, talkMs: 0 })
  if (verdict.kind === 'refused') return 'failed'
  const { cause: end } = verdict.end
  return end === 'busy' || end === 'no_answer' ? end : end === 'rejected' ? 'busy' : 'failed'
}

/** The text may come from a contact's fields, so nothing but plain names is accepted. */
function placeOf(to: string, { queueContext }: AsteriskSwitchSettings): Place | undefined {
  const [, queue] = /^queue:([\w.*#+-]+)$/.exec(to) ?? []
  if (queue !== undefined) return { context: queueContext, extension: queue, priority: 1 }
  const [, context, extension, priority = '1'] =
    /^dialplan:([\w.-]+),([\w.*#+-]+)(?:,([1-9]\d{0,4}))?$/.exec(to) ?? []
  if (context === undefined || extension === undefined) return undefined
  return { context, extension, priority: Number(priority) }
}

/** What Asterisk dials for `tel:` and `sip:`. A SIP address is called with the settings of the trunk. */
function endpointOf(to: string, { endpoint, numberFor }: TransferLine): string | undefined {
  if (to.startsWith('tel:')) {
    const number = dialedNumber(to.slice('tel:'.length))
    return number && endpoint.replace(NUMBER_PLACE, numberFor(number))
  }
  const [, address] = /^sips?:([\w.+*#~!'$-]+@[\w.:[\]-]+)$/.exec(to) ?? []
  const trunk = endpointIn(endpoint)
  if (address === undefined) return undefined
  if (trunk?.technology === 'PJSIP') return `PJSIP/${trunk.resource}/${to}`
  return trunk?.technology === 'SIP' ? `SIP/${address}` : undefined
}
