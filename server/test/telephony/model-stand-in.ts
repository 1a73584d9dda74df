// The model's socket, as far as OpenAI's agents SDK needs it: it hears the callee, speaks when a test wants it to, and notices
// an interruption. Everything is 8 kHz mu-law, as the Twilio transport asks for it.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { eventually } from '../support/eventually.ts'

interface ModelEvent {
  type: string
  audio?: string
  audio_end_ms?: number
}

export interface ModelStandIn {
  url: string
  /** What the SDK has sent. */
  events: ModelEvent[]
  /** What it heard of the callee. */
  heard(): Buffer
  /** Until the agent of a call has connected and said what it wants. */
  ready(): Promise<void>
  /** Answers with this sound, all of it at once. */
  speak(audio: Uint8Array): void
  /** The callee begins to talk. */
  noticeSpeech(): void
}

const PIECE_BYTES = 4000

export async function startModelStandIn(): Promise<ModelStandIn> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate()
    server.close()
  })
  const events: ModelEvent[] = []
  let socket: WebSocket | undefined
  let count = 0

  function send(type: string, facts: object): void {
    count += 1
    socket?.send(JSON.stringify({ type, event_id: `event_${count}`, ...facts }))
  }

  server.on('connection', (opened) => {
    socket = opened
    send('session.created', { session: { id: 'session' } })
    opened.on('message', (data) => {
      const event = JSON.parse(String(data))
      events.push(event)
      if (event.type === 'session.update') send('session.updated', { session: event.session })
    })
  })
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    events,
    heard: () =>
      Buffer.concat(
        events.map(({ type, audio }) =>
          Buffer.from(type === 'input_audio_buffer.append' ? (audio ?? '') : '', 'base64'),
        ),
      ),
    async ready() {
      await eventually(() => {
        if (!events.some(({ type }) => type === 'session.update')) throw new Error('no agent has connected')
      })
    },
    speak(audio) {
      const [response_id, item_id] = [`response_${count}`, `item_${count}`]
      const place = { response_id, item_id, output_index: 0, content_index: 0 }
      send('response.created', { response: { id: response_id } })
      for (let at = 0; at < audio.length; at += PIECE_BYTES) {
        const delta = Buffer.from(audio.subarray(at, at + PIECE_BYTES)).toString('base64')
        send('response.output_audio.delta', { ...place, delta })
      }
      send('response.output_audio.done', place)
      send('response.done', { response: { id: response_id, status: 'completed' } })
    },
    noticeSpeech: () => send('input_audio_buffer.speech_started', { item_id: 'callee', audio_start_ms: 0 }),
  }
}
