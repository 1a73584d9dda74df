// Why a schema could not be brought up to date: each message is one sentence for the operator.

/** A migration did not apply, or what was applied is not what this code has. Nothing of it was kept. */
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

/** The server tells the place of an error as a character offset, from one. */
function lineOf(text: string, cause: unknown): string {
  if (!(cause instanceof Error) || !('position' in cause)) return ''
  const position = Number(cause.position)
  return position > 0 ? ` (line ${text.slice(0, position - 1).split('\n').length})` : ''
}
