// Sends one event to one address, signed as Standard Webhooks has it. Of the answer only the first bytes are read. The address is judged
// where the connection is made, see kernel/outgoing-address.ts, and redirects are not followed: they could lead anywhere.
import http from 'node:http'
import https from 'node:https'
import { Webhook } from 'standardwebhooks'
import { findAddressFault, guardedLookup, type OutgoingRules } from '../kernel/outgoing-address.ts'
import { toStorableText } from '../kernel/storable-text.ts'
import { VERSION } from '../kernel/version.ts'

export interface SendSettings {
  rules: OutgoingRules
  /** The answer must have begun by then, and is not read any longer. */
  timeoutMs: number
}

export interface Message {
  url: string
  id: string
  body: string
  /** One, or two for a while after a rotation. */
  secrets: string[]
  now: Date
}

export interface Answer {
  isTaken: boolean
  /** The receiver wants no more. */
  isGone: boolean
  httpStatus: number | null
  durationMs: number
  /** The first bytes of its body. */
  answer: string | null
  /** Why there is no answer. */
  error: string | null
}

export const WEBHOOK_TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 1024
const GONE = 410
/** Below what most servers use, so that a connection is not closed while a request is on its way. */
const IDLE_MS = 4000
const MAX_CONNECTIONS = 8

export interface Sender {
  send(message: Message, signal?: AbortSignal): Promise<Answer>
  close(): void
}

export function createSender({ rules, timeoutMs }: SendSettings): Sender {
  const options = {
    keepAlive: true,
    timeout: IDLE_MS,
    maxSockets: MAX_CONNECTIONS,
    maxFreeSockets: MAX_CONNECTIONS,
  }
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) }

  return {
    async send({ url, id, body, secrets, now }, signal) {
      const start = performance.now()
      const durationMs = () => Math.round(performance.now() - start)
      const nothing = { isTaken: false, isGone: false, httpStatus: null, answer: null }
      const address = new URL(url)
      const fault = findAddressFault(address, rules)
      if (fault !== undefined) return { ...nothing, durationMs: 0, error: `the address ${fault}` }
      const isOver = AbortSignal.timeout(timeoutMs)
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'user-agent': `Carillon/${VERSION}`,
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
      }
      const post = () =>
        new Promise<http.IncomingMessage>((resolve, reject) => {
          const { request } = address.protocol === 'https:' ? https : http
          const sent = request(address, {
            ...{ method: 'POST', headers, lookup: guardedLookup(address, rules) },
            agent: agents[address.protocol as keyof typeof agents],
            signal: signal ? AbortSignal.any([isOver, signal]) : isOver,
          })
          sent.once('response', resolve)
          sent.once('error', (error: NodeJS.ErrnoException) =>
            // The receiver closed the connection before it knew of the request.
            reject(sent.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection() : error),
          )
          sent.end(body)
        })
      try {
        const answer = await post().catch((error) => {
          if (error instanceof StaleConnection) return post()
          throw error
        })
        const status = answer.statusCode ?? 0
        const text = await firstBytes(answer)
        return {
          ...{ isTaken: status >= 200 && status < 300, isGone: status === GONE, httpStatus: status },
          ...{ durationMs: durationMs(), answer: text, error: null },
        }
      } catch (error) {
        const why = isOver.aborted ? `no answer within ${timeoutMs / 1000} seconds` : reasonOf(error)
        return { ...nothing, durationMs: durationMs(), error: why }
      }
    },

    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

class StaleConnection extends Error {}

/** The status is known by now, so an answer that breaks off or never ends does not matter. A short one leaves its connection open. */
async function firstBytes(answer: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of answer) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > MAX_ANSWER_BYTES) break
    }
  } catch {
    // What has arrived is enough.
  }
  const read = Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES)
  return toStorableText(new TextDecoder().decode(read))
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  const why = message || code || String(error)
  return toStorableText(why).slice(0, MAX_ANSWER_BYTES)
}
