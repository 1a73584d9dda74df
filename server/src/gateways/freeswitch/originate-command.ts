// Builds the command that places a call. Text from untrusted files is percent-encoded, so that it cannot end a variable,
// name another destination or be expanded: it contains only letters, digits, `-`, `_`, `.` and `%`.
import type { CallRequest } from '../../dialer/gateway.ts'
import { type FreeswitchSettings, NUMBER_PLACE } from './freeswitch-settings.ts'

export interface Placement {
  settings: FreeswitchSettings
  request: CallRequest
  phoneNumber: string
  callerId: string | undefined
}

const FIELD_PREFIX = 'carillon_field_'
/** Limits the length of the command. */
const MAX_VARIABLES_LENGTH = 16_000

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
    ...callVariables(request, phoneNumber),
  }
  const list = Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')
  return `originate {${list}}${settings.dial.replace(NUMBER_PLACE, phoneNumber)} ${settings.onAnswer}`
}

function callVariables(request: CallRequest, phoneNumber: string): Record<string, string> {
  const { taskId, contactId, details } = request
  const variables: Record<string, string> = {
    carillon_attempt_id: encode(request.attemptId),
    carillon_task_id: encode(taskId),
    carillon_contact_id: encode(contactId),
    carillon_phone_number: encode(phoneNumber),
  }
  if (!details) return variables
  variables['carillon_task_name'] = encode(details.taskName)
  let length = 0
  for (const [field, text] of Object.entries(details.fields)) {
    const name = unusedName(FIELD_PREFIX + safeName(field), variables)
    const value = encode(text)
    length += name.length + value.length
    if (length > MAX_VARIABLES_LENGTH) break
    variables[name] = value
  }
  return variables
}

function safeName(field: string): string {
  return field.toLowerCase().replace(/[^a-z0-9]/g, '_')
}

/** Numbers fields whose names differ only in replaced characters. */
function unusedName(name: string, taken: object): string {
  let free = name
  for (let count = 2; free in taken; count += 1) free = `${name}_${count}`
  return free
}

export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!~*'()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
