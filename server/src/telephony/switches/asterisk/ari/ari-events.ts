// Parses the Asterisk events that matter to a call. All others are ignored.
import { type RtpQuality, readRtpVariable } from './rtp-quality.ts'

export type AriEvent =
  | { type: 'dialing'; id: string }
  /** The phone rings, or there is early media: the network may let it ring with that. */
  | { type: 'ringing'; id: string }
  /** The far end responded in another way, for example with a rejection whose cause comes with the end. */
  | { type: 'responded'; id: string; isFinal: boolean }
  | { type: 'up'; id: string; atMs: number }
  /** Answered, and waiting for our next command. */
  | { type: 'waiting'; id: string; atMs: number }
  /** Somebody calls by the trunk, and waits for our answer. `dialed`: the user in the request's address. */
  | { type: 'called in'; id: string; endpoint: string; callerNumber: string; dialed: string }
  | { type: 'destroyed'; id: string; atMs: number; cause: number; sipStatus: number | undefined }
  /** A hang-up was requested, by either side. */
  | { type: 'hanging up'; id: string }
  /** A playback has ended. One of ASTERISK_ON_ANSWER has the id of its call. */
  | { type: 'played'; id: string; hasFailed: boolean }
  | { type: 'key'; id: string; key: string }
  | { type: 'talk'; id: string; isTalking: boolean; talkMs: number }
  /** `id` is the recorded channel. */
  | { type: 'recorded'; id: string; name: string; hasFailed: boolean }
  /** How the sound of the call arrived: a part of it, just before its end. */
  | { type: 'measured'; id: string; quality: RtpQuality }
  | { type: 'endpoint'; endpoint: EndpointState }

export interface EndpointState {
  technology: string
  resource: string
  state: string
}

export interface Channel {
  id: string
  /** Such as `PJSIP/trunk-00000001`. */
  name?: string
  state: string
  /** Where it is in the dialplan. */
  dialplan?: { app_name?: string; exten?: string }
  caller?: { number?: string }
}

/** The first argument of a call that the dialplan sends to us because somebody calls in. */
export const INBOUND_ARGUMENT = 'inbound'

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

/** Needed in addition for calls that are under our control after the answer. */
export const CONTROL_EVENT_TYPES = [
  'PlaybackFinished',
  'ChannelHangupRequest',
  'ChannelDtmfReceived',
  'ChannelTalkingStarted',
  'ChannelTalkingFinished',
  'RecordingFinished',
  'RecordingFailed',
  'ChannelVarset',
] as const

interface Frame {
  type?: string
  application?: string
  timestamp?: string
  channel?: Channel
  args?: string[]
  peer?: Channel
  dialstatus?: string
  cause?: number
  tech_cause?: number
  playback?: { id: string; state?: string }
  recording?: { name: string; target_uri?: string }
  digit?: string
  duration?: number
  variable?: string
  value?: string
  endpoint?: EndpointState
}

/**
 * Every application gets its own copy of an event. One that we keep only for calls which were placed under it matters just
 * when such a call comes to it.
 */
export function readEvent(
  text: string,
  isOldApp: (name: string) => boolean = () => false,
): AriEvent | undefined {
  // Every variable of every channel is told, and few of them matter.
  if (text.includes('"ChannelVarset"') && !text.includes('"RTPAUDIOQOS')) return undefined
  const frame = parse(text)
  const isCopy = frame.application !== undefined && isOldApp(frame.application)
  if (isCopy && frame.type !== 'StasisStart') return undefined
  const { type, channel, peer, endpoint, playback, recording } = frame
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
  if (type === 'StasisStart' && channel && frame.args?.[0] === INBOUND_ARGUMENT && channel.state !== 'Up')
    return {
      type: 'called in',
      id: channel.id,
      endpoint: endpointOf(channel),
      callerNumber: channel.caller?.number ?? '',
      dialed: channel.dialplan?.exten ?? '',
    }
  if (type === 'StasisStart' && channel) return { type: 'waiting', id: channel.id, atMs }
  if (type === 'ChannelHangupRequest' && channel) return { type: 'hanging up', id: channel.id }
  if (type === 'PlaybackFinished' && playback)
    return { type: 'played', id: playback.id, hasFailed: playback.state === 'failed' }
  if (type === 'ChannelDtmfReceived' && channel)
    return { type: 'key', id: channel.id, key: (frame.digit ?? '').toUpperCase() }
  if ((type === 'ChannelTalkingStarted' || type === 'ChannelTalkingFinished') && channel)
    return {
      type: 'talk',
      id: channel.id,
      isTalking: type === 'ChannelTalkingStarted',
      talkMs: frame.duration ?? 0,
    }
  if ((type === 'RecordingFinished' || type === 'RecordingFailed') && recording)
    return {
      type: 'recorded',
      id: (recording.target_uri ?? '').replace(/^channel:/, ''),
      name: recording.name,
      hasFailed: type === 'RecordingFailed',
    }
  if (type === 'ChannelVarset' && channel) {
    const quality = readRtpVariable(frame.variable ?? '', frame.value ?? '')
    return quality && { type: 'measured', id: channel.id, quality }
  }
  if (endpoint) return { type: 'endpoint', endpoint }
  return undefined
}

function readDial(id: string, status: string, atMs: number): AriEvent {
  if (status === '') return { type: 'dialing', id }
  if (status === 'RINGING' || status === 'PROGRESS') return { type: 'ringing', id }
  if (status === 'ANSWER') return { type: 'up', id, atMs }
  return { type: 'responded', id, isFinal: status !== 'PROCEEDING' }
}

/** Such as `PJSIP/trunk`. */
export const endpointOf = ({ name = '' }: Channel) => name.replace(/-[0-9a-f]+$/, '')

/** What the state of a channel shows, in an event or in a list of channels. */
export function readState({ id, state }: Channel, atMs: number): AriEvent | undefined {
  if (state === 'Up') return { type: 'up', id, atMs }
  return state === 'Ringing' ? { type: 'ringing', id } : undefined
}

export function readChannels(body: unknown): Map<string, Channel> | undefined {
  if (!Array.isArray(body)) return undefined
  return new Map(body.map((channel: Channel) => [channel.id, channel]))
}

/** The names of the modules that run. */
export function readModules(body: unknown): Set<string> | undefined {
  if (!Array.isArray(body)) return undefined
  const running = body.filter(({ status }: { status?: string }) => status === 'Running')
  return new Set(running.map(({ name }: { name: string }) => name))
}

function parse(text: string): Frame {
  try {
    const frame: unknown = JSON.parse(text)
    return typeof frame === 'object' && frame !== null ? frame : {}
  } catch {
    return {}
  }
}
