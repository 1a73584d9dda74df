// Recordings in an S3-compatible store, addressed by path, which all of them understand.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { S3Settings } from './recording-settings.ts'
import type { RecordingStore } from './recording-store.ts'
import { signRequest, type UnsignedRequest } from './s3-signature.ts'

const MAX_REQUEST_MS = 60_000
const SHOWN_ERROR = 300

export function createS3Store(settings: S3Settings, clock: Clock): RecordingStore {
  const { endpoint, bucket, prefix } = settings
  const urlOf = (file: string) => new URL(`/${bucket}/${prefix}${file}`, endpoint)

  async function send(request: UnsignedRequest, signal?: AbortSignal): Promise<Response> {
    const { method, url, body } = request
    const headers = signRequest(request, { ...settings, now: clock.now() })
    const answer = await fetch(url, {
      method,
      headers,
      body: (body as Uint8Array<ArrayBuffer> | undefined) ?? null,
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(MAX_REQUEST_MS), ...(signal ? [signal] : [])]),
    })
    if (answer.ok || answer.status === 404) return answer
    const why = (await answer.text()).slice(0, SHOWN_ERROR)
    throw new Error(`the S3 store answers ${method} of a recording with ${answer.status}: ${why}`)
  }

  return {
    name: `s3:${endpoint}/${bucket}/${prefix}`,

    async write(file, body, signal) {
      const headers = { 'content-type': 'audio/wav' }
      const answer = await send({ method: 'PUT', url: urlOf(file), headers, body }, signal)
      await answer.body?.cancel()
      if (answer.status === 404) throw new Error(`the S3 store has no bucket ${bucket}`)
    },

    async read(file, { start, end }) {
      const headers = { range: `bytes=${start}-${end}` }
      const answer = await send({ method: 'GET', url: urlOf(file), headers })
      if (answer.status === 404 || !answer.body) {
        await answer.body?.cancel()
        return undefined
      }
      return Readable.fromWeb(answer.body as ReadableStream)
    },

    async remove(file, signal) {
      const answer = await send({ method: 'DELETE', url: urlOf(file), headers: {} }, signal)
      await answer.body?.cancel()
    },
  }
}
