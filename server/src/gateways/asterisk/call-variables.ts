// What the dialplan gets to know of a call, as channel variables. Names and values come from strangers' files: a name must
// not become a dialplan function, nor a value a line of Asterisk's other interfaces.
import type { CallRequest } from '../../dialer/gateway.ts'

const FIELD_PREFIX = 'CARILLON_FIELD_'
/** Asterisk takes bodies of up to 40 KiB; the rest of the request needs little. */
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
    // Cut off here, rather than refused by Asterisk as a whole.
    if (bytes > MAX_BYTES) break
    Object.assign(variables, added)
  }
  return variables
}

/** Letters and digits of any script; everything else, brackets first of all, is an underscore. */
function safeName(field: string): string {
  return field
    .toWellFormed()
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '_')
}

/** Fields that differ only in what a name cannot hold. */
function unusedName(name: string, taken: object): string {
  let free = name
  for (let count = 2; free in taken; count += 1) free = `${name}_${count}`
  return free
}

/** Half a surrogate pair is no JSON for Asterisk. */
function plain(value: string): string {
  return value.toWellFormed().replace(/\p{Cc}+/gu, ' ')
}

function sizeOf(variables: object): number {
  return Buffer.byteLength(JSON.stringify(variables))
}
