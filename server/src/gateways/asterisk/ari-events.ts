// Parses the Asterisk events that matter to a call. All others are ignored.

export type AriEvent =
  | { type: 'dialing'; id: string }
  | { type: 'ringing'; id: string }
  /** The far end responded in another way: early media, or a rejection whose cause comes with the end. */
  | { type: 'responded'; id: string }
  | { type: 'up'; id: string; atMs: number }
  /** Answered, and waiting for our next command. */
  | { type: 'waiting'; id: string; atMs: number }
  | { type: 'destroyed'; id: string; atMs: number; cause: number; sipStatus: number | undefined }
  /** A hang-up was requested, by either side. */
  | { type: 'hanging up'; id: string }
  /** A playback has ended. It has the id of its call. */
  | { type: 'played'; id: string; hasFailed: boolean }
  | { type: 'endpoint'; endpoint: EndpointState }

export interface EndpointState {
  technology: string
  resource: string
  state: string
}

export interface Channel {
  id: string
  state: string
}

/** The event types that we subscribe to. */
export const EVENT_TYPES = [
  'Dial',
  'ChannelStateChange',
  'ChannelDestroyed',
  'StasisStart',
  'PeerStatusChange',
  'ContactStatusChange',
  'EndpointStateChange',
] as const

/** Needed in addition if a sound is played to callees. */
export const SOUND_EVENT_TYPES = ['PlaybackFinished', 'ChannelHangupRequest'] as const

interface Frame {
  type?: string
  timestamp?: string
  channel?: Channel
  peer?: Channel
  dialstatus?: string
  cause?: number
  tech_cause?: number
  playback?: { id: string; state?: string }
  endpoint?: EndpointState
}

export function readEvent(text: string): AriEvent | undefined {
  const frame = parse(text)
  const { type, channel, peer, endpoint, playback } = frame
  const atMs = Date.parse(frame.timestamp ?? '')
  if (type === 'Dial' && peer) return readDial(peer.id, frame.dialstatus ?? '', atMs)
  if (type === 'ChannelStateChange' && channel) return readState(channel, atMs)
  if (type === 'ChannelDestroyed' && channel)
    return {
      type: 'destroyed',
      id: channel.id,
      atMs,
      cause: frame.cause ?? 0,
      sipStatus: frame.tech_cause,
    }
  if (type === 'StasisStart' && channel) return { type: 'waiting', id: channel.id, atMs }
  if (type === 'ChannelHangupRequest' && channel) return { type: 'hanging up', id: channel.id }
  if (type === 'PlaybackFinished' && playback)
    return { type: 'played', id: playback.id, hasFailed: playback.state === 'failed' }
  if (endpoint) return { type: 'endpoint', endpoint }
  return undefined
}

function readDial(id: string, status: string, atMs: number): AriEvent {
  if (status === '') return { type: 'dialing', id }
  if (status === 'RINGING') return { type: 'ringing', id }
  return status === 'ANSWER' ? { type: 'up', id, atMs } : { type: 'responded', id }
}

/** Also used for a channel from a list of channels. */
export function readState({ id, state }: Channel, atMs: number): AriEvent | undefined {
  if (state === 'Up') return { type: 'up', id, atMs }
  return state === 'Ringing' ? { type: 'ringing', id } : undefined
}

export function readChannels(body: unknown): Map<string, Channel> | undefined {
  if (!Array.isArray(body)) return undefined
  return new Map(body.map((channel: Channel) => [channel.id, channel]))
}

function parse(text: string): Frame {
  try {
    const frame: unknown = JSON.parse(text)
    return typeof frame === 'object' && frame !== null ? frame : {}
  } catch {
    return {}
  }
}
