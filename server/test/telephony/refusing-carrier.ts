// A carrier that says it is there and takes no call: it refuses calls with a SIP status, or does not answer them at all.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface RefusingCarrier {
  port: number
  /** Calls that it was asked for, by their numbers, each once. */
  asked: string[]
  /** Undefined: it does not answer. */
  status: number | undefined
  stop(): void
}

export async function startRefusingCarrier(): Promise<RefusingCarrier> {
  const socket = createSocket('udp4')
  const seen = new Set<string>()
  const carrier: RefusingCarrier = { port: 0, asked: [], status: 503, stop: () => socket.close() }

  socket.on('message', (datagram, from) => {
    const [request = '', ...headers] = datagram.toString('latin1').split('\r\n\r\n')[0]?.split('\r\n') ?? []
    const [method, address = ''] = request.split(' ')
    const copied = headers.filter((line) => /^(via|from|call-id|cseq):/i.test(line))
    const to = headers.find((line) => /^to:/i.test(line)) ?? 'To:'
    const callId = headers.find((line) => /^call-id:/i.test(line)) ?? ''
    if (method === 'INVITE' && !seen.has(callId)) {
      seen.add(callId)
      carrier.asked.push(/^sip:([^@;]*)@/.exec(address)?.[1] ?? '')
    }
    const status = method === 'OPTIONS' ? 200 : method === 'INVITE' ? carrier.status : undefined
    if (status === undefined) return
    const answer = [`SIP/2.0 ${status} No`, ...copied, `${to};tag=refusing`, 'Content-Length: 0', '', '']
    socket.send(answer.join('\r\n'), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  carrier.port = socket.address().port
  return carrier
}
