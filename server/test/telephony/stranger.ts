// Somebody who sends one call to a SIP port and only wants to know how it is answered.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** `host`: the address from which it comes. Resolves with the status that decides: 180 or the first final one. */
export async function invite(
  port: number,
  { from, to, host = '127.0.0.1' }: { from: string; to: string; host?: string },
): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, host)
  await once(socket, 'listening')
  const own = `${host}:${socket.address().port}`
  const id = `${socket.address().port}-${process.pid}`
  const sdp = [
    ...['v=0', `o=- 1 1 IN IP4 ${host}`, 's=-', `c=IN IP4 ${host}`, 't=0 0'],
    ...['m=audio 40000 RTP/AVP 0', 'a=rtpmap:0 PCMU/8000', ''],
  ].join('\r\n')
  const message = [
    `INVITE sip:${to}@127.0.0.1:${port} SIP/2.0`,
    `Via: SIP/2.0/UDP ${own};rport;branch=z9hG4bK${id}`,
    ...['Max-Forwards: 70', `From: <sip:${from}@${host}>;tag=${id}`, `To: <sip:${to}@127.0.0.1>`],
    ...[`Call-ID: ${id}`, 'CSeq: 1 INVITE', `Contact: <sip:${own}>`, 'Content-Type: application/sdp'],
    ...[`Content-Length: ${Buffer.byteLength(sdp)}`, '', sdp],
  ].join('\r\n')
  try {
    const decided = new Promise<number>((resolve) => {
      socket.on('message', (answer) => {
        const status = Number(/^SIP\/2\.0 (\d{3})/.exec(answer.toString('latin1'))?.[1])
        if (status >= 180) resolve(status)
      })
    })
    socket.send(message, port, '127.0.0.1')
    return await decided
  } finally {
    socket.close()
  }
}
