// What an operator reads when a command fails.
import { describeLoggedError } from '../platform/kernel/log/logged-error.ts'
import { whyUnavailable } from '../platform/storage/unavailable.ts'

/** Errors whose message is already a sentence for the operator. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
  readonly exitCode: number

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** The exit code where the command did its work and what it found is not what was asked for. */
export const NOT_AS_WISHED = { exitCode: 2 }

const spokenFor = new Set([
  'AsteriskUnavailable',
  'CommandFailed',
  'InvalidSetting',
  'InvalidInput',
  'NotFound',
  'DataFolderInUse',
  'EmbeddedPostgresUnavailable',
  'EmbeddedPostgresFailed',
  'MigrationFailed',
  'SchemaTooNew',
  'ServerTooOld',
  'UnusableBackup',
])

/** Whether the error's message can be shown to the operator as it is. */
export function isExplained(error: unknown): error is Error {
  return error instanceof Error && spokenFor.has(error.name)
}

export function explainFailure(error: unknown): string {
  if (isExplained(error)) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  const unavailable = whyUnavailable(error)
  if (unavailable) return `${unavailable.reason}: see whether it is overloaded, and start again`
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${error.message}: see carillon --help`
  return describeLoggedError(error).stack
}
