// What a backup has only if it is asked for secrets. Rows that refer to none of this are complete without it.
import type { TableColumns } from './schema.queries.ts'

/** Hashes of access tokens, and public keys of passkeys: they give no access, but with them those of the old service open the restored one. */
const SECRET_TABLES = [
  ...['access_token', 'media_secret', 'session', 'person_link', 'used_proof'],
  ...['passkey', 'passkey_challenge'],
]
/** The first signs addresses of sounds: without it the restored service gets another one. A trunk or an own phone without its password needs a new one, and so does a webhook. */
const SECRET_COLUMNS: Record<string, string[]> = {
  service: ['media_secret'],
  // Its name in a database that is not migrated yet.
  permission_settings: ['media_secret'],
  person: ['password'],
  trunk: ['password'],
  own_phone: ['password'],
  webhook: ['secret', 'previous_secret'],
}

export function withoutSecrets<Table extends TableColumns>(tables: readonly Table[]): Table[] {
  return tables
    .filter(({ name }) => !SECRET_TABLES.includes(name))
    .map((table) => {
      const secret = SECRET_COLUMNS[table.name] ?? []
      return { ...table, columns: table.columns.filter((column) => !secret.includes(column)) }
    })
}
