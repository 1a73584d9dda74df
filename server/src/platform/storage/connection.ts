// The address of a database: a URL (DATABASE_URL), its parts (the embedded server), or the hosts of a database that has
// several servers. Everything that connects makes its client here, so it works with all of them.

import pg, { type ClientConfig } from 'pg'
import { createDatabaseHosts, type DatabaseHosts } from './hosts/database-hosts.ts'
import { parseHostList, type SessionAttribute } from './hosts/host-list.ts'

/** One server. */
export type Connection = string | ClientConfig

export type DatabaseAddress = Connection | DatabaseHosts

export function toClientConfig(connection: Connection): ClientConfig {
  return typeof connection === 'string' ? { connectionString: connection } : connection
}

/** Several hosts are tried at every connection; so is one, if the address asks for something of it. */
export function addressOf(url: string, otherwise: SessionAttribute = 'read-write'): DatabaseAddress {
  const { urls, asked } = parseHostList(url) ?? { urls: [url], asked: undefined }
  if (urls.length === 1 && asked === undefined) return url
  return createDatabaseHosts({ urls, attribute: (asked as SessionAttribute | undefined) ?? otherwise })
}

export function createClient(address: DatabaseAddress, config: ClientConfig): pg.Client {
  if (!isHosts(address)) return new pg.Client({ ...toClientConfig(address), ...config })
  return new (clientOfHosts(address))({ ...configOfHosts(address), ...config })
}

/** For a pool, which makes its clients itself. */
export function poolConfig(address: DatabaseAddress): pg.PoolConfig {
  if (!isHosts(address)) return toClientConfig(address)
  // The declared type has no parameters, but the pool passes its configuration.
  return { ...configOfHosts(address), Client: clientOfHosts(address) }
}

export function isHosts(address: DatabaseAddress): address is DatabaseHosts {
  return typeof address !== 'string' && 'find' in address
}

/** Login, database and encryption are the same for all hosts. */
function configOfHosts({ urls }: DatabaseHosts): ClientConfig {
  return { connectionString: urls[0] ?? '' }
}

/** A client that learns its host when it connects, and closes when another one takes its place. */
function clientOfHosts(hosts: DatabaseHosts): typeof pg.Client {
  return class HostClient extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connecting = this.#connectToFound()
      if (!callback) return connecting
      // The declared type has no null, which means success.
      connecting.then(() => (callback as (error: Error | null) => void)(null), callback)
      return undefined
    }

    async #connectToFound(): Promise<pg.Client> {
      const url = await hosts.find()
      // The pool ends a client for which it has waited too long.
      if (this.connection.stream.destroyed) throw new Error('timeout expired')
      const { host, port } = new pg.Client({ connectionString: url })
      Object.assign(this, { host, port })
      const stopFollowing = hosts.onMove((now) => {
        if (now !== url) this.connection.stream.destroy()
      })
      this.once('end', stopFollowing)
      return super.connect()
    }
  }
}
