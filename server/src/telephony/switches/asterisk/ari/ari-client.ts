// Requests to Asterisk's REST interface. Its listen queue is short, so only a few requests run at a time. Each has a
// timeout, and a failure says whether the request may have reached Asterisk.
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Clock } from '../../../../platform/kernel/clock.ts'
import { guarded } from '../../../../platform/kernel/guarded-listener.ts'
import { codeOf, wasNotSent } from '../../network-errors.ts'
import { createRequestTurns } from '../../request-turns.ts'
import type { AsteriskSwitchSettings } from '../asterisk-settings.ts'

interface AriAnswer {
  status: number
  /** The parsed body, if it is JSON. */
  readonly body: unknown
  readonly bytes: Uint8Array
}

interface AriRequest {
  body?: object
  /** The request is not sent if it waited longer than this for its turn. */
  maxWaitMs?: number
  /** For an answer that may be long. */
  timeoutMs?: number
}

/** How the interface is reached. */
export type AriAccess = Pick<AsteriskSwitchSettings, 'url' | 'username' | 'password'>

export type AriClient = ReturnType<typeof createAriClient>

export class AriFailed extends Error {
  override name = 'AriFailed'
  /** Whether it is certain that the request did not reach Asterisk. */
  readonly wasNotSent: boolean
  /** It was not sent because it waited too long behind other requests. */
  readonly wasTooLate: boolean
  constructor(message: string, facts: { wasNotSent: boolean; wasTooLate?: boolean; cause?: unknown }) {
    super(message, { cause: facts.cause })
    this.wasNotSent = facts.wasNotSent
    this.wasTooLate = facts.wasTooLate ?? false
  }
}

const MAX_CONCURRENT_REQUESTS = 8
const IDLE_MS = 10_000

interface AriClientOptions {
  settings: AriAccess
  clock: Clock
  timeoutMs: number
}

export function createAriClient({ settings, clock, timeoutMs: maxMs }: AriClientOptions) {
  const turns = createRequestTurns(clock, MAX_CONCURRENT_REQUESTS)
  const base = new URL(settings.url)
  const authorization = basicAuthorization(settings)
  const { Agent, request } = base.protocol === 'https:' ? https : http
  // Asterisk closes connections that are idle for 15 seconds: we close them first.
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONCURRENT_REQUESTS, timeout: IDLE_MS })
  const target = {
    agent,
    host: base.hostname.replace(/^\[|\]$/g, ''),
    port: base.port,
  }

  function exchange(
    method: string,
    path: string,
    { body, timeoutMs = maxMs }: AriRequest,
  ): Promise<AriAnswer> {
    return new Promise((resolve, reject) => {
      const text = body && JSON.stringify(body)
      const headers = { authorization, ...(text && { 'content-type': 'application/json' }) }
      const sent = request({ ...target, method, path: base.pathname + path, headers })
      const fail = (error: unknown) => {
        clearTimeout(limit)
        reject(explain(error, settings.url))
      }
      const limit = setTimeout(() => sent.destroy(new TimedOut()), timeoutMs)
      sent.on('error', fail)
      function read(response: IncomingMessage): void {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', fail)
        response.on('end', () => {
          clearTimeout(limit)
          // Parsed on demand: for most answers only the status matters.
          resolve({
            status: response.statusCode ?? 0,
            get body() {
              return parseJson(Buffer.concat(chunks).toString())
            },
            get bytes() {
              return Buffer.concat(chunks)
            },
          })
        })
      }
      sent.on('response', guarded(read, fail))
      sent.end(text)
    })
  }

  return {
    /** Resolves with any HTTP response; rejects with AriFailed if there is none. */
    async send(method: string, path: string, request: AriRequest = {}): Promise<AriAnswer> {
      const answer = await turns.take(() => exchange(method, path, request), request.maxWaitMs)
      if (answer) return answer
      throw new AriFailed(`Asterisk at ${settings.url} is too slow: a call waited too long to be placed`, {
        wasNotSent: true,
        wasTooLate: true,
      })
    },

    close: () => agent.destroy(),
  }
}

class TimedOut extends Error {}

export function basicAuthorization({ username, password }: AriAccess): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** What an error status means, in a sentence for the operator. */
export function explainStatus(status: number, body: unknown, url: string): string {
  switch (status) {
    case 401:
      return 'Asterisk refuses ARI_USERNAME and ARI_PASSWORD (401): see ari.conf'
    case 403:
      return 'Asterisk lets the ARI user only read (403): set read_only = no in ari.conf'
    case 404:
      return `there is no Asterisk REST interface at ${url} (404): is it enabled in ari.conf and http.conf?`
    case 503:
      return 'Asterisk is still starting (503)'
    default:
      return `Asterisk answers ${status}${messageOf(body)}`
  }
}

/** Asterisk's own error message, if there is one. */
export function messageOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return ''
  const message = 'message' in body ? body.message : 'error' in body ? body.error : undefined
  return typeof message === 'string' ? `: ${message}` : ''
}

function explain(error: unknown, url: string): AriFailed {
  const code = codeOf(error)
  if (error instanceof TimedOut)
    return new AriFailed(`Asterisk at ${url} does not answer in time`, { wasNotSent: false, cause: error })
  return new AriFailed(`Asterisk at ${url} cannot be reached (${code ?? 'no reason given'})`, {
    wasNotSent: wasNotSent(code),
    cause: error,
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: an error page or an empty body. The status is enough.
    return undefined
  }
}
