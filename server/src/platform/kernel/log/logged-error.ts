// An error as it is logged or printed, in every part of the process. The database quotes the row that it refuses,
// including the phone number, so only fields without values are kept: FIELDS lists them, and everything else is dropped.

interface LoggedError {
  type: string
  message: string
  stack: string
  cause?: LoggedError
  /** The errors of an AggregateError. */
  errors?: LoggedError[]
  [field: string]: unknown
}

const FIELDS = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'errno',
  'syscall',
  'address',
  'port',
]
/** The messages of these SQLSTATEs quote only names; those of others may quote values. */
const NAMES_ONLY = /^(08|0A|23|25|28|3D|3F|40|42(?!601)|53|54|55|57|58)/
const MAX_DEPTH = 5

export function describeLoggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  const message = messageOf(error)
  const described: LoggedError = {
    type: error.name,
    message,
    stack: (error.stack ?? message).replace(error.message, () => message),
  }
  for (const field of FIELDS) {
    const value: unknown = Reflect.get(error, field)
    if (typeof value === 'string' || typeof value === 'number') described[field] = value
  }
  if (depth >= MAX_DEPTH) return described
  if (error.cause !== undefined) described.cause = describeLoggedError(error.cause, depth + 1)
  if (error instanceof AggregateError)
    described.errors = error.errors.slice(0, MAX_DEPTH).map((each) => describeLoggedError(each, depth + 1))
  return described
}

function messageOf(error: Error): string {
  const isOfDatabase = 'severity' in error && 'code' in error
  if (!isOfDatabase || NAMES_ONLY.test(String(error.code))) return error.message
  return error.message.replace(/"[^"]*"/g, '"…"')
}
