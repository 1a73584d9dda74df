// The messages between this service and a voice agent, in the form of Twilio's Media Streams, which most frameworks for voice
// agents speak. All numbers of a message are texts there.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { AgentReply } from '../flow-parts.ts'

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
  /** It was not read. */
  | { event: 'too large' }

/** Of a message without its audio. Reading 8 MB of JSON takes seconds, in which no other call gets its sound. */
const MAX_CONTROL_LENGTH = 64 * 1024

/** Undefined if it is not a message of this form. */
export function readMessage(text: string): FromAgent | undefined {
  return text.length > MAX_CONTROL_LENGTH ? readLarge(text) : readObject(parseObject(text))
}

/** Only audio may be large: it is taken out, and what is left is read as usual. */
function readLarge(text: string): FromAgent {
  const found = /"payload"\s{0,9}:\s{0,9}"/.exec(text.slice(0, MAX_CONTROL_LENGTH))
  const start = found ? found.index + found[0].length : text.length
  const end = text.indexOf('"', start)
  if (end === -1 || text.length - (end - start) > MAX_CONTROL_LENGTH) return { event: 'too large' }
  const message = readObject(parseObject(`${text.slice(0, start)}${text.slice(end)}`))
  if (message?.event !== 'media') return { event: 'too large' }
  return { event: 'media', audio: Buffer.from(text.slice(start, end), 'base64') }
}

function readObject(message: Record<string, unknown> | undefined): FromAgent | undefined {
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

// How much an agent may send: reading its messages takes the time of all calls of this node. Audio may come as fast as it is made; words are few.

/** Messages about the call, and those that nobody knows. An agent that sends each spoken word by itself sends five. */
const MAX_WORDS_PER_SECOND = 100
/** Max number of messages of all kinds. A minute of audio in frames, made at once, is 3,000. */
const MAX_MESSAGES_PER_SECOND = 10_000
const SECOND_MS = 1000

/** Counts a message. Returns what is wrong with the agent if it sends too much. */
export function createMessageLimits(clock: Clock) {
  let beganMs = Number.NEGATIVE_INFINITY
  let words = 0
  let messages = 0

  return function excessOf(message: FromAgent | undefined): string | undefined {
    const nowMs = clock.elapsedMs()
    if (nowMs - beganMs >= SECOND_MS) {
      beganMs = nowMs
      words = 0
      messages = 0
    }
    messages += 1
    const isWord = message === undefined || message.event === 'carillon' || message.event === 'other'
    if (isWord) words += 1
    if (message?.event === 'too large') return 'a message without audio must have at most 64 kB'
    if (words > MAX_WORDS_PER_SECOND)
      return `it must send at most ${MAX_WORDS_PER_SECOND} messages without audio a second`
    return messages > MAX_MESSAGES_PER_SECOND
      ? `it must send at most ${MAX_MESSAGES_PER_SECOND} messages a second`
      : undefined
  }
}
