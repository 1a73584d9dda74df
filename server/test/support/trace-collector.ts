// A collector of traces: keeps the spans that are posted to it, and answers as it is told.

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, unknown>
  events: string[]
  links: { traceId: string; spanId: string }[]
  status: { code?: number }
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: string; doubleValue?: number; boolValue?: boolean }
}

type WrittenSpan = Omit<ReceivedSpan, 'attributes' | 'events'> & {
  attributes: Attribute[]
  events: { name: string }[]
}

interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string
}

export async function createTraceCollector() {
  const requests: { path: string; headers: IncomingHttpHeaders; body: string }[] = []
  /** What it answers next; undefined: nothing at all. */
  let answer: () => Answer | undefined = () => ({})
  const server = createServer(async (request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers, body: await text(request) })
    const given = answer()
    if (given) response.writeHead(given.status ?? 200, given.headers).end(given.body ?? '{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    requests,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers(next: () => Answer | undefined): void {
      answer = next
    },
    spans: (): ReceivedSpan[] => requests.flatMap(({ body }) => spansOf(body)),
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function spansOf(body: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: { scopeSpans: { spans: WrittenSpan[] }[] }[]
  }
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map((span) => ({
      ...span,
      attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
      events: span.events.map(({ name }) => name),
    }))
}
