// A test database as an operator would write it in DATABASE_URL.

import { type Connection, toClientConfig } from '../../src/storage/connection.ts'

export function databaseUrl(connection: Connection): string {
  if (typeof connection === 'string') return connection
  const { host = 'localhost', port = 5432, user = '', database = '' } = toClientConfig(connection)
  // A socket's folder cannot stand where a host does.
  return host.startsWith('/')
    ? `postgres://${user}@/${database}?host=${host}&port=${port}`
    : `postgres://${user}@${host}:${port}/${database}`
}
