// Why a schema could not be migrated. Each message is one sentence for the operator.

/** A migration failed and was rolled back, or the applied migrations differ from those of this code. */
export class MigrationFailed extends Error {
  override name = 'MigrationFailed'

  static at(migration: { file: string; text: string }, cause: unknown): MigrationFailed {
    const line = lineOf(migration.text, cause)
    const reason = cause instanceof Error ? cause.message : String(cause)
    return new MigrationFailed(`migration ${migration.file}${line} failed: ${reason}`, { cause })
  }
}

export class SchemaTooNew extends Error {
  override name = 'SchemaTooNew'
  readonly databaseVersion: number
  readonly codeVersion: number

  constructor(databaseVersion: number, codeVersion: number) {
    super(
      `the database has schema version ${databaseVersion}, but this version of Carillon knows only up to ` +
        `${codeVersion}: run the newer Carillon that migrated it`,
    )
    this.databaseVersion = databaseVersion
    this.codeVersion = codeVersion
  }
}

export class ServerTooOld extends Error {
  override name = 'ServerTooOld'

  constructor(version: string, oldest: number) {
    super(`the database server is PostgreSQL ${version}, but Carillon needs ${oldest} or newer`)
  }
}

/** The server gives the place of an error as a character offset that starts at 1. */
function lineOf(text: string, cause: unknown): string {
  if (!(cause instanceof Error) || !('position' in cause)) return ''
  const position = Number(cause.position)
  return position > 0 ? ` (line ${text.slice(0, position - 1).split('\n').length})` : ''
}
