// What an operator reads when a command cannot do its work.

/** Errors whose message is already a sentence for the operator. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
}

const spokenFor = new Set([
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
])

export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (spokenFor.has(error.name)) return error.message
  const { code } = error as NodeJS.ErrnoException
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${error.message}: see carillon --help`
  return error.stack ?? error.message
}
