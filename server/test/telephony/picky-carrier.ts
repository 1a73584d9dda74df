// A carrier that wants certain things and refuses calls without them, as real ones do: a digest, a registration, the account in From, a prefix,
// certain caller IDs. It speaks SIP over UDP or TLS, and a call that it takes rings, is answered and hears an echo.

import { createHash, randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:tls'

export interface Wanted {
  account?: { username: string; password: string }
  /** Calls are refused before the account has registered. */
  registration?: boolean
  /** The user in From must be the account; the caller ID is in P-Asserted-Identity. */
  fromAccount?: boolean
  /** How numbers must begin. */
  prefix?: string
  callerIds?: readonly string[]
  /** Undefined: any that is free. */
  port?: number
  /** PEM. */
  tls?: { key: string; cert: string }
}

export interface PickyCarrier {
  port: number
  /** Numbers of calls that it took. */
  taken: string[]
  /** The ports from which they came. */
  callers: number[]
  /** The ports that have registered and not taken it back. */
  registered: Set<number>
  /** What it answered to calls that it did not take. */
  refused: number[]
  /** Where requests seem to come from, if not from where they do. */
  seenAs: { address: string; port: number } | undefined
  stop(): Promise<void>
}

interface SipMessage {
  line: string
  headers: [name: string, value: string][]
}

const REALM = 'picky'

export async function startPickyCarrier(wanted: Wanted = {}): Promise<PickyCarrier> {
  const echo = createSocket('udp4')
  echo.on('message', (packet, from) => echo.send(packet, from.port, from.address))
  echo.bind(0, '127.0.0.1')
  await once(echo, 'listening')
  const carrier: PickyCarrier = {
    ...{ port: 0, taken: [], callers: [], registered: new Set(), refused: [], seenAs: undefined, stop },
  }
  let isRegistered = false
  const transport = wanted.tls ? await listenTls(wanted.tls, hear) : await listenUdp(wanted.port ?? 0, hear)
  carrier.port = transport.port

  async function stop(): Promise<void> {
    echo.close()
    transport.close()
  }

  function hear(
    message: SipMessage,
    from: { address: string; port: number },
    send: (text: string) => void,
  ): void {
    const [method = '', address = ''] = message.line.split(' ')
    if (method === 'SIP/2.0' || method === 'ACK') return
    const answer = (status: number, more: string[] = [], body = '') =>
      send(answerTo(message, carrier.seenAs ?? from, status, more, body))
    if (method === 'REGISTER') register()
    else if (method === 'INVITE') invite()
    else answer(200)

    function hasDigest(): boolean {
      const { username = '', password = '' } = wanted.account ?? {}
      const given = /^Digest (.*)$/.exec(headerOf(message, 'authorization') ?? '')?.[1] ?? ''
      const field = (name: string) => new RegExp(`${name}="?([^",]*)`).exec(given)?.[1] ?? ''
      const expected = md5(
        [md5(`${username}:${REALM}:${password}`), field('nonce'), md5(`${method}:${field('uri')}`)].join(':'),
      )
      return field('username') === username && field(' response') === expected
    }
    function challenge(): void {
      answer(401, [
        `WWW-Authenticate: Digest realm="${REALM}", nonce="${randomBytes(8).toString('hex')}", algorithm=MD5`,
      ])
    }
    function register(): void {
      if (headerOf(message, 'authorization') === undefined) challenge()
      else {
        isRegistered = hasDigest()
        const expires =
          headerOf(message, 'expires') ?? /expires=(\d+)/.exec(headerOf(message, 'contact') ?? '')?.[1]
        if (expires === '0') carrier.registered.delete(from.port)
        else if (isRegistered) carrier.registered.add(from.port)
        answer(isRegistered ? 200 : 403, [`Contact: ${headerOf(message, 'contact')}`, 'Expires: 300'])
      }
    }
    function invite(): void {
      const number = userIn(address)
      const status = judge(number)
      if (wanted.account && headerOf(message, 'authorization') === undefined) challenge()
      else if (status === undefined) take(number)
      else {
        carrier.refused.push(status)
        answer(status)
      }
    }
    function take(number: string): void {
      carrier.taken.push(number)
      carrier.callers.push(from.port)
      answer(180)
      const { port } = echo.address()
      const body = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0']
      const media = [
        `m=audio ${port} RTP/AVP 0 101`,
        'a=rtpmap:0 PCMU/8000',
        'a=rtpmap:101 telephone-event/8000',
      ]
      const contact = `<sip:${number}@127.0.0.1:${carrier.port}${wanted.tls ? ';transport=tls' : ''}>`
      const sdp = `${[...body, ...media].join('\r\n')}\r\n`
      answer(200, [`Contact: ${contact}`, 'Content-Type: application/sdp'], sdp)
    }
    function judge(number: string): number | undefined {
      const from = userIn(headerOf(message, 'from') ?? '')
      const shown = wanted.fromAccount ? userIn(headerOf(message, 'p-asserted-identity') ?? '') : from
      if (wanted.fromAccount && from !== wanted.account?.username) return 401
      if (wanted.account && !hasDigest()) return 403
      if (wanted.registration && !isRegistered) return 403
      if (wanted.prefix !== undefined && !number.startsWith(wanted.prefix)) return 404
      return wanted.callerIds && !wanted.callerIds.includes(shown) ? 403 : undefined
    }
  }

  return carrier
}

type Hear = (
  message: SipMessage,
  from: { address: string; port: number },
  send: (text: string) => void,
) => void

async function listenUdp(port: number, hear: Hear) {
  const socket: Socket = createSocket('udp4')
  socket.on('message', (datagram, from) =>
    hear(read(datagram.toString('latin1')), from, (text) => socket.send(text, from.port, from.address)),
  )
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return { port: socket.address().port, close: () => socket.close() }
}

async function listenTls({ key, cert }: { key: string; cert: string }, hear: Hear) {
  const server: Server = createServer({ key, cert }, (socket) => {
    let text = ''
    socket.on('error', () => undefined)
    socket.setEncoding('latin1')
    socket.on('data', (piece: string) => {
      text = (text + piece).replace(/^(\r\n)+/, '')
      for (;;) {
        const end = text.indexOf('\r\n\r\n') + 4
        const length = Number(/^(?:content-length|l):\s*(\d+)/im.exec(text)?.[1] ?? 0)
        if (end < 4 || text.length < end + length) return
        const from = { address: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 }
        hear(read(text.slice(0, end)), from, (answer) => socket.write(answer))
        text = text.slice(end + length).replace(/^(\r\n)+/, '')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

function read(text: string): SipMessage {
  const [line = '', ...lines] = text.split('\r\n\r\n')[0]?.split('\r\n') ?? []
  const headers = lines.map((each): [string, string] => {
    const colon = each.indexOf(':')
    return [each.slice(0, colon).trim().toLowerCase(), each.slice(colon + 1).trim()]
  })
  return { line, headers }
}

const headerOf = ({ headers }: SipMessage, name: string) => headers.find(([each]) => each === name)?.[1]
const userIn = (text: string) => /sips?:([^@;>]*)@/.exec(text)?.[1] ?? ''
const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** Via says where the request came from, as RFC 3581 wants it. */
function answerTo(
  message: SipMessage,
  from: { address: string; port: number },
  status: number,
  more: string[],
  body: string,
): string {
  const copied = message.headers.flatMap(([name, value]) => {
    if (name === 'via')
      return [`Via: ${value.replace(/;rport(=\d+)?/, '')};received=${from.address};rport=${from.port}`]
    if (name === 'to') return [`To: ${value.includes('tag=') ? value : `${value};tag=picky`}`]
    return ['from', 'call-id', 'cseq'].includes(name) ? [`${name}: ${value}`] : []
  })
  return [`SIP/2.0 ${status} Picky`, ...copied, ...more, `Content-Length: ${body.length}`, '', body].join(
    '\r\n',
  )
}
