// The phone in this browser: it registers with Asterisk over a WebSocket of the service, and takes one call at a time. jssip is large, so this file is
// loaded when somebody uses the phone.
import { UA } from 'jssip'
import type { RTCSession } from 'jssip/lib/RTCSession'
import { createPhoneSocket } from './phone-socket.ts'

export interface PhoneAccount {
  id: string
  username: string
  password: string
  path: string
}

/** `lost`: Asterisk cannot be reached, or no longer knows the phone. */
export type PhoneEvent = 'ready' | 'ringing' | 'talking' | 'ended' | 'lost'

export interface BrowserPhone {
  /** Of the own phone. */
  id: string
  answer(): void
  press(key: string): void
  hangUp(): void
  /** Lets the microphone go. */
  close(): void
}

interface PhoneOptions {
  account: PhoneAccount
  microphone: MediaStream
  onEvent(event: PhoneEvent): void
  /** What the other side says. */
  onSound(sound: MediaStream): void
}

const BUSY = 486

export function openBrowserPhone({ account, microphone, onEvent, onSound }: PhoneOptions): BrowserPhone {
  const { id, username, password, path } = account
  const url = new URL(path, window.location.href.replace(/^http/, 'ws')).href
  let call: RTCSession | undefined
  const agent = new UA({
    sockets: createPhoneSocket(url, password),
    // The name of the domain does not matter to Asterisk.
    uri: `sip:${username}@carillon.invalid`,
    password,
    register_expires: 120,
    session_timers: false,
  })
  agent.on('registered', () => onEvent('ready'))
  agent.on('registrationFailed', () => onEvent('lost'))
  agent.on('disconnected', () => onEvent('lost'))
  agent.on('newRTCSession', ({ session }: { session: RTCSession }) => {
    if (call || session.direction !== 'incoming') {
      session.terminate({ status_code: BUSY })
      return
    }
    call = session
    const end = () => {
      call = undefined
      onEvent('ended')
    }
    session.on('peerconnection', ({ peerconnection }) => {
      peerconnection.addEventListener('track', ({ track }) => onSound(new MediaStream([track])))
    })
    session.on('confirmed', () => onEvent('talking'))
    session.on('ended', end)
    session.on('failed', end)
    onEvent('ringing')
  })
  agent.start()
  return {
    id,
    answer: () => call?.answer({ mediaStream: microphone, pcConfig: { iceServers: [] } }),
    press: (key) => call?.sendDTMF(key, { transportType: 'RFC2833' as never, duration: 120 }),
    hangUp: () => call?.terminate(),
    close() {
      agent.stop()
      for (const track of microphone.getTracks()) track.stop()
    },
  }
}
