// A request over the network of which only the beginning of the answer is waited for: some answers never end.

import type { MadeRequest } from './request-arbitraries.ts'

export interface Asked {
  status: number
  /** The media type without its parameters. */
  type: string
  /** Empty for a stream of events, which is left as soon as it has begun. */
  text: string
}

export async function ask(
  address: string,
  request: Pick<MadeRequest, 'url' | 'headers' | 'payload'> & { method: 'GET' | 'POST' },
): Promise<Asked> {
  const leaving = new AbortController()
  const { url, method, headers, payload } = request
  const init = { method, headers, signal: leaving.signal, ...(payload !== undefined && { body: payload }) }
  const response = await fetch(`${address}${url}`, init)
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0] ?? ''
  const isEndless = type === 'text/event-stream'
  const text = isEndless ? '' : await response.text()
  if (isEndless) leaving.abort()
  return { status: response.status, type, text }
}
