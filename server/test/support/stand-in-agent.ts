// A voice agent of the tests: a WebSocket server that keeps what it is told, and says what a test wants it to.

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { eventually } from './eventually.ts'

/** A message to an agent, as it is on the wire. */
export interface HeardMessage {
  event: string
  sequenceNumber?: string
  streamSid?: string
  start?: Record<string, unknown>
  media?: { track: string; chunk: string; timestamp: string; payload: string }
  dtmf?: { track: string; digit: string }
  mark?: { name: string }
  stop?: { accountSid: string; callSid: string }
  carillon?: { command?: string; error: string; message: string }
}

export interface StandInAgent {
  url: string
  /** All connections, in order. */
  lines: AgentLine[]
  /** The headers of all requests, also of those that were refused. */
  requests: { url: string; headers: IncomingHttpHeaders }[]
  /** The only connection, once it is open. */
  line(): Promise<AgentLine>
  /** Bytes that need not be a frame. From then on it reads nothing, so it answers nothing either. */
  writeRaw(bytes: Buffer): void
  close(): Promise<void>
}

export interface AgentLine {
  socket: WebSocket
  heard: HeardMessage[]
  /** The first message of this kind, or the one at this place among them. */
  next(event: string, index?: number): Promise<HeardMessage>
  /** Hears the callee as it comes. */
  onAudio: (audio: Uint8Array) => void
  /** All audio of the callee so far. */
  audio(): Buffer
  say(message: object): void
  saySound(audio: Uint8Array): void
  /** How the other side has closed it; undefined while it is open. */
  closeCode: number | undefined
}

interface StandInOptions {
  /** The status with which it refuses every connection. */
  refuses?: number
  /** It takes the request and never answers it. */
  isDeaf?: boolean
}

export async function startStandInAgent({ refuses, isDeaf }: StandInOptions = {}): Promise<StandInAgent> {
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true })
  const lines: AgentLine[] = []
  const requests: StandInAgent['requests'] = []
  const connections = new Set<Duplex>()
  server.on('upgrade', (request, socket, head) => {
    connections.add(socket)
    requests.push({ url: request.url ?? '', headers: request.headers })
    if (isDeaf) return
    if (refuses !== undefined)
      socket.end(`HTTP/1.1 ${refuses} No\r\ncontent-length: 0\r\nlocation: /\r\n\r\n`)
    else sockets.handleUpgrade(request, socket, head, (opened) => lines.push(createLine(opened)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/agent`,
    lines,
    requests,
    line: () =>
      eventually(() => {
        const [only] = lines
        if (!only) throw new Error('nobody has connected')
        return only
      }),
    writeRaw(bytes) {
      for (const connection of connections) {
        connection.removeAllListeners('data')
        connection.pause()
        connection.write(bytes)
      }
    },
    close: () =>
      new Promise((resolve) => {
        for (const connection of connections) connection.destroy()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function createLine(socket: WebSocket): AgentLine {
  const line: AgentLine = {
    socket,
    heard: [],
    next: (event, index = 0) =>
      eventually(() => {
        const message = line.heard.filter((each) => each.event === event)[index]
        if (!message) throw new Error(`there was no message ${event} number ${index}`)
        return message
      }),
    audio: () => Buffer.concat(line.heard.map(({ media }) => Buffer.from(media?.payload ?? '', 'base64'))),
    say: (message) => socket.send(JSON.stringify(message)),
    saySound: (audio) =>
      line.say({ event: 'media', media: { payload: Buffer.from(audio).toString('base64') } }),
    closeCode: undefined,
    onAudio: () => undefined,
  }
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as HeardMessage
    line.heard.push(message)
    if (message.media) line.onAudio(Buffer.from(message.media.payload, 'base64'))
  })
  socket.on('close', (code) => {
    line.closeCode = code
  })
  return line
}
