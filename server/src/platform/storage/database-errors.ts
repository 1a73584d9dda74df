// Classifies database errors by SQLSTATE, never by the text of a message. The driver's own connection errors are the
// exception, because they have no code.

const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const CHECK_VIOLATION = '23514'
const LOGIN_REFUSED = new Set(['28000', '28P01'])
const READ_ONLY_TRANSACTION = '25006'
/** Serialization failure, deadlock, and a transaction that was idle for too long: it was rolled back. */
const RETRYABLE = new Set(['40001', '40P01', '25P03'])

/** Connection exceptions (class 08), no such database, no connection free, the server or the database going away. */
const CONNECTION_LOST = /^(08.{3}|3D000|53300|57P0[1-5])$/
const DRIVER_CONNECTION_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired$)/
/** The pool's message when no connection was returned in time. A connection that cannot be opened has another message. */
const POOL_WAIT_MESSAGE = 'timeout exceeded when trying to connect'

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, UNIQUE_VIOLATION, constraint)
}

export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, FOREIGN_KEY_VIOLATION, constraint)
}

export function isCheckViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, CHECK_VIOLATION, constraint)
}

/** The transaction was rolled back for a temporary reason: a retry is likely to succeed. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(sqlState(error) ?? '')
}

/** The server accepts no writes: it is a standby, or was made read-only. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === READ_ONLY_TRANSACTION
}

/** The server answers but refuses the login: wrong password, no such role, no matching rule. */
export function isLoginRefused(error: unknown): boolean {
  return LOGIN_REFUSED.has(sqlState(error) ?? '')
}

/** The socket to the database failed. `cause` is the system's error. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** The database answers, but all connections of the pool were in use for too long. */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy'
}

/**
 * The database could not be reached or went away: nothing is wrong with the statement. A bare socket error
 * does not count, because it may come from any socket: callers that know its origin use `nameSocketError`.
 */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const code = sqlState(error)
  if (code !== undefined) return CONNECTION_LOST.test(code)
  return error instanceof Error && DRIVER_CONNECTION_MESSAGE.test(error.message)
}

/** For errors from a database connection or from waiting for one. */
export function nameSocketError(error: unknown): unknown {
  if (error instanceof Error && error.message === POOL_WAIT_MESSAGE)
    return new DatabaseBusy('all connections to the database are in use', { cause: error })
  const isSocketError = error instanceof Error && 'syscall' in error
  const isManyOfThem = error instanceof AggregateError // a host with several addresses, all of which failed
  if (!isSocketError && !isManyOfThem) return error
  return new DatabaseUnavailable(`the database cannot be reached: ${error.message || 'no address answers'}`, {
    cause: error,
  })
}

export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

function isViolation(error: unknown, code: string, constraint: string | undefined): boolean {
  if (sqlState(error) !== code) return false
  return (
    constraint === undefined ||
    (error instanceof Error && 'constraint' in error && error.constraint === constraint)
  )
}
