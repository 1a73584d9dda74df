// Calls whose audio a program exchanges with Asterisk itself, without Carillon: what the machine can do at best.

import { once } from 'node:events'
import { WebSocket } from 'ws'
import { createTurns } from '../../../server/src/platform/kernel/threads/turns.ts'
import type { AnsweringNetwork } from '../../../server/test/telephony/answering-network.ts'
import type { AudioLine } from './echo-probe.ts'

const APP = 'bare-media'

export interface BareCalls {
  /** Calls a phone; resolves when it has answered. */
  call(number: string): Promise<string>
  /** The audio of an answered call. */
  connect(callId: string): Promise<AudioLine & { close(): void }>
  /** Plays a sound and hangs up when a key was pressed; resolves when the call is over. */
  playUntilKey(callId: string, media: string): Promise<void>
  hangUp(callId: string): Promise<void>
  stop(): void
}

interface AriEvent {
  type: string
  channel?: { id: string }
}

/** Asterisk takes 100 connections at most. */
const MAX_REQUESTS = 8

export async function openBareCalls({ ari: request, settings }: AnsweringNetwork): Promise<BareCalls> {
  const inTurn = createTurns(MAX_REQUESTS)
  const ari = <Body>(method: string, path: string, body?: object) =>
    inTurn(() => request<Body>(method, path, body))
  const url = String(settings['ARI_URL'])
  const secret = `${settings['ARI_USERNAME']}:${settings['ARI_PASSWORD']}`
  const authorization = `Basic ${Buffer.from(secret).toString('base64')}`
  const events = new WebSocket(`${url.replace('http', 'ws')}/events?app=${APP}`, {
    headers: { authorization },
  })
  await once(events, 'open')
  const waiting = new Map<string, () => void>()
  events.on('message', (data) => {
    const { type, channel } = JSON.parse(String(data)) as AriEvent
    waiting.get(`${type} ${channel?.id}`)?.()
  })
  const heard = (type: string, id: string) =>
    new Promise<void>((resolve) => waiting.set(`${type} ${id}`, resolve))
  let calls = 0

  return {
    async call(number) {
      calls += 1
      const channelId = `${APP}-${process.pid}-${calls}`
      const answered = heard('StasisStart', channelId)
      await ari('POST', '/channels', { channelId, endpoint: `PJSIP/${number}@trunk`, app: APP, timeout: 30 })
      await answered
      return channelId
    },
    async connect(callId) {
      const id = `${callId}-media`
      const started = heard('StasisStart', id)
      const made = await ari<{ channelvars: Record<string, string> }>('POST', '/channels/externalMedia', {
        ...{ channelId: id, app: APP, format: 'ulaw', transport: 'websocket', encapsulation: 'none' },
        ...{ external_host: 'INCOMING', connection_type: 'server', transport_data: 'f(json)' },
      })
      const connection = made.body.channelvars['MEDIA_WEBSOCKET_CONNECTION_ID']
      const place = url.replace('http', 'ws').replace(/\/ari$/, '')
      const socket = new WebSocket(`${place}/media/${connection}`, ['media'], { perMessageDeflate: false })
      let hear = (_audio: Uint8Array): void => {}
      socket.on('message', (data, isBinary) => {
        if (isBinary) hear(data as Buffer)
      })
      await Promise.all([once(socket, 'open'), started])
      await ari('POST', '/bridges', { bridgeId: id, type: 'mixing' })
      await ari('POST', `/bridges/${id}/addChannel`, { channel: [callId, id] })
      return {
        send: (audio) => socket.send(audio),
        onAudio(listener) {
          hear = listener
        },
        close: () => socket.close(),
      }
    },
    async playUntilKey(callId, media) {
      const [pressed, over] = [heard('ChannelDtmfReceived', callId), heard('ChannelDestroyed', callId)]
      await ari('POST', `/channels/${callId}/play`, { media: [media] })
      await pressed
      await ari('DELETE', `/channels/${callId}`)
      await over
    },
    async hangUp(callId) {
      await ari('DELETE', `/channels/${callId}`)
    },
    stop: () => events.close(),
  }
}
