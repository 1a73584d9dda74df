// The way of a browser's phone to Asterisk, which listens on loopback only: a WebSocket of ours, passed on as it is. A browser cannot send an access
// token with it, so it shows the password that it got for its token. Until the sockets are joined it is a request like any other: it is
// logged, and wrong passwords count as wrong tokens do.
import { type IncomingMessage, request, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { networkOf } from '../../platform/http/access/client-address.ts'
import { refuseOtherSites } from '../../platform/http/access/session-cookie.ts'
import { Unauthorized } from '../../platform/http/errors.ts'
import type { Api } from '../../platform/http/schemas/route-schema.ts'
import { InvalidInput, TooManyRequests, TryAgain } from '../../platform/kernel/errors.ts'
import { guarded } from '../../platform/kernel/guarded-listener.ts'
import type { PhoneSocket } from './own-phone.ts'

export const PHONE_SOCKET_PATH = '/api/phone/ws'

/** What a request to upgrade has beside itself. */
interface Offer {
  socket: Duplex
  head: Buffer
}

type OpenSocket = (username: string, password: string, end: () => void) => PhoneSocket | undefined

export function addPhoneSocket(app: Api, open: OpenSocket): void {
  const { server } = app
  const offers = new WeakMap<IncomingMessage, Offer>()

  function answer(asked: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Not by URL, which refuses many a path that a request may have, such as `//`.
    const [path] = (asked.url ?? '/').split('?', 1)
    if (path !== PHONE_SOCKET_PATH || asked.headers.upgrade?.toLowerCase() !== 'websocket') {
      handBack(server, asked, socket, head)
      return
    }
    socket.on('error', () => undefined)
    offers.set(asked, { socket, head })
    const response = new ServerResponse(asked)
    response.shouldKeepAlive = false
    response.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0])
    response.once('finish', () => {
      if (response.statusCode !== 101) socket.end()
    })
    app.routing(asked, response)
  }

  server.on(
    'upgrade',
    guarded(answer, (error, _asked, socket) => {
      app.log.error({ err: error }, 'an offer of another protocol failed; its connection is closed')
      socket.destroy()
    }),
  )

  app.get(
    PHONE_SOCKET_PATH,
    { schema: { hide: true, querystring: Type.Object({ username: Type.Optional(Type.String()) }) } },
    async (asked, reply) => {
      const offer = offers.get(asked.raw)
      if (!offer) throw noWebSocket()
      refuseOtherSites(asked)
      const { username } = asked.query
      const { socket, head } = offer
      const phone = open(String(username), passwordIn(asked), () => socket.destroy())
      if (!phone) throw wrongPassword(app, asked)
      socket.once('close', phone.closed)
      const { far, farHead, accept } = await connect(phone.url, asked.raw, socket)
      reply.hijack()
      reply.raw.writeHead(101, {
        upgrade: 'websocket',
        connection: 'Upgrade',
        'sec-websocket-accept': accept,
        'sec-websocket-protocol': 'sip',
      })
      reply.raw.end()
      reply.raw.detachSocket(socket as Parameters<ServerResponse['detachSocket']>[0])
      join(socket, far)
      far.write(head)
      socket.write(farHead)
    },
  )
}

function noWebSocket(): InvalidInput {
  const detail = { fault: 'header_missing', params: { header: 'Upgrade' } } as const
  return new InvalidInput('this is a WebSocket: the header "Upgrade: websocket" is missing', detail)
}

function passwordIn({ headers }: FastifyRequest): string {
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim())
  return protocols.find((each) => each.startsWith('password.'))?.slice('password.'.length) ?? ''
}

function wrongPassword(app: Api, asked: FastifyRequest): Unauthorized | TooManyRequests {
  const seconds = app.authFailures.count(networkOf(asked.clientAddress))
  return seconds === undefined
    ? new Unauthorized('this is not the password of a phone in a browser', { fault: 'token_invalid' })
    : new TooManyRequests(
        `too many requests from this address with a wrong password; try again in ${seconds} seconds`,
        { fault: 'too_many_invalid_tokens', params: { seconds } },
      )
}

/** Rejects if Asterisk refuses, or the browser has gone. */
function connect(
  url: string,
  { headers }: IncomingMessage,
  socket: Duplex,
): Promise<{ far: Duplex; farHead: Buffer; accept: string }> {
  return new Promise((resolve, reject) => {
    const handshake = request(url, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': headers['sec-websocket-version'] ?? '13',
        'sec-websocket-key': headers['sec-websocket-key'] ?? '',
        'sec-websocket-protocol': 'sip',
      },
    })
    const fail = (error?: Error) => {
      handshake.destroy()
      reject(new TryAgain({ fault: 'phone_not_connected' }, { cause: error }))
    }
    const leave = () => fail()
    handshake.on('error', fail)
    handshake.on('response', guarded(leave, leave))
    handshake.on(
      'upgrade',
      guarded((answer: IncomingMessage, far: Duplex, farHead: Buffer) => {
        socket.off('close', leave)
        resolve({ far, farHead, accept: answer.headers['sec-websocket-accept'] ?? '' })
      }, leave),
    )
    socket.once('close', leave)
    handshake.end()
  })
}

function join(socket: Duplex, far: Duplex): void {
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
  // It may have been ended meanwhile.
  if (socket.destroyed) far.destroy()
}

/** An offer to switch to another protocol, such as the one to HTTP/2 that curl makes, is answered as if it had not been made. */
function handBack(server: Server, asked: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${asked.method} ${asked.url} HTTP/${asked.httpVersion}`]
  for (let index = 0; index + 1 < asked.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = asked.rawHeaders.slice(index, index + 2)
    if (/^(upgrade|http2-settings)$/i.test(name)) continue
    lines.push(`${name}: ${/^connection$/i.test(name) ? withoutOffer(value) : value}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}

/** Whether the connection is to be closed after the answer remains. */
function withoutOffer(connection: string): string {
  const options = connection.split(',').map((option) => option.trim())
  return options.filter((option) => !/^(upgrade|http2-settings)$/i.test(option)).join(', ')
}
