// A way to Asterisk on which the event socket can be cut while requests go through.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { joinSockets } from '../support/join-sockets.ts'

interface EventCutter {
  url: string
  /** The event socket is gone, and cannot be opened. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function createEventCutter(ariPort: number): Promise<EventCutter> {
  const sockets = new Set<Socket>()
  const eventSockets = new Set<Socket>()
  let isCut = false

  const server = createServer((incoming) => {
    const outgoing = connect(ariPort, '127.0.0.1')
    incoming.once('data', (first: Buffer) => {
      if (!first.toString('latin1').startsWith('GET /ari/events')) return
      eventSockets.add(incoming)
      incoming.on('close', () => eventSockets.delete(incoming))
      if (isCut) incoming.destroy()
    })
    joinSockets(incoming, outgoing, sockets)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}/ari`,
    cut() {
      isCut = true
      for (const socket of eventSockets) socket.destroy()
    },
    mend() {
      isCut = false
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
