// Ports on which Asterisk will listen: free ones of this machine, and whether one is taken.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

export async function freeLoopbackPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export interface Listener {
  kind: 'udp' | 'tcp'
  address: string
  port: number
}

/** The code of the error with which the port refuses to be listened on, such as EADDRINUSE. */
export async function whyNotFree({ kind, address, port }: Listener): Promise<string | undefined> {
  const listener = kind === 'udp' ? createSocket('udp4') : createServer()
  try {
    const listening = once(listener, 'listening')
    if ('bind' in listener) listener.bind(port, address)
    else listener.listen(port, address)
    await listening
    listener.close()
    await once(listener, 'close')
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}
