// Webhooks as a receiver gets them: checks that one was sent by the service, and returns its event with its type. In the form of
// Standard Webhooks, with the Web Crypto of Node.js, Deno, Bun, workers and browsers.
import type { webhooks } from './generated/api.ts'

/** The event of a webhook; its `type` says what `data` is. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type]['post'] extends {
    requestBody: { content: { 'application/json': infer Event } }
  }
    ? Event
    : never
}[keyof webhooks]

/** Those of `fetch`, or an object with lower-case names, as Node.js has it. */
type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** Max difference between the time of the webhook and the clock here (default: 5 minutes). */
  toleranceSeconds?: number
  /** In milliseconds since 1970. */
  now?: () => number
}

/** The webhook is not from the service, or too old: answer 401. */
export class WebhookInvalid extends Error {
  override name = 'WebhookInvalid'
}

const DEFAULT_TOLERANCE_SECONDS = 300

/** `body` is the text of the request as it arrived, and `secret` begins with whsec_. */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new WebhookInvalid('the headers of a webhook are missing')
  const age = Math.abs(now() / 1000 - Number(timestamp))
  // Written so that an age that is not a number is refused too.
  if (!(age <= toleranceSeconds)) throw new WebhookInvalid(`the time of the webhook is ${age} seconds off`)
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const key = await importKey(secret)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const each of signatures.split(' ')) {
    const signature = each.startsWith('v1,') ? bytesOf(each.slice('v1,'.length)) : undefined
    // Compares in constant time.
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed)))
      return JSON.parse(text) as WebhookEvent
  }
  throw new WebhookInvalid('the signature of the webhook does not match')
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers['get'] === 'function') return headers.get(name) ?? undefined
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name]
  return typeof value === 'string' ? value : value?.[0]
}

function importKey(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0) throw new TypeError('the secret of a webhook is whsec_ and base64')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** Undefined if it is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
