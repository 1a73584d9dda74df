// The variables that tell a switch about a call. Names and values come from untrusted files, so each switch has its own rules
// for what is safe in them.
import type { CallRequest } from '../gateway.ts'

export interface VariableRules {
  /** Of a field, or of a fact such as `task_id`. */
  nameOf(text: string): string
  valueOf(text: string): string
  /** Fields that would exceed this number of bytes are left out: the switch would refuse the whole call. */
  maxBytes: number
}

export function callVariables(request: CallRequest, phoneNumber: string, rules: VariableRules) {
  const { attemptId, taskId, contactId, details } = request
  const variables: Record<string, string> = {}
  let bytes = 0
  const add = (name: string, value: string) => {
    variables[name] = value
    bytes += Buffer.byteLength(JSON.stringify({ [name]: value }))
  }
  const facts = { attempt_id: attemptId, task_id: taskId, contact_id: contactId, phone_number: phoneNumber }
  for (const [fact, value] of Object.entries({ ...facts, ...(details && { task_name: details.taskName }) }))
    add(rules.nameOf(`carillon_${fact}`), rules.valueOf(value))
  for (const [field, text] of Object.entries(details?.fields ?? {})) {
    const name = unusedName(rules.nameOf(`carillon_field_${field}`), variables)
    const value = rules.valueOf(text)
    if (bytes + Buffer.byteLength(JSON.stringify({ [name]: value })) > rules.maxBytes) break
    add(name, value)
  }
  return variables
}

/** Numbers fields whose names differ only in replaced characters. */
function unusedName(name: string, taken: object): string {
  let free = name
  for (let count = 2; free in taken; count += 1) free = `${name}_${count}`
  return free
}
