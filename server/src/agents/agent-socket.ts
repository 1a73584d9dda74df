// The WebSocket to an agent: which addresses are allowed, how the opening request is signed, and what its errors mean.
import { createHmac } from 'node:crypto'
import { WebSocket } from 'ws'
import { findAddressFault, guardedLookup, type OutgoingRules } from '../kernel/outgoing-address.ts'
import { signedHeaders } from '../kernel/secrets/signature.ts'

export interface AgentSocket {
  /** Does nothing unless it is open. */
  send(text: string): void
  ping(): void
  /** From its opening until its close is complete. */
  isConnected(): boolean
  /** What the agent has not taken yet. */
  unsentBytes(): number
  close(): void
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
/** As if the connection broke without a word. */
const ABNORMAL = 1006

interface SocketOptions {
  rules: OutgoingRules
  secret: string | undefined
  now: Date
  listener: SocketListener
}

export function openAgentSocket(url: string, options: SocketOptions): AgentSocket {
  const { rules, secret, now, listener } = options
  const address = readAddress(url)
  const fault = address ? findAddressFault(address, rules) : 'must begin with wss:// or ws://'
  if (!address || fault !== undefined) {
    // Later, as with any other failure.
    queueMicrotask(() => listener.onClose(ABNORMAL, `the address ${fault}`))
    const nothing = () => undefined
    return {
      send: nothing,
      ping: nothing,
      isConnected: () => false,
      unsentBytes: () => 0,
      close: nothing,
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
  socket.on('open', listener.onOpen)
  socket.on('message', (data, isBinary) => {
    if (!isBinary) listener.onMessage(String(data))
  })
  socket.on('pong', listener.onPong)
  socket.on('error', (error) => {
    reason = explain(error)
  })
  socket.on('close', (code, said) => {
    listener.onClose(
      code,
      reason ?? `it closed the connection with code ${code}${said.length > 0 ? ` (${said})` : ''}`,
    )
  })
  return {
    send: (text) => isOpen() && socket.send(text),
    ping: () => isOpen() && socket.ping(),
    isConnected: () => isOpen() || socket.readyState === WebSocket.CLOSING,
    unsentBytes: () => socket.bufferedAmount,
    close: () => socket.close(1000),
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
