// A carrier that keeps every request as it came, and answers as a test wants it. The only sound that it sends are tones of keys. Just enough SIP over UDP for one call at a time.

import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { RATE, toMuLaw, tone } from './wav.ts'

export interface NotingCarrier {
  port: number
  /** The requests, whole, the oldest first; a retransmission is one more. */
  requests: string[]
  /** Of one method. */
  of(method: string): string[]
  /** Presses a key in the latest call, as SIP INFO. */
  pressByInfo(key: string): void
  /** In the latest call, as a tone in the sound. Resolves when it was sent. */
  pressByTone(key: string): Promise<void>
  stop(): void
}

interface Answers {
  /** By method; an empty list: no answer at all. Otherwise 200, and a call rings and is answered. */
  answers?: Record<string, string[]>
  /** Calls need a password: the challenge comes first. */
  demandsPassword?: boolean
  /** The lines of its description of the sound; those of the offer that it takes. */
  describe?(offer: string, port: number): string[]
}

const TAG = 'noting'
const FRAME_MS = 20
const FRAME_BYTES = 160
const TONE_SECONDS = 0.3
const ROWS = [697, 770, 852, 941]
const COLUMNS = [1209, 1336, 1477]
const KEYS = '123456789*0#'

export async function startNotingCarrier({
  answers = {},
  demandsPassword = false,
  describe = takePcmu,
}: Answers = {}): Promise<NotingCarrier> {
  const socket = createSocket('udp4')
  const sound = createSocket('udp4')
  const requests: string[] = []
  let frames = 0
  let call: { invite: string; from: RemoteInfo } | undefined

  socket.on('message', (datagram, from) => {
    const request = datagram.toString('latin1')
    if (request.startsWith('SIP/2.0')) return
    requests.push(request)
    const [method = ''] = request.split(' ', 1)
    const reply = (status: string, more: string[] = [], body = '') =>
      socket.send(respond(request, status, more, body), from.port, from.address)
    if (method === 'ACK') return
    const given = answers[method]
    if (given) {
      for (const status of given) reply(status)
      return
    }
    if (method !== 'INVITE') {
      const contact = method === 'REGISTER' ? [`${headerOf(request, 'Contact')};expires=60`] : []
      reply('200 OK', contact)
      return
    }
    if (demandsPassword && headerOf(request, 'Authorization') === '') {
      reply('401 Unauthorized', ['WWW-Authenticate: Digest realm="carrier", nonce="abc", algorithm=MD5'])
      return
    }
    call = { invite: request, from }
    const contact = `Contact: <sip:carrier@127.0.0.1:${socket.address().port}>`
    reply('180 Ringing', [contact])
    const body = describe(request.split('\r\n\r\n')[1] ?? '', sound.address().port).join('\r\n')
    reply('200 OK', [contact, 'Content-Type: application/sdp'], `${body}\r\n`)
  })
  socket.bind(0, '127.0.0.1')
  sound.bind(0, '127.0.0.1')
  await Promise.all([once(socket, 'listening'), once(sound, 'listening')])

  return {
    port: socket.address().port,
    requests,
    of: (method) => requests.filter((request) => request.startsWith(`${method} `)),
    pressByInfo(key) {
      if (!call) throw new Error('there is no call')
      const { invite, from } = call
      const body = `Signal=${key}\r\nDuration=160\r\n`
      const lines = [
        `INFO ${/<(sip:[^>]*)>/.exec(headerOf(invite, 'Contact'))?.[1]} SIP/2.0`,
        `Via: SIP/2.0/UDP 127.0.0.1:${socket.address().port};branch=z9hG4bK${key}${requests.length}`,
        `From: ${headerOf(invite, 'To').slice('To: '.length)};tag=${TAG}`,
        `To: ${headerOf(invite, 'From').slice('From: '.length)}`,
        headerOf(invite, 'Call-ID'),
        'CSeq: 5 INFO',
        'Max-Forwards: 70',
        'Content-Type: application/dtmf-relay',
        `Content-Length: ${body.length}`,
      ]
      socket.send(`${lines.join('\r\n')}\r\n\r\n${body}`, from.port, from.address)
    },
    async pressByTone(key) {
      if (!call) throw new Error('there is no call')
      const port = Number(/m=audio (\d+)/.exec(call.invite)?.[1])
      const silence = new Int16Array(TONE_SECONDS * RATE)
      const bytes = toMuLaw(Int16Array.from([...silence, ...keyTone(key), ...silence]))
      for (let at = 0; at < bytes.length; at += FRAME_BYTES) {
        sound.send(rtpFrame(frames, bytes.subarray(at, at + FRAME_BYTES)), port, call.from.address)
        frames += 1
        await delay(FRAME_MS)
      }
    },
    stop() {
      socket.close()
      sound.close()
    },
  }
}

/** The whole line; empty if there is none. */
export function headerOf(request: string, name: string): string {
  const lines = request.split('\r\n\r\n', 1)[0]?.split('\r\n') ?? []
  return lines.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? ''
}

function respond(request: string, status: string, more: string[], body: string): string {
  const headers = request.split('\r\n\r\n', 1)[0]?.split('\r\n') ?? []
  const copied = headers.filter((line) => /^(via|from|call-id|cseq|record-route):/i.test(line))
  const to = headerOf(request, 'To')
  const tag = status.startsWith('100') || /;tag=/.test(to) ? '' : `;tag=${TAG}`
  const lines = [
    `SIP/2.0 ${status}`,
    ...copied,
    `${to}${tag}`,
    ...more,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Takes µ-law, with the encryption that is offered. */
function takePcmu(offer: string, port: number): string[] {
  const profile = /m=audio \d+ (\S+)/.exec(offer)?.[1] ?? 'RTP/AVP'
  const key = `inline:${Buffer.alloc(30, 7).toString('base64')}`
  const hasKeys = /^a=crypto:/m.test(offer)
  return [...described(profile, 0, port), ...(hasKeys ? [`a=crypto:1 AES_CM_128_HMAC_SHA1_80 ${key}`] : [])]
}

/** A description of sound with one codec. */
export function described(profile: string, codec: number, port = 4000): string[] {
  const origin = ['v=0', 'o=carrier 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0']
  return [...origin, `m=audio ${port} ${profile} ${codec}`]
}

/** Two tones at once (DTMF). */
function keyTone(key: string): Int16Array {
  const index = KEYS.indexOf(key)
  const [row = 0, column = 0] = [ROWS[Math.floor(index / 3)], COLUMNS[index % 3]]
  const low = tone(TONE_SECONDS, row)
  const high = tone(TONE_SECONDS, column)
  return low.map((sample, at) => sample + (high[at] ?? 0))
}

/** µ-law. */
function rtpFrame(index: number, payload: Uint8Array): Buffer {
  const header = Buffer.alloc(12)
  header[0] = 0x80
  header.writeUInt16BE(index & 0xffff, 2)
  header.writeUInt32BE(index * FRAME_BYTES, 4)
  header.writeUInt32BE(1, 8)
  return Buffer.concat([header, payload])
}
