// Requests to the provider: through the guard of outgoing addresses, without redirects, and with an answer that has a limit. Each has a connection of
// its own, so that none is used that was judged by other rules.
import http from 'node:http'
import https from 'node:https'
import { urlToHttpOptions } from 'node:url'
import { guarded } from '../../../platform/kernel/guarded-listener.ts'
import {
  AddressRefused,
  findAddressFault,
  guardedLookup,
  type OutgoingRules,
} from '../../../platform/kernel/outgoing-address.ts'

/** As `fetch`, of which only this is used. */
export type GuardedFetch = (url: string, options: FetchOptions) => Promise<Response>

interface FetchOptions {
  method?: string
  headers?: Headers | Record<string, string>
  body?: unknown
  signal?: AbortSignal
}

const MAX_ANSWER_BYTES = 1024 * 1024

export function createGuardedFetch(rules: OutgoingRules): GuardedFetch {
  return (url, { method = 'GET', headers, body, signal }) => {
    const address = new URL(url)
    const fault = findAddressFault(address, rules)
    if (fault !== undefined) return Promise.reject(new AddressRefused(`${address.hostname} ${fault}`))
    const { request } = address.protocol === 'https:' ? https : http
    const content = body instanceof URLSearchParams || typeof body === 'string' ? String(body) : undefined
    return new Promise((resolve, reject) => {
      const sent = request({
        ...urlToHttpOptions(address),
        ...{ method, agent: false, lookup: guardedLookup(address, rules), signal },
        headers: {
          ...Object.fromEntries(new Headers(headers)),
          ...(content !== undefined && { 'content-length': Buffer.byteLength(content) }),
        },
      })
      sent.on('error', reject)
      sent.on(
        'response',
        guarded((answer: http.IncomingMessage) => {
          readAll(answer)
            .then((bytes) => {
              const status = answer.statusCode ?? 0
              const given = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
                values.map((value): [string, string] => [name, value]),
              )
              const hasBody = status !== 204 && status !== 304
              resolve(new Response(hasBody ? new Uint8Array(bytes) : null, { status, headers: given }))
            })
            .catch(reject)
        }, reject),
      )
      sent.end(content)
    })
  }
}

async function readAll(answer: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`the answer has more than ${MAX_ANSWER_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
