// Asks Asterisk for a call, and reads from the answer whether there is one.
import type { CallRequest } from '../../../gateway.ts'
import { CallRefused, GatewayFault, NotAsked } from '../../../refusals.ts'
import { callerIdOf } from '../../call-settings.ts'
import { AriFailed, type createAriClient, explainStatus, messageOf } from '../ari/ari-client.ts'
import type { AsteriskSwitchSettings } from '../asterisk-settings.ts'
import { valueIn } from './answer-place.ts'
import { describePlacement } from './call-placement.ts'
import type { LiveCall, LiveCalls } from './live-calls.ts'

interface CallAskerOptions {
  settings: AsteriskSwitchSettings
  timing: { placeWithinMs: number; askBeforeTimeoutMs: number }
  ari: ReturnType<typeof createAriClient>
  calls: LiveCalls
  app(): string
}

/** Asterisk gives up a SIP request without a response after 32 seconds. */
const SIP_TIMEOUT_MS = 32_000

export function createCallAsker({ settings, timing, ari, calls, app }: CallAskerOptions) {
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
  return async function ask(call: LiveCall, request: CallRequest, phoneNumber: string): Promise<void> {
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
}

/** Undefined if the call may have been placed. */
export function refusalOf(error: unknown, slowPauseMs: number): Error | undefined {
  if (error instanceof GatewayFault || error instanceof CallRefused) return error
  if (!(error instanceof AriFailed) || !error.wasNotSent) return undefined
  return error.wasTooLate
    ? new NotAsked(error.message, slowPauseMs, { cause: error })
    : new GatewayFault(error.message, { cause: error })
}
