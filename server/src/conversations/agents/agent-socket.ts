// The WebSocket to an agent: which addresses are allowed, how the opening request is signed, and what its errors mean.
import { createHmac } from 'node:crypto'
import { WebSocket } from 'ws'
import { guarded } from '../../platform/kernel/guarded-listener.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import {
  findAddressFault,
  guardedLookup,
  type OutgoingRules,
} from '../../platform/kernel/outgoing-address.ts'
import { signedHeaders } from '../../platform/kernel/secrets/signature.ts'

export interface AgentSocket {
  /** Does nothing unless it is open. */
  send(text: string): void
  ping(): void
  /** From its opening until its close is complete. */
  isConnected(): boolean
  /** What the agent has not taken yet. */
  unsentBytes(): number
  close(): void
  /** Closes it with a reason for the agent, and reads nothing more. */
  refuse(reason: string): void
  /** Without waiting for the agent. */
  terminate(): void
}

export interface SocketListener {
  onOpen(): void
  onMessage(text: string): void
  onPong(): void
  /** Once, also if it was never open; the reason is for the log. */
  onClose(code: number, reason: string): void
}

/** An agent may send minutes of audio in one message. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
/** The close code of a connection that broke without a word. */
const ABNORMAL = 1006

export const POLICY_VIOLATION = 1008
/** How long an agent that was refused may take to hear why. */
const FAREWELL_MS = 1000
/** RFC 6455 leaves 123 bytes for it. */
const MAX_REASON = 120

interface SocketOptions {
  rules: OutgoingRules
  secret: string | undefined
  now: Date
  log: Log
  listener: SocketListener
}

export function openAgentSocket(url: string, options: SocketOptions): AgentSocket {
  const { rules, secret, now, log, listener } = options
  const address = readAddress(url)
  const fault = address ? findAddressFault(address, rules) : 'must begin with wss:// or ws://'
  if (!address || fault !== undefined) {
    // The listener is told later, as of any other failure.
    queueMicrotask(() => listener.onClose(ABNORMAL, `the address ${fault}`))
    const nothing = () => undefined
    return {
      send: nothing,
      ping: nothing,
      isConnected: () => false,
      unsentBytes: () => 0,
      close: nothing,
      refuse: nothing,
      terminate: nothing,
    }
  }
  const socket = new WebSocket(address, {
    headers: secret === undefined ? {} : proofFor(secret, now, url, address),
    lookup: guardedLookup(address, rules),
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  })
  const isOpen = () => socket.readyState === WebSocket.OPEN
  let reason: string | undefined
  /** Its call goes on as if the agent had died. */
  function fail(error: unknown): void {
    reason = `its message could not be handled: ${error instanceof Error ? error.message : error}`
    socket.terminate()
  }
  socket.on('open', guarded(listener.onOpen, fail))
  socket.on(
    'message',
    guarded((data: unknown, isBinary: boolean) => {
      if (!isBinary) listener.onMessage(String(data))
    }, fail),
  )
  socket.on('pong', guarded(listener.onPong, fail))
  socket.on('error', (error) => {
    reason = explain(error)
    // A frame that is too large, or not one: nothing that follows can be read, and the agent may never answer a farewell.
    socket.terminate()
  })
  socket.on(
    'close',
    guarded(
      (code: number, said: Buffer) =>
        listener.onClose(
          code,
          reason ?? `it closed the connection with code ${code}${said.length > 0 ? ` (${said})` : ''}`,
        ),
      (error) => log.error({ err: error }, 'the end of the connection to a voice agent was not handled'),
    ),
  )
  return {
    send: (text) => isOpen() && socket.send(text),
    ping: () => isOpen() && socket.ping(),
    isConnected: () => isOpen() || socket.readyState === WebSocket.CLOSING,
    unsentBytes: () => socket.bufferedAmount,
    close: () => socket.close(1000),
    refuse(said) {
      if (!isOpen()) return
      socket.close(POLICY_VIOLATION, said.slice(0, MAX_REASON))
      // Nothing more is read, so its own farewell is not either: the connection would stay for half a minute.
      socket.pause()
      setTimeout(() => socket.terminate(), FAREWELL_MS).unref()
    },
    terminate: () => socket.terminate(),
  }
}

/** Where the agent is, without what could be a secret. */
export function placeOf(url: string): string {
  const address = readAddress(url)
  return address ? `${address.protocol}//${address.host}${address.pathname}` : 'an address that is not one'
}

function readAddress(url: string): URL | undefined {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^wss?:$/.test(address.protocol)) return undefined
  // A WebSocket address has no fragment.
  address.hash = ''
  return address
}

/**
 * Our own signature covers the host and the time as well. The other one is what a bot written for Twilio checks, with the secret as
 * its token: the request has no parameters, so only the address is signed.
 */
function proofFor(secret: string, now: Date, url: string, address: URL): Record<string, string> {
  const { host, pathname, search } = address
  const path = `${pathname}${search}`
  return {
    ...signedHeaders(secret, now, { direction: 'request', method: 'GET', host, path, body: '' }),
    'x-twilio-signature': createHmac('sha1', secret).update(url).digest('base64'),
  }
}

function explain(error: Error & { code?: string }): string {
  const status = Number(/Unexpected server response: (\d+)/.exec(error.message)?.[1])
  if (status === 401 || status === 403)
    return `it answered ${status}: it does not accept this caller; does it check the signature with AGENT_SECRET?`
  if (status === 404) return 'it answered 404: there is nothing at this path'
  if (status >= 300 && status < 400)
    return `it answered ${status}: redirects are not followed; give the final address`
  if (status) return `it answered ${status} instead of opening a WebSocket`
  return error.code === undefined ? error.message : `it cannot be reached (${error.code})`
}
