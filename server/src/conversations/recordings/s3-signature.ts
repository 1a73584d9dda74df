// Signs a request to an S3-compatible store: AWS Signature Version 4.
import { createHash, createHmac } from 'node:crypto'

export interface UnsignedRequest {
  method: 'GET' | 'PUT' | 'DELETE'
  /** Its path has no character that would need encoding. */
  url: URL
  /** Names in lower case. */
  headers: Record<string, string>
  body?: Uint8Array | undefined
}

interface Signer {
  region: string
  accessKey: string
  secretKey: string
  now: Date
}

/** The headers to send: those given, and what the signature needs. */
export function signRequest(
  { method, url, headers, body }: UnsignedRequest,
  { region, accessKey, secretKey, now }: Signer,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const contentHash = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': contentHash,
    'x-amz-date': time,
  }
  const names = Object.keys(all).sort()
  const signedHeaders = names.join(';')
  const request = [
    method,
    url.pathname,
    '',
    ...names.map((name) => `${name}:${all[name]}`),
    '',
    signedHeaders,
    contentHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(request).digest('hex')].join(
    '\n',
  )
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  const signature = hmac(key, toSign).toString('hex')
  // The client that sends the request sets `host` itself.
  const { host: _host, ...sent } = all
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
  }
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
