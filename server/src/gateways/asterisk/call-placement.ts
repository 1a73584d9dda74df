// What Asterisk is asked for when a call is placed.
import type { CallRequest } from '../../dialer/gateway.ts'
import { type AsteriskSettings, NUMBER_PLACE } from './asterisk-settings.ts'
import { callVariables } from './call-variables.ts'

export interface Placement {
  settings: AsteriskSettings
  /** The name under which we hear of events. */
  app: string
  request: CallRequest
  /** Fit for a dial string. */
  phoneNumber: string
  callerId: string | undefined
}

export function describePlacement({ settings, app, request, phoneNumber, callerId }: Placement): object {
  const { endpoint, onAnswer, ringTimeoutSeconds, maxCallSeconds } = settings
  return {
    channelId: request.attemptId,
    endpoint: endpoint.replace(NUMBER_PLACE, phoneNumber),
    timeout: ringTimeoutSeconds,
    ...(callerId !== undefined && { callerId }),
    ...(onAnswer.kind === 'sound'
      ? { app }
      : { context: onAnswer.context, extension: onAnswer.extension, priority: onAnswer.priority }),
    variables: {
      ...callVariables(request, phoneNumber),
      // Counted from now on, by Asterisk itself: it holds when nobody is here any more.
      'TIMEOUT(absolute)': String(ringTimeoutSeconds + maxCallSeconds),
    },
  }
}
