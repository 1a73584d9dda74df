// The way of a browser's phone to Asterisk, which listens on loopback only: a WebSocket of ours, passed on as it is. A browser cannot send an access
// token with it, so it shows the password that it got for its token.
import { type IncomingMessage, request, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Api } from '../http/schemas/route-schema.ts'

export const PHONE_SOCKET_PATH = '/api/phone/ws'

/** `urlOf`: of Asterisk's WebSocket, for a phone that may use it. */
export function addPhoneSocket(
  { server }: Api,
  urlOf: (username: string, password: string) => string | undefined,
): void {
  server.on('upgrade', (asked: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { pathname, searchParams } = new URL(asked.url ?? '/', 'http://localhost')
    if (pathname !== PHONE_SOCKET_PATH || asked.headers.upgrade?.toLowerCase() !== 'websocket') {
      handBack(server, asked, socket, head)
      return
    }
    socket.on('error', () => undefined)
    const protocols = (asked.headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim())
    const password = protocols.find((each) => each.startsWith('password.'))?.slice('password.'.length)
    const url = urlOf(searchParams.get('username') ?? '', password ?? '')
    if (url === undefined) refuse(socket, '401 Unauthorized')
    else passOn(url, asked, socket, head)
  })
}

function passOn(url: string, asked: IncomingMessage, socket: Duplex, head: Buffer): void {
  const handshake = request(url, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': asked.headers['sec-websocket-version'] ?? '13',
      'sec-websocket-key': asked.headers['sec-websocket-key'] ?? '',
      'sec-websocket-protocol': 'sip',
    },
  })
  handshake.on('error', () => refuse(socket, '502 Bad Gateway'))
  handshake.on('response', () => {
    handshake.destroy()
    refuse(socket, '502 Bad Gateway')
  })
  handshake.on('upgrade', ({ headers }, far: Duplex, farHead: Buffer) => {
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Accept: ${headers['sec-websocket-accept']}\r\nSec-WebSocket-Protocol: sip\r\n\r\n`,
    )
    for (const [one, other] of [
      [socket, far],
      [far, socket],
    ] as const) {
      // The server's limit for requests; a phone may be silent for longer.
      if ('setTimeout' in one && typeof one.setTimeout === 'function') one.setTimeout(0)
      one.on('error', () => undefined)
      one.on('close', () => other.destroy())
      one.pipe(other)
    }
    far.write(head)
    socket.write(farHead)
  })
  socket.on('close', () => handshake.destroy())
  handshake.end()
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** An offer to switch to another protocol, such as the one to HTTP/2 that curl makes, is answered as if it had not been made. */
function handBack(server: Server, asked: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${asked.method} ${asked.url} HTTP/${asked.httpVersion}`]
  for (let index = 0; index + 1 < asked.rawHeaders.length; index += 2) {
    const name = asked.rawHeaders[index] ?? ''
    if (!/^(connection|upgrade|http2-settings)$/i.test(name))
      lines.push(`${name}: ${asked.rawHeaders[index + 1]}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}
