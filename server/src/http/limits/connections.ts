// Tracks connections, so that a stop can close those without a request in progress. Node counts a connection that has sent
// nothing, or half a request, as busy and would wait for it.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Connections {
  /** Closes idle and half-sent connections now, and the others as soon as they have their answers. */
  stop(): void
}

export function trackConnections(server: Server): Connections {
  const open = new Map<Socket, Set<IncomingMessage>>()
  let isStopping = false

  function closeIfUnused(socket: Socket): void {
    const requests = [...(open.get(socket) ?? [])]
    if (!requests.some(({ complete }) => complete)) socket.destroySoon()
  }

  function follow(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const requests = open.get(socket)
    requests?.add(request)
    response.once('close', () => {
      requests?.delete(request)
      if (isStopping) closeIfUnused(socket)
    })
  }

  server.on('connection', (socket: Socket) => {
    if (isStopping) {
      socket.destroy()
      return
    }
    open.set(socket, new Set())
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', follow)
  server.on('checkContinue', follow)
  server.on('checkExpectation', follow)

  return {
    stop() {
      isStopping = true
      for (const socket of open.keys()) closeIfUnused(socket)
    },
  }
}
