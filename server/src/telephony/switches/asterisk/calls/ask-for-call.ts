// Asks Asterisk for a call, and reads from the answer whether there is one. A call whose answer leaves that open is compared with Asterisk's channels.
import type { CallRequest } from '../../../gateway.ts'
import { CallRefused, GatewayFault, NotAsked } from '../../../refusals.ts'
import { callerIdOf } from '../../call-settings.ts'
import { type AriClient, AriFailed, explainStatus, messageOf } from '../ari/ari-client.ts'
import type { LinkSession } from '../ari/asterisk-link.ts'
import type { AsteriskSwitchSettings } from '../asterisk-settings.ts'
import { valueIn } from './answer-place.ts'
import type { AsteriskControl } from './call-control.ts'
import { describePlacement } from './call-placement.ts'
import type { CallComparison } from './compare-calls.ts'
import type { LiveCall, LiveCalls } from './live-calls.ts'

interface CallAskerOptions {
  settings: AsteriskSwitchSettings
  timing: { placeWithinMs: number; askBeforeTimeoutMs: number; slowPauseMs: number }
  ari: AriClient
  calls: LiveCalls
  control: Pick<AsteriskControl, 'add' | 'forget'>
  comparison: Pick<CallComparison, 'compare'>
  hangUp(id: string): void
  app(): string
  /** Undefined: the link is not up. */
  session(): LinkSession | undefined
}

/** Asterisk gives up a SIP request without a response after 32 seconds. */
const SIP_TIMEOUT_MS = 32_000

export function createCallAsker(options: CallAskerOptions) {
  const { settings, timing, ari, calls, control, app, session } = options

  /** Shortly before a call without any response is given up, Asterisk is asked whether the trunk has confirmed it. */
  function watchSilence(call: LiveCall): void {
    const isSilent = () => calls.get(call.id) === call && call.stage.is === 'asked'
    const askedAfterMs =
      Math.min(settings.ringTimeoutSeconds * 1000, SIP_TIMEOUT_MS) - timing.askBeforeTimeoutMs
    const timer = setTimeout(() => {
      if (!isSilent()) return
      const path = `/channels/${call.id}/variable?variable=${encodeURIComponent('HANGUPCAUSE_KEYS()')}`
      ari.send('GET', path).then(
        ({ status, body }) => {
          // Without func_hangupcause this is an error.
          if (status === 200 && isSilent()) call.isUnheard = valueIn(body) === ''
        },
        () => undefined,
      )
    }, askedAfterMs)
    timer.unref()
  }

  /** Rejects if there is no call, or if that is not known: see `refusalOf`. */
  async function ask(call: LiveCall, request: CallRequest, phoneNumber: string): Promise<void> {
    const { line } = call
    const { condition } = line
    const body = describePlacement({
      ...{ settings, app: app(), request, phoneNumber, channelId: call.id, endpoint: line.endpoint },
      dialed: line.numberFor(phoneNumber),
      callerId: callerIdOf(request, line.nextCallerId),
      hidesCallerId: line.hidesCallerId(),
    })
    const answer = await ari.send('POST', '/channels', { body, maxWaitMs: timing.placeWithinMs })
    if (answer.status === 200) {
      watchSilence(call)
      return
    }
    // The id exists: the call was already placed.
    if (answer.status === 409) call.start.succeed()
    else if (answer.status === 500) {
      await condition.noteRefusal()
      const reason = condition.fault()
      if (reason !== undefined) throw new GatewayFault(reason)
      // The trunk works as far as Asterisk knows, so the refusal concerns only this number.
      throw new CallRefused(`Asterisk cannot dial ${condition.destination}${messageOf(answer.body)} (500)`)
    } else {
      const reason = explainStatus(answer.status, answer.body, settings.url)
      throw answer.status === 400 ? new CallRefused(reason) : new GatewayFault(reason)
    }
  }
  /** Resolves when Asterisk has the call. Rejects like `originate`. */
  return async function place(call: LiveCall, request: CallRequest, phoneNumber: string): Promise<void> {
    const startedIn = session()
    if (request.flow) control.add(call.id)
    try {
      await ask(call, request, phoneNumber)
    } catch (error) {
      const refusal = refusalOf(error, timing.slowPauseMs)
      if (refusal) {
        control.forget(call.id)
        calls.refuse(call, refusal)
        throw refusal
      }
      // An event may have shown that the call exists.
      if (call.stage.is === 'asked') throw error
    } finally {
      call.isBeingPlaced = false
    }
    if (call.isHungUp) options.hangUp(call.id)
    if (!startedIn?.isCurrent()) {
      // The call was placed while no socket was open.
      call.hasGap = true
      if (session()) await options.comparison.compare([call])
    }
    await call.start.promise
  }
}

/** Undefined if the call may have been placed. */
function refusalOf(error: unknown, slowPauseMs: number): Error | undefined {
  if (error instanceof GatewayFault || error instanceof CallRefused) return error
  if (!(error instanceof AriFailed) || !error.wasNotSent) return undefined
  return error.wasTooLate
    ? new NotAsked(error.message, slowPauseMs, { cause: error })
    : new GatewayFault(error.message, { cause: error })
}
