// Parses the FreeSWITCH events that matter to a call. All others are ignored.
import type { EslEvent } from './esl-connection.ts'

export type ChannelEvent =
  | ({ type: 'created' } & Channel)
  | ({ type: 'ringing' } & Channel)
  | ({ type: 'answered'; atMs: number | undefined } & Channel)
  | ({ type: 'ended' } & LastEvent & Channel)
  | CallEvent
  /** The command that placed the call has ended. */
  | { type: 'job'; id: string; failure: string | undefined }

/** Something that happens in a call while it is up. */
export type CallEvent =
  | { type: 'key'; id: string; key: string }
  /** A sound has begun. */
  | { type: 'playing'; id: string }
  /** It talks to another channel. */
  | { type: 'bridged'; id: string }
  /** An application has ended that was started under this name. `disposition`: how its own originate went, if it was a bridge. */
  | { type: 'executed'; id: string; name: string; response: string; disposition: string }

interface Channel {
  id: string
  /** Placed by any node of this service. */
  isOurs: boolean
}

export interface LastEvent {
  cause: string
  sipStatus: number | undefined
  /** The result of the last application that ran on the call. */
  response: string | undefined
  /** It was under our control. */
  hasFlow: boolean
  hasRung: boolean
  /** By FreeSWITCH's clock; undefined if it was not answered. */
  talkMs: number | undefined
}

/** Set for a call that is under our control. */
export const FLOW_VARIABLE = 'carillon_flow'

/** The events that we subscribe to. */
export const CHANNEL_EVENTS = [
  'CHANNEL_CREATE',
  'CHANNEL_PROGRESS',
  'CHANNEL_PROGRESS_MEDIA',
  'CHANNEL_ANSWER',
  'CHANNEL_HANGUP_COMPLETE',
  'CHANNEL_EXECUTE_COMPLETE',
  'CHANNEL_BRIDGE',
  'PLAYBACK_START',
  'DTMF',
  'BACKGROUND_JOB',
] as const

export function readChannelEvent(event: EslEvent): ChannelEvent | undefined {
  const name = event['Event-Name']
  if (name === 'BACKGROUND_JOB') {
    const id = event['Job-UUID']
    return id === undefined ? undefined : { type: 'job', id, failure: readFailure(event['_body'] ?? '') }
  }
  const id = event['Unique-ID']
  if (id === undefined) return undefined
  const isOurs = event['variable_carillon_attempt_id'] === id
  switch (name) {
    case 'CHANNEL_CREATE':
      return { type: 'created', id, isOurs }
    case 'CHANNEL_PROGRESS':
    case 'CHANNEL_PROGRESS_MEDIA':
      return { type: 'ringing', id, isOurs }
    case 'CHANNEL_ANSWER':
      return { type: 'answered', id, isOurs, atMs: readTime(event['Caller-Channel-Answered-Time']) }
    case 'CHANNEL_HANGUP_COMPLETE':
      return {
        type: 'ended',
        id,
        isOurs,
        cause: event['Hangup-Cause'] ?? event['variable_hangup_cause'] ?? 'NONE',
        sipStatus: readSipStatus(event),
        response: event['variable_current_application_response'],
        hasFlow: hasFlow(event),
        hasRung: hasRung(event),
        talkMs: readTalk(event),
      }
    default:
      // The applications of a call that was hung up end, too, and say that they failed.
      return event['Answer-State'] === 'hangup' ? undefined : readCallEvent(id, event)
  }
}

function hasFlow(event: EslEvent): boolean {
  return event[`variable_${FLOW_VARIABLE}`] === 'true'
}

function readCallEvent(id: string, event: EslEvent): CallEvent | undefined {
  const { 'Application-UUID': name, 'DTMF-Digit': key } = event
  switch (event['Event-Name']) {
    case 'DTMF':
      // This event has no variables, so it does not show whether the call has a flow.
      return key !== undefined && /^[0-9*#]$/.test(key) ? { type: 'key', id, key } : undefined
    case 'PLAYBACK_START':
      return hasFlow(event) ? { type: 'playing', id } : undefined
    case 'CHANNEL_BRIDGE':
      return hasFlow(event) ? { type: 'bridged', id } : undefined
    case 'CHANNEL_EXECUTE_COMPLETE':
      if (name === undefined || !hasFlow(event)) return undefined
      return {
        type: 'executed',
        id,
        name,
        response: event['Application-Response'] ?? '',
        disposition: event['variable_originate_disposition'] ?? '',
      }
    default:
      return undefined
  }
}

/** `-ERR USER_BUSY`; a successful command returns `+OK` and the id. */
function readFailure(body: string): string | undefined {
  const text = body.trim()
  if (text.startsWith('+OK')) return undefined
  return /^-ERR\s+(\S+)/.exec(text)?.[1] ?? text.slice(0, 80)
}

function readSipStatus(event: EslEvent): number | undefined {
  const text =
    event['variable_sip_term_status'] ??
    /^sip:(\d{3})$/.exec(event['variable_proto_specific_hangup_cause'] ?? '')?.[1]
  return text !== undefined && /^\d{3}$/.test(text) ? Number(text) : undefined
}

/** Microseconds since 1970; 0 is never. */
function readTime(text: string | undefined): number | undefined {
  const time = Number(text ?? 0) / 1000
  return time > 0 ? time : undefined
}

/** Ringing, or an announcement. */
function hasRung(event: EslEvent): boolean {
  const times = [event['Caller-Channel-Progress-Time'], event['Caller-Channel-Progress-Media-Time']]
  return times.some((time) => readTime(time) !== undefined)
}

function readTalk(event: EslEvent): number | undefined {
  const answered = readTime(event['Caller-Channel-Answered-Time'])
  const hungUp = readTime(event['Caller-Channel-Hangup-Time'])
  return answered === undefined || hungUp === undefined ? undefined : Math.max(0, hungUp - answered)
}
