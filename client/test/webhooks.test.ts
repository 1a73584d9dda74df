// Verifies webhooks that are signed as the service signs them.
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { verifyWebhook, WebhookInvalid } from '../src/webhooks.ts'

const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
const OTHER = `whsec_${Buffer.from('another secret of that same length').toString('base64')}`
const SENT = new Date('2026-03-02T09:00:00Z')
const body = JSON.stringify({ type: 'task.status', timestamp: SENT.toISOString(), data: { taskName: '春' } })

function headersOf(...secrets: string[]): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign('msg_1', SENT, body))
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(SENT.getTime() / 1000),
    'webhook-signature': signatures.join(' '),
  }
}

const at = (seconds: number) => ({ now: () => SENT.getTime() + seconds * 1000 })

describe('a webhook', () => {
  it.each([
    ['text and an object', body, headersOf(SECRET)],
    ['bytes and Headers', Buffer.from(body), new Headers(headersOf(SECRET))],
    ['two signatures, during a rotation', body, headersOf(OTHER, SECRET)],
  ])('is verified, with %s', async (_with, given, headers) => {
    expect(await verifyWebhook(given, headers, SECRET, at(10))).toEqual(JSON.parse(body))
  })

  it.each([
    ['another secret', body, headersOf(OTHER), 0],
    ['another body', body.replace('春', '夏'), headersOf(SECRET), 0],
    ['another id', body, { ...headersOf(SECRET), 'webhook-id': 'msg_2' }, 0],
    ['a time that is too old', body, headersOf(SECRET), 301],
    ['a time that is to come', body, headersOf(SECRET), -301],
    ['a time that is none', body, { ...headersOf(SECRET), 'webhook-timestamp': 'now' }, 0],
    ['no signature', body, { ...headersOf(SECRET), 'webhook-signature': '' }, 0],
    ['a signature that is none', body, { ...headersOf(SECRET), 'webhook-signature': 'v1,# v2,AAAA x' }, 0],
    ['no headers', body, {}, 0],
  ])('is refused with %s', async (_with, given, headers, seconds) => {
    await expect(verifyWebhook(given, headers, SECRET, at(seconds))).rejects.toBeInstanceOf(WebhookInvalid)
  })

  it('cannot be verified with a secret that is none', async () => {
    await expect(verifyWebhook(body, headersOf(SECRET), 'whsec_#', at(0))).rejects.toThrow(
      'whsec_ and base64',
    )
  })
})
