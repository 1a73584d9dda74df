// Builds the command that places a call. Text from untrusted files is percent-encoded, so that it cannot end a variable,
// name another destination or be expanded: it contains only letters, digits, `-`, `_`, `.` and `%`.
import type { CallRequest } from '../../gateway.ts'
import { NUMBER_PLACE } from '../call-settings.ts'
import { callVariables, type VariableRules } from '../call-variables.ts'
import { FLOW_VARIABLE } from './channel-events.ts'
import type { FreeswitchSettings } from './freeswitch-settings.ts'

export interface Placement {
  settings: FreeswitchSettings
  request: CallRequest
  phoneNumber: string
  callerId: string | undefined
}

export function originateCommand({ settings, request, phoneNumber, callerId }: Placement): string {
  const variables: Record<string, string> = {
    origination_uuid: encode(request.attemptId),
    originate_timeout: String(settings.ringTimeoutSeconds),
    // Only a real answer counts as answered, not an announcement (early media).
    ignore_early_media: 'true',
    ...(callerId !== undefined && {
      origination_caller_id_number: callerId,
      origination_caller_id_name: callerId,
    }),
    ...(request.flow && FLOW_VARIABLES),
    ...callVariables(request, phoneNumber, VARIABLE_RULES),
  }
  const list = Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')
  const onAnswer = request.flow ? '&park' : settings.onAnswer
  return `originate {${list}}${settings.dial.replace(NUMBER_PLACE, phoneNumber)} ${onAnswer}`
}

/** For a call that waits for our commands. */
const FLOW_VARIABLES: Readonly<Record<string, string>> = {
  [FLOW_VARIABLE]: 'true',
  // Keys are reported and stop nothing by themselves.
  playback_terminators: 'none',
  // After a transfer that failed the call goes on; after one that was answered it ends with the other leg.
  continue_on_fail: 'true',
  hangup_after_bridge: 'true',
  // Some trunks end calls on which nothing is sent.
  send_silence_when_idle: '-1',
}

const VARIABLE_RULES: VariableRules = {
  nameOf: (text) => text.toLowerCase().replace(/[^a-z0-9]/g, '_'),
  valueOf: encode,
  maxBytes: 17_000,
}

export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!~*'()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
