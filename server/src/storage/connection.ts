// The address of a database: either a URL (DATABASE_URL) or its parts (the embedded server). Everything that connects
// takes this type, so it works with both.

import type { ClientConfig } from 'pg'

export type Connection = string | ClientConfig

export function toClientConfig(connection: Connection): ClientConfig {
  return typeof connection === 'string' ? { connectionString: connection } : connection
}
