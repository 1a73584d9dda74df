// Builds the request that places a call.

import { TALK_ENDS_AFTER_MS } from '../../../../conversations/flows/run/detect-answer.ts'
import type { CallRequest } from '../../../gateway.ts'
import { type AsteriskSwitchSettings, NUMBER_PLACE } from '../asterisk-settings.ts'
import { callVariables } from './call-variables.ts'

/** The application that gets the call on its answer: a node that takes over a ringing call has to know it. */
export const APP_VARIABLE = 'CARILLON_APP'
/** Talking is over after this many milliseconds of silence; anything above this level is talking. */
export const TALK_DETECTION = `${TALK_ENDS_AFTER_MS},256`

export interface Placement {
  settings: AsteriskSwitchSettings
  /** What is dialed, with NUMBER_PLACE in it. */
  endpoint: string
  channelId: string
  /** The ARI application that receives the events. */
  app: string
  request: CallRequest
  /** Without separators. */
  phoneNumber: string
  /** As the trunk wants it. */
  dialed: string
  callerId: string | undefined
  /** Only the carrier is told the caller ID. */
  hidesCallerId?: boolean
}

/** What a request for a channel says about the caller. Asterisk shows what `callerId` names, whatever else is said about it. */
export function describeCaller(callerId: string | undefined, isHidden = false) {
  if (callerId === undefined) return { variables: {} }
  if (!isHidden) return { callerId, variables: {} }
  const hidden = { 'CONNECTEDLINE(num,i)': callerId, 'CONNECTEDLINE(num-pres,i)': 'prohib' }
  return { variables: hidden }
}

export function describePlacement(placement: Placement): object {
  const { settings, endpoint, app, request, phoneNumber, dialed, channelId } = placement
  const { variables, ...caller } = describeCaller(placement.callerId, placement.hidesCallerId)
  const { onAnswer, ringTimeoutSeconds, maxCallSeconds } = settings
  return {
    channelId,
    endpoint: endpoint.replace(NUMBER_PLACE, dialed),
    timeout: ringTimeoutSeconds,
    ...caller,
    ...(onAnswer.kind !== 'dialplan' || request.flow
      ? { app }
      : { context: onAnswer.context, extension: onAnswer.extension, priority: onAnswer.priority }),
    variables: {
      ...variables,
      ...callVariables(request, phoneNumber),
      // Enforced by Asterisk from now on, so it also works when this process is gone.
      'TIMEOUT(absolute)': String(ringTimeoutSeconds + maxCallSeconds),
      ...(request.flow && { 'TALK_DETECT(set)': TALK_DETECTION, [APP_VARIABLE]: app }),
    },
  }
}
