// A carrier that says it is there and takes no call: it refuses calls with a SIP status, or does not answer them at all. It may let them hear
// something first (183 with early media), as carriers do that ring in band.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface RefusingCarrier {
  port: number
  /** Calls that it was asked for, by their numbers, each once. */
  asked: string[]
  /** Undefined: it does not answer. */
  status: number | undefined
  hasEarlyMedia: boolean
  stop(): void
}

const SOUND = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0']
const MEDIA = ['m=audio 40000 RTP/AVP 0', 'a=rtpmap:0 PCMU/8000']

export async function startRefusingCarrier(
  settings: Partial<Pick<RefusingCarrier, 'status' | 'hasEarlyMedia'>> = {},
): Promise<RefusingCarrier> {
  const socket = createSocket('udp4')
  const seen = new Set<string>()
  const carrier: RefusingCarrier = {
    ...{ port: 0, asked: [], status: 503, hasEarlyMedia: false, ...settings },
    stop: () => socket.close(),
  }

  socket.on('message', (datagram, from) => {
    const [request = '', ...headers] = datagram.toString('latin1').split('\r\n\r\n')[0]?.split('\r\n') ?? []
    const [method, address = ''] = request.split(' ')
    const callId = headers.find((line) => /^call-id:/i.test(line)) ?? ''
    const answer = (status: number, more: string[] = [], body = '', of = headers) => {
      const copied = of.filter((line) => /^(via|from|call-id|cseq):/i.test(line))
      const to = of.find((line) => /^to:/i.test(line)) ?? 'To:'
      const tagged = /;tag=/.test(to) ? to : `${to};tag=refusing`
      const lines = [`SIP/2.0 ${status} No`, ...copied, tagged, ...more, `Content-Length: ${body.length}`]
      socket.send([...lines, '', body].join('\r\n'), from.port, from.address)
    }
    if (method === 'INVITE') {
      const isNew = !seen.has(callId)
      seen.add(callId)
      if (isNew) carrier.asked.push(/^sip:([^@;]*)@/.exec(address)?.[1] ?? '')
      const contact = `Contact: <sip:refusing@127.0.0.1:${carrier.port}>`
      if (carrier.hasEarlyMedia)
        answer(183, [contact, 'Content-Type: application/sdp'], `${[...SOUND, ...MEDIA].join('\r\n')}\r\n`)
      if (carrier.status !== undefined) answer(carrier.status, carrier.status === 302 ? [contact] : [])
    } else if (method === 'CANCEL') {
      answer(200)
      answer(
        487,
        [],
        '',
        headers.map((line) => line.replace(/^(cseq: *\d+) CANCEL$/i, '$1 INVITE')),
      )
    } else if (method === 'OPTIONS') answer(200)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  carrier.port = socket.address().port
  return carrier
}
