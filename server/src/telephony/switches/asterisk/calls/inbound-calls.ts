// Calls from outside: somebody calls a number of one of the trunks. Asterisk's dialplan sends such a call to our application before anybody
// has answered. The dialer takes or refuses it; once it is answered, it is under control like a call that we have placed.

import { newId } from '../../../../platform/kernel/ids.ts'
import type { Log } from '../../../../platform/kernel/log/log.ts'
import type { InboundCall, InboundRefusal } from '../../../gateway.ts'
import type { AriClient } from '../ari/ari-client.ts'
import { explainStatus } from '../ari/ari-client.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import type { AsteriskSwitchSettings } from '../asterisk-settings.ts'
import type { AsteriskLine } from '../line.ts'
import { valueIn } from './answer-place.ts'
import type { AsteriskControl } from './call-control.ts'
import { TALK_DETECTION } from './call-placement.ts'
import type { LiveCall, LiveCalls } from './live-calls.ts'

interface InboundCallsOptions {
  settings: AsteriskSwitchSettings
  ari: AriClient
  calls: LiveCalls
  control: AsteriskControl
  /** By what Asterisk calls it, such as `PJSIP/trunk`. */
  lineAt(endpoint: string): AsteriskLine | undefined
  log: Log
}

/** Q.850; Asterisk makes SIP 404, 486 and 503 of them. */
const REFUSALS: Record<InboundRefusal, number> = { no_such_number: 1, busy: 17, unavailable: 34 }

/** The global variable that names the application to which the dialplan sends the calls of a trunk. */
export const inboundVariable = (endpoint: string) => `INBOUND_${endpoint}`

export function createInboundCalls(options: InboundCallsOptions) {
  const { settings, ari, calls, control, lineAt, log } = options
  /** Not answered yet; with its call once the dialer has taken it. */
  const open = new Map<string, LiveCall | undefined>()
  let onCall: ((call: InboundCall) => void) | undefined

  async function command(method: string, path: string): Promise<void> {
    const { status, body } = await ari.send(method, path)
    if (status === 404) throw new Error('the caller has hung up')
    if (status >= 300) throw new Error(explainStatus(status, body, settings.url))
  }

  const setVariable = (id: string, name: string, value: string) =>
    command(
      'POST',
      `/channels/${id}/variable?variable=${encodeURIComponent(name)}&value=${encodeURIComponent(value)}`,
    )

  function refuse(id: string, why: InboundRefusal): void {
    ari.send('DELETE', `/channels/${id}?reason_code=${REFUSALS[why]}`).catch(() => undefined)
  }

  /** Carriers that call the account name the number in To. */
  async function readTo(id: string): Promise<string[]> {
    const asked = encodeURIComponent('CHANNEL(pjsip,local_uri)')
    const { body } = await ari.send('GET', `/channels/${id}/variable?variable=${asked}`)
    const [, user] = /sips?:([^@;>]+)@/.exec(valueIn(body) ?? '') ?? []
    return user === undefined ? [] : [user]
  }

  async function offer(event: Extract<AriEvent, { type: 'called in' }>): Promise<void> {
    const { id, callerNumber, dialed } = event
    const listener = onCall
    const line = lineAt(event.endpoint)
    if (!listener || !line) {
      refuse(id, 'no_such_number')
      return
    }
    open.set(id, undefined)
    const to = await readTo(id).catch(() => [])
    if (!open.has(id)) return
    const attemptId = newId()
    listener({
      id: attemptId,
      trunkId: line.id,
      callerNumber: callerNumber === '' ? undefined : callerNumber,
      dialed: [dialed, ...to],

      take() {
        if (!open.has(id)) return false
        open.set(id, calls.add({ id, attemptId, line, isBeingPlaced: false }))
        control.add(id)
        command('POST', `/channels/${id}/ring`).catch(() => undefined)
        return true
      },

      async answer() {
        // Enforced by Asterisk from now on, so it also works when this process is gone.
        await setVariable(id, 'TIMEOUT(absolute)', String(settings.maxCallSeconds))
        await setVariable(id, 'TALK_DETECT(set)', TALK_DETECTION)
        await command('POST', `/channels/${id}/answer`)
      },

      refuse: (why) => refuse(id, why),
    })
  }

  return {
    listen(listener: (call: InboundCall) => void): void {
      onCall = listener
    },

    /** Tells the dialplan where the calls of this trunk go. */
    async announce({ condition }: AsteriskLine, app: string): Promise<void> {
      const endpoint = condition.name?.split('/')[1] ?? ''
      const value = `variable=${inboundVariable(endpoint)}&value=${app}`
      const { status } = await ari.send('POST', `/asterisk/variable?${value}`)
      if (status >= 300)
        log.warn({ endpoint, status }, 'Asterisk does not learn where calls from outside go; it refuses them')
    },

    /** Returns whether the event concerns a call that is not answered yet, and is done with. */
    applyEvent(event: AriEvent): boolean {
      if (event.type === 'called in') {
        offer(event).catch((error) => log.warn({ err: error }, 'a call from outside could not be taken'))
        return true
      }
      if (!('id' in event) || !open.has(event.id)) return false
      const call = open.get(event.id)
      if (event.type !== 'up' && event.type !== 'destroyed') return true
      open.delete(event.id)
      if (!call) return true
      if (event.type === 'up') calls.answer(call, event.atMs)
      else {
        control.forget(call.id)
        calls.end(call, { cause: 'no_answer', talkMs: 0 })
      }
      return true
    },
  }
}
