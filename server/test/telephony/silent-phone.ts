// A phone that says hello and then sends nothing, as phones and carriers do that suppress silence, or only comfort noise
// (RFC 3389). Asterisk as a phone always sends something. Just enough SIP and RTP for one call at a time.

import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { toMuLaw } from './wav.ts'

export interface SilentPhone {
  /** As ASTERISK_ENDPOINT has it. */
  endpoint: string
  close(): void
}

const FRAME_MS = 20
const FRAME_BYTES = 160
const COMFORT_EVERY_MS = 160
const PCMU = 0
const COMFORT_NOISE = 13

export async function openSilentPhone(
  hello: Int16Array,
  sends: 'nothing' | 'comfort noise',
): Promise<SilentPhone> {
  const sip = createSocket('udp4').bind(0, '127.0.0.1')
  const rtp = createSocket('udp4').bind(0, '127.0.0.1')
  await Promise.all([once(sip, 'listening'), once(rtp, 'listening')])
  const timers = new Set<NodeJS.Timeout>()
  sip.on('message', (data, from) => {
    const request = String(data)
    const [method] = request.split(' ', 1)
    if (method === 'ACK') return
    const reply = (status: string, body = '') =>
      sip.send(respond(request, status, sip, body), from.port, from.address)
    if (method !== 'INVITE') {
      reply('200 OK')
      return
    }
    reply('180 Ringing')
    reply('200 OK', describeMedia(rtp))
    const port = Number(/m=audio (\d+)/.exec(request)?.[1])
    speak(rtp, { ...from, port }, Buffer.from(toMuLaw(hello)), sends, timers)
  })
  return {
    endpoint: `PJSIP/trunk/sip:{number}@127.0.0.1:${sip.address().port}`,
    close() {
      for (const timer of timers) clearInterval(timer)
      sip.close()
      rtp.close()
    },
  }
}

function respond(request: string, status: string, sip: Socket, body: string): string {
  const headers = request.split('\r\n\r\n', 1)[0]?.split('\r\n') ?? []
  const kept = headers.filter((line) => /^(via|from|to|call-id|cseq):/i.test(line))
  const tagged = kept.map((line) => (/^to:/i.test(line) && !/;tag=/.test(line) ? `${line};tag=phone` : line))
  const more = [
    `Contact: <sip:phone@127.0.0.1:${sip.address().port}>`,
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${body.length}`,
  ]
  return [`SIP/2.0 ${status}`, ...tagged, ...more, '', body].join('\r\n')
}

function describeMedia(rtp: Socket): string {
  const lines = ['v=0', 'o=phone 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0']
  const media = `m=audio ${rtp.address().port} RTP/AVP ${PCMU} ${COMFORT_NOISE}`
  return [...lines, media, 'a=rtpmap:0 PCMU/8000', 'a=rtpmap:13 CN/8000', ''].join('\r\n')
}

/** Half a second after the answer, in real time. */
function speak(
  rtp: Socket,
  to: Pick<RemoteInfo, 'port' | 'address'>,
  voice: Buffer,
  sends: 'nothing' | 'comfort noise',
  timers: Set<NodeJS.Timeout>,
): void {
  const startMs = performance.now() + 500
  let sequence = 0
  let sentFrames = 0
  let comfortMs = 0
  const send = (type: number, time: number, payload: Buffer) => {
    const header = Buffer.alloc(12)
    header[0] = 0x80
    header[1] = type
    header.writeUInt16BE(sequence++ & 0xffff, 2)
    header.writeUInt32BE(time, 4)
    header.writeUInt32BE(0x1234, 8)
    rtp.send(Buffer.concat([header, payload]), to.port, to.address)
  }
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - startMs
    const due = Math.min(Math.floor(elapsedMs / FRAME_MS), Math.ceil(voice.length / FRAME_BYTES))
    for (; sentFrames < due; sentFrames += 1) {
      const at = sentFrames * FRAME_BYTES
      send(PCMU, at, voice.subarray(at, at + FRAME_BYTES))
    }
    const isSilent = sentFrames * FRAME_BYTES >= voice.length
    if (!isSilent || sends === 'nothing' || elapsedMs < comfortMs) return
    comfortMs = elapsedMs + COMFORT_EVERY_MS
    send(COMFORT_NOISE, Math.round(elapsedMs * 8), Buffer.from([60]))
  }, FRAME_MS)
  timers.add(timer)
}
