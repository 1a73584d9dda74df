// Why a copy failed, as one sentence: the database, a file, or the archive.
import { DatabaseUnavailable, isConnectionError, sqlState } from '../../platform/storage/database-errors.ts'
import { CommandFailed, isExplained } from '../failure.ts'

const ERRNO = /^E[A-Z]+$/
const SQL_STATE = /^[0-9A-Z]{5}$/

/** `what`: such as "the backup cannot be written". Errors that nobody foresaw stay as they are, with their stack. */
export function explainCopy(error: unknown, what: string, location: string): unknown {
  if (isExplained(error)) return error
  const code = sqlState(error)
  const { message } = error as Error
  if (error instanceof DatabaseUnavailable || isConnectionError(error))
    return new CommandFailed(`the database at ${location} cannot be used: ${message}`, { cause: error })
  if (code !== undefined && ERRNO.test(code))
    return new CommandFailed(`${what}: ${message}`, { cause: error })
  // The message may have values of rows.
  if (code !== undefined && SQL_STATE.test(code))
    return new CommandFailed(`the database at ${location} answered with the error ${code}`, { cause: error })
  return error
}
