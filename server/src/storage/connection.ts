// Where a database is: either the address an operator wrote (DATABASE_URL) or the pieces of one
// (the embedded server). Everything that connects takes this type, so nobody cares which it is.

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
