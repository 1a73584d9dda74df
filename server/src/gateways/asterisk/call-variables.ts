// The channel variables that tell the dialplan about a call. Names and values come from untrusted files: a name must not
// become a dialplan function, and a value must not become a line of another Asterisk interface.
import type { CallRequest } from '../../dialer/gateway.ts'

const FIELD_PREFIX = 'CARILLON_FIELD_'
/** Asterisk accepts bodies of up to 40 KiB; the rest of the request is small. */
const MAX_BYTES = 36_000

export function callVariables(request: CallRequest, phoneNumber: string): Record<string, string> {
  const { attemptId, taskId, contactId, details } = request
  const variables: Record<string, string> = {
    CARILLON_ATTEMPT_ID: attemptId,
    CARILLON_TASK_ID: taskId,
    CARILLON_CONTACT_ID: contactId,
    CARILLON_PHONE_NUMBER: phoneNumber,
  }
  if (!details) return variables
  variables['CARILLON_TASK_NAME'] = plain(details.taskName)
  let bytes = sizeOf(variables)
  for (const [field, value] of Object.entries(details.fields)) {
    const name = unusedName(FIELD_PREFIX + safeName(field), variables)
    const added = { [name]: plain(value) }
    bytes += sizeOf(added)
    // Fields are left out here, because Asterisk would refuse the whole request.
    if (bytes > MAX_BYTES) break
    Object.assign(variables, added)
  }
  return variables
}

/** Keeps letters and digits of any script; everything else, in particular brackets, becomes an underscore. */
function safeName(field: string): string {
  return field
    .toWellFormed()
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '_')
}

/** Numbers fields whose names differ only in replaced characters. */
function unusedName(name: string, taken: object): string {
  let free = name
  for (let count = 2; free in taken; count += 1) free = `${name}_${count}`
  return free
}

/** Asterisk rejects JSON with a lone surrogate. */
function plain(value: string): string {
  return value.toWellFormed().replace(/\p{Cc}+/gu, ' ')
}

function sizeOf(variables: object): number {
  return Buffer.byteLength(JSON.stringify(variables))
}
