// An S3-compatible store for tests. It verifies the signature of each request from the bytes that arrive, by the rules of AWS
// Signature Version 4, on its own.

import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export const S3_KEYS = { accessKey: 'AKIDEXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

export interface S3StandIn {
  endpoint: string
  /** By path, with the bucket. */
  files: Map<string, Buffer>
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

export async function createS3StandIn(): Promise<S3StandIn> {
  const files = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const problem = findProblem(request, body)
    if (problem) return response.writeHead(403).end(`<Error><Message>${problem}</Message></Error>`)
    const path = request.url ?? ''
    const file = files.get(path)
    if (request.method === 'PUT') {
      files.set(path, body)
      return response.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      files.delete(path)
      return response.writeHead(204).end()
    }
    if (!file) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    const [, first = '0', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    return response.writeHead(206).end(file.subarray(Number(first), Number(last) + 1))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, files }
}

function findProblem({ method, url, headers }: IncomingMessage, body: Buffer): string | undefined {
  const [, key, day = '', region = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (key !== S3_KEYS.accessKey) return 'InvalidAccessKeyId'
  if (sha256(body) !== headers['x-amz-content-sha256']) return 'XAmzContentSHA256Mismatch'
  const names = signed.split(';')
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.includes(name)))
    return 'headers that must be signed are not'
  const time = String(headers['x-amz-date'])
  const canonical = [
    `${method}\n${url}\n`,
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    `\n${signed}\n${sha256(body)}`,
  ].join('\n')
  const toSign = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${sha256(canonical)}`
  const dayKey = hmac(`AWS4${S3_KEYS.secretKey}`, day)
  const expected = hmac(hmac(hmac(hmac(dayKey, region), 's3'), 'aws4_request'), toSign).toString('hex')
  return expected === signature ? undefined : 'SignatureDoesNotMatch'
}
