// The channel variables that tell the dialplan about a call. Names and values come from untrusted files: a name must not become a dialplan
// function, and a value must not become a line of another Asterisk interface.
import type { CallRequest } from '../../../gateway.ts'

/** Asterisk accepts bodies of up to 40 KiB; the rest of the request is small. Fields that would exceed it are left out. */
const MAX_BYTES = 36_000

export function callVariables(request: CallRequest, phoneNumber: string): Record<string, string> {
  const { attemptId, taskId, contactId, details } = request
  const variables: Record<string, string> = {}
  let bytes = 0
  const add = (name: string, value: string) => {
    variables[name] = value
    bytes += bytesOf(name, value)
  }
  const facts = { attempt_id: attemptId, task_id: taskId, contact_id: contactId, phone_number: phoneNumber }
  for (const [fact, value] of Object.entries({ ...facts, ...(details && { task_name: details.taskName }) }))
    add(variableName(fact), variableValue(value))
  for (const [field, text] of Object.entries(details?.fields ?? {})) {
    const name = unusedName(variableName(`field_${field}`), variables)
    const value = variableValue(text)
    if (bytes + bytesOf(name, value) > MAX_BYTES) break
    add(name, value)
  }
  return variables
}

const bytesOf = (name: string, value: string) => Buffer.byteLength(JSON.stringify({ [name]: value }))

/** Keeps letters and digits of any script; everything else, in particular brackets, becomes an underscore. */
const variableName = (text: string) =>
  `CARILLON_${text.toWellFormed().toUpperCase()}`.replace(/[^\p{L}\p{N}]/gu, '_')

/** Asterisk rejects JSON with a lone surrogate. */
const variableValue = (text: string) => text.toWellFormed().replace(/\p{Cc}+/gu, ' ')

/** Numbers fields whose names differ only in replaced characters. */
function unusedName(name: string, taken: object): string {
  let free = name
  for (let count = 2; free in taken; count += 1) free = `${name}_${count}`
  return free
}
