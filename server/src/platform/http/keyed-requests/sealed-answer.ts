// Answers as they are stored: readable only with the token that the request came with, because an answer may hold a secret that is shown
// once, or personal data.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

export interface KeptAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What seals the answer to one request. */
export function secretOf(token: string, key: string): Buffer {
  return createHmac('sha256', token).update(key).digest()
}

export function seal(secret: Buffer, { status, headers, body }: KeptAnswer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, secret, nonce)
  const head = Buffer.from(`${JSON.stringify({ status, headers })}\n`)
  const sealed = [cipher.update(head), cipher.update(body), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed])
}

export function unseal(secret: Buffer, sealed: Buffer): KeptAnswer {
  const body = sealed.subarray(NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(CIPHER, secret, sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const opened = Buffer.concat([decipher.update(body), decipher.final()])
  const end = opened.indexOf('\n')
  return { ...JSON.parse(opened.toString('utf8', 0, end)), body: opened.subarray(end + 1) }
}
