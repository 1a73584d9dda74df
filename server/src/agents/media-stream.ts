// The messages between this service and a voice agent, in the form of Twilio's Media Streams, which most frameworks for voice
// agents speak. All numbers of a message are texts there.

import type { AgentReply } from '../dialer/flow-parts.ts'

export const AUDIO_BYTES_PER_MS = 8
const MEDIA_FORMAT = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 }

export interface StreamIds {
  streamSid: string
  callSid: string
  accountSid: string
}

/** The message without what all of them have in common. */
export type ToAgent =
  | { event: 'start'; customParameters: Record<string, string> }
  | { event: 'media'; audio: Uint8Array; chunk: number; atMs: number }
  | { event: 'dtmf'; digit: string }
  | { event: 'mark'; name: string }
  | { event: 'stop' }
  /** Something that the agent said is not done: not part of Media Streams. */
  | ({ event: 'carillon' } & AgentReply)

export const CONNECTED = JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' })

export function writeMessage(message: ToAgent, sequenceNumber: number, ids: StreamIds): string {
  const { event } = message
  const { streamSid } = ids
  return JSON.stringify({
    event,
    sequenceNumber: String(sequenceNumber),
    ...{ [event]: bodyOf(message, ids) },
    streamSid,
  })
}

function bodyOf(message: ToAgent, { streamSid, callSid, accountSid }: StreamIds): object {
  switch (message.event) {
    case 'start': {
      const { customParameters } = message
      const tracks = ['inbound']
      return { accountSid, streamSid, callSid, tracks, mediaFormat: MEDIA_FORMAT, customParameters }
    }
    case 'media': {
      const { audio, chunk, atMs } = message
      const payload = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength).toString('base64')
      return { track: 'inbound', chunk: String(chunk), timestamp: String(atMs), payload }
    }
    case 'dtmf':
      return { track: 'inbound_track', digit: message.digit }
    case 'mark':
      return { name: message.name }
    case 'stop':
      return { accountSid, callSid }
    case 'carillon': {
      const { event: _, ...reply } = message
      return reply
    }
  }
}

export type FromAgent =
  | { event: 'media'; audio: Uint8Array }
  | { event: 'mark'; name: string }
  | { event: 'clear' }
  | { event: 'stop' }
  /** What the agent says about the call: not part of Media Streams. */
  | { event: 'carillon'; word: object }
  /** An event that this service does not know; agents may send what they like. */
  | { event: 'other' }

/** Undefined if it is not a message of this form. */
export function readMessage(text: string): FromAgent | undefined {
  const message = parseObject(text)
  switch (message?.['event']) {
    case undefined:
      return undefined
    case 'media': {
      const payload = fieldOf(message['media'], 'payload')
      return payload === undefined ? undefined : { event: 'media', audio: Buffer.from(payload, 'base64') }
    }
    case 'mark': {
      const name = fieldOf(message['mark'], 'name')
      return name === undefined ? undefined : { event: 'mark', name }
    }
    case 'clear':
    case 'stop':
      return { event: message['event'] }
    case 'carillon': {
      const { event, streamSid: _streamSid, ...word } = message
      return { event: 'carillon', word }
    }
    default:
      return { event: 'other' }
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function fieldOf(value: unknown, name: string): string | undefined {
  const field =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  return typeof field === 'string' ? field : undefined
}
