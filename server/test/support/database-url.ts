// A test database as an operator would write it in DATABASE_URL.

import { type Connection, toClientConfig } from '../../src/platform/storage/connection.ts'

export function databaseUrl(connection: Connection): string {
  if (typeof connection === 'string') return connection
  const { host = 'localhost', port = 5432, user = '', password, database = '' } = toClientConfig(connection)
  const login = typeof password === 'string' ? `${user}:${encodeURIComponent(password)}` : user
  // A socket's folder cannot stand where a host does.
  return host.startsWith('/')
    ? `postgres://${login}@/${database}?host=${host}&port=${port}`
    : `postgres://${login}@${host}:${port}/${database}`
}
