// A way to the database that a test can cut and mend.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import pg from 'pg'
import { type Connection, toClientConfig } from '../../src/platform/storage/connection.ts'
import { joinSockets } from './join-sockets.ts'

export interface DatabaseProxy {
  connection: Connection
  /** Ends every connection and accepts no more. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** Passes nothing on any more and closes nothing, as when the machine behind it is gone. */
  freeze(): void
  /** Resets a connection, as a crashed server does, when its client sends this text. */
  resetAt(text: string): void
  close(): Promise<void>
}

export async function createDatabaseProxy(target: Connection): Promise<DatabaseProxy> {
  // The driver knows best what the pieces of an address mean.
  const { host, port, user, password, database } = new pg.Client(toClientConfig(target))
  const address: NetConnectOpts = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const sockets = new Set<Socket>()
  let fatalText: string | undefined

  const server = createServer((incoming) => {
    const outgoing = connect(address)
    incoming.on('data', (chunk) => {
      if (fatalText !== undefined && chunk.includes(fatalText)) incoming.resetAndDestroy()
    })
    joinSockets(incoming, outgoing, sockets)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: ownPort } = server.address() as AddressInfo

  async function cut(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  return {
    connection: {
      host: '127.0.0.1',
      port: ownPort,
      user: user ?? '',
      password: password ?? '',
      database: database ?? '',
    },
    cut,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    resetAt(text) {
      fatalText = text
    },
    async mend() {
      server.listen(ownPort, '127.0.0.1')
      await once(server, 'listening')
    },
    close: cut,
  }
}
