// The connections of a node. Each network has a share of them, so that one of them cannot take all. Where its share or the whole is taken, a
// newcomer replaces the connection that has been without a request for longest: one that sends nothing, or waits for its next request.
// If all have requests in progress, the newcomer is a spare one, on which only health is answered. Proxies that are trusted speak for
// many networks and have no share.
//
// They are also tracked so that a stop can close those without a request in progress: Node counts a connection that has sent nothing, or half
// a request, as busy and would wait for it.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { TooManyRequests } from '../../kernel/errors.ts'
import { guarded } from '../../kernel/guarded-listener.ts'
import { addressOfSocket, networkOf } from '../access/client-address.ts'

export interface Connections {
  /** Why a request is refused: its connection is a spare one. */
  refusal(request: IncomingMessage, response: ServerResponse): TooManyRequests | undefined
  /** Closes idle and half-sent connections now, and the others as soon as they have their answers. */
  stop(): void
}

interface ConnectionLimits {
  maxConnections: number
  maxConnectionsPerNetwork: number
  isTrustedProxy(address: string): boolean
}

interface Connection {
  requests: Set<IncomingMessage>
  /** The connections that it is counted with, in the order in which they were last used. */
  group: Set<Socket>
  /** The socket no longer carries HTTP. */
  isUpgraded: boolean
}

/** Beyond the limit, for health. */
const SPARE_CONNECTIONS = 50
const RETRY_SECONDS = 5
const SWITCHING_PROTOCOLS = 101

export function trackConnections(server: Server, limits: ConnectionLimits): Connections {
  const { maxConnections } = limits
  const share = Math.min(limits.maxConnectionsPerNetwork, maxConnections)
  const open = new Map<Socket, Connection>()
  const groups = new Map<string, Set<Socket>>()
  const proxied = new Set<Socket>()
  const spare = new Set<Socket>()
  let isStopping = false

  server.maxConnections = maxConnections + SPARE_CONNECTIONS

  function closeIfUnused(socket: Socket): void {
    const requests = [...(open.get(socket)?.requests ?? [])]
    if (!requests.some(({ complete }) => complete)) socket.destroySoon()
  }

  function follow(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const connection = open.get(socket)
    connection?.requests.add(request)
    response.once('close', () => {
      connection?.requests.delete(request)
      // Moves the connection to the end of its group: it was used last.
      if (connection?.group.delete(socket)) connection.group.add(socket)
      if (isStopping) closeIfUnused(socket)
    })
  }

  /** The group with most connections. */
  function largest(): Set<Socket> {
    return [...groups.values(), proxied].reduce((most, each) => (each.size > most.size ? each : most))
  }

  function makeRoom(group: Set<Socket>): boolean {
    for (const socket of group) {
      const { requests, isUpgraded } = open.get(socket) ?? { requests: new Set(), isUpgraded: false }
      if (requests.size > 0 || isUpgraded) continue
      group.delete(socket)
      open.delete(socket)
      socket.destroy()
      return true
    }
    return false
  }

  function admit(socket: Socket): void {
    if (isStopping) {
      socket.destroy()
      return
    }
    // It may be handed back after an offer of another protocol.
    if (open.has(socket)) return
    const address = addressOfSocket(socket)
    const network = networkOf(address)
    let group = limits.isTrustedProxy(address) ? proxied : (groups.get(network) ?? new Set())
    const isShareTaken = group !== proxied && group.size >= share
    const isFull = isShareTaken || open.size - spare.size >= maxConnections
    if (isFull && !makeRoom(isShareTaken ? group : largest())) {
      group = spare
      if (spare.size >= SPARE_CONNECTIONS && !makeRoom(spare)) {
        socket.destroy()
        return
      }
    }
    group.add(socket)
    if (group !== proxied && group !== spare) groups.set(network, group)
    open.set(socket, { requests: new Set(), group, isUpgraded: false })
    socket.once('close', () => {
      open.delete(socket)
      group.delete(socket)
      if (groups.get(network)?.size === 0) groups.delete(network)
    })
  }

  server.on(
    'connection',
    guarded(admit, (_error, socket) => socket.destroy()),
  )
  server.on('request', follow)
  server.on('checkContinue', follow)
  server.on('checkExpectation', follow)

  return {
    refusal(request, response) {
      const connection = open.get(request.socket)
      if (request.headers.upgrade !== undefined) {
        response.once('finish', () => {
          if (connection) connection.isUpgraded = response.statusCode === SWITCHING_PROTOCOLS
        })
      }
      if (connection?.group !== spare) return undefined
      const running = open.size
      return new TooManyRequests(
        'this node has too many connections with requests in progress; try again later',
        {
          fault: 'too_many_at_once',
          params: { work: 'connections', of: 'node', running, seconds: RETRY_SECONDS },
        },
      )
    },
    stop() {
      isStopping = true
      for (const socket of open.keys()) closeIfUnused(socket)
    },
  }
}
