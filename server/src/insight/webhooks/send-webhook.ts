// Sends one event to one address, signed as Standard Webhooks has it. Of the answer only the first bytes are read. The address is judged
// where the connection is made, see kernel/outgoing-address.ts, and redirects are not followed: they could lead anywhere.
import { createHmac } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { urlToHttpOptions } from 'node:url'
import type { Clock } from '../../platform/kernel/clock.ts'
import {
  findAddressFault,
  guardedLookup,
  type OutgoingRules,
} from '../../platform/kernel/outgoing-address.ts'
import { toStorableText } from '../../platform/kernel/storable-text.ts'
import { VERSION } from '../../platform/kernel/version.ts'

export interface SendSettings {
  rules: OutgoingRules
  clock: Pick<Clock, 'elapsedMs'>
  /** The answer must have begun by then, and is not read any longer. */
  timeoutMs: number
}

export interface Message {
  url: string
  id: string
  body: string
  /** One, or two for a while after a rotation; none: it is not signed. */
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
/** The receiver wants no more. */
export const GONE = 410
/** Below what most servers use, so that a connection is not closed while a request is on its way. */
const IDLE_MS = 4000
const MAX_CONNECTIONS = 8

export interface Sender {
  send(message: Message): Promise<Answer>
  /** Cuts off what is on its way. */
  close(): void
}

export function createSender({ rules, clock, timeoutMs }: SendSettings): Sender {
  const options = {
    keepAlive: true,
    timeout: IDLE_MS,
    maxSockets: MAX_CONNECTIONS,
    maxFreeSockets: MAX_CONNECTIONS,
  }
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) }
  const sending = new Set<http.ClientRequest>()
  let target = { url: '', fault: undefined as string | undefined, request: http.request, options: {} }

  /** A webhook has one address for weeks. */
  function targetOf(url: string): typeof target {
    if (target.url === url) return target
    const address = new URL(url)
    const agent = agents[address.protocol as keyof typeof agents]
    target = {
      ...{ url, fault: findAddressFault(address, rules) },
      request: address.protocol === 'https:' ? https.request : http.request,
      options: { ...urlToHttpOptions(address), method: 'POST', lookup: guardedLookup(address, rules), agent },
    }
    return target
  }

  return {
    async send({ url, id, body, secrets, now }) {
      const startMs = clock.elapsedMs()
      const durationMs = () => Math.round(clock.elapsedMs() - startMs)
      const nothing = { isTaken: false, isGone: false, httpStatus: null, answer: null }
      const { fault, request, options } = targetOf(url)
      if (fault !== undefined) return { ...nothing, durationMs: 0, error: `the address ${fault}` }
      const timestamp = Math.floor(now.getTime() / 1000)
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'user-agent': `Carillon/${VERSION}`,
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        ...(secrets.length > 0 && {
          'webhook-signature': secrets.map((secret) => sign(secret, `${id}.${timestamp}.${body}`)).join(' '),
        }),
      }
      const post = async () => {
        const sent = request({ ...options, headers })
        // A timer, because an AbortSignal for each request takes longer than its signature.
        const timer = setTimeout(() => {
          sent.destroy(new Error(`no answer within ${timeoutMs / 1000} seconds`))
        }, timeoutMs - durationMs())
        sending.add(sent)
        try {
          const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
            sent.once('response', resolve)
            sent.on('error', (error: NodeJS.ErrnoException) =>
              // The receiver closed the connection before it knew of the request.
              reject(sent.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection() : error),
            )
            sent.end(body)
          })
          return { status: answer.statusCode ?? 0, text: await firstBytes(answer) }
        } finally {
          clearTimeout(timer)
          sending.delete(sent)
        }
      }
      try {
        const { status, text } = await post().catch((error) => {
          if (error instanceof StaleConnection) return post()
          throw error
        })
        return {
          ...{ isTaken: status >= 200 && status < 300, isGone: status === GONE, httpStatus: status },
          ...{ durationMs: durationMs(), answer: text, error: null },
        }
      } catch (error) {
        return { ...nothing, durationMs: durationMs(), error: reasonOf(error) }
      }
    },

    close() {
      for (const sent of sending) sent.destroy(new Error('closed'))
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

class StaleConnection extends Error {}

/** A secret is whsec_ and the key in base64. */
function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

/** The status is known by now, so an answer that breaks off or never ends does not matter. A short one leaves its connection open. */
function firstBytes(answer: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) answer.destroy()
  })
  // What has arrived is enough.
  answer.on('error', () => undefined)
  return new Promise((resolve) => {
    answer.once('close', () => {
      const read = Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES)
      resolve(toStorableText(new TextDecoder().decode(read)))
    })
  })
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  const why = message || code || String(error)
  return toStorableText(why).slice(0, MAX_ANSWER_BYTES)
}
