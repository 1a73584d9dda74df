// A receiver of webhooks as a customer would write it: it knows nothing but the package `standardwebhooks` and the secret.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Webhook } from 'standardwebhooks'

export interface Received {
  id: string
  type: string
  timestamp: string
  data: Record<string, unknown>
}

export interface WebhookReceiver {
  url: string
  /** Verified, in the order of their arrival; with those that came again. */
  received: Received[]
  /** Requests whose signature was wrong. */
  refused: number
  /** With it, the answer to a verified event; without it, 204. */
  answer?: ((event: Received, response: ServerResponse) => void) | undefined
  verify: Webhook[]
  close(): Promise<void>
}

export async function startReceiver(port = 0): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = { url: '', received: [], refused: 0, verify: [], close }
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy())
  })
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = request.headers as Record<string, string>
    const body = Buffer.concat(chunks).toString()
    const verified = receiver.verify.map((webhook) => tryVerify(webhook, body, headers))
    const event = verified.find((each) => each !== undefined)
    if (!event) {
      receiver.refused += 1
      response.writeHead(401).end('wrong signature')
      return
    }
    const received = { ...event, id: headers['webhook-id'] ?? '' }
    if (!receiver.answer) receiver.received.push(received)
    if (receiver.answer) receiver.answer(received, response)
    else response.writeHead(204).end()
  }
  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}

function tryVerify(webhook: Webhook, body: string, headers: Record<string, string>): Received | undefined {
  try {
    return webhook.verify(body, headers) as Received
  } catch {
    return undefined
  }
}
