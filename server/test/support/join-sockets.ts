import type { Socket } from 'node:net'

/** Passes on what each of the two says, until one of them is closed. They are in `sockets` while they are open. */
export function joinSockets(incoming: Socket, outgoing: Socket, sockets: Set<Socket>): void {
  for (const [from, to] of [
    [incoming, outgoing],
    [outgoing, incoming],
  ] as const) {
    sockets.add(from)
    from.pipe(to)
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
}
