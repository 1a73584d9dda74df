// The address of a database: either a URL (DATABASE_URL) or its parts (the embedded server). Everything that connects
// takes this type, so it works with both.

import type { ClientConfig } from 'pg'

export type Connection = string | ClientConfig

export function toClientConfig(connection: Connection): ClientConfig {
  return typeof connection === 'string' ? { connectionString: connection } : connection
}

/** The same server, another database. */
export function withDatabase(connection: Connection, database: string): Connection {
  if (typeof connection !== 'string') return { ...connection, database }
  const url = new URL(connection)
  url.pathname = `/${encodeURIComponent(database)}`
  return url.href
}
