// Signed requests to the voice platform, each with a timeout.

import type { Flow } from '../../../conversations/flows/flow.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import { signedHeaders } from '../../../platform/kernel/secrets/signature.ts'
import type { CallRequest } from '../../gateway.ts'
import { callerIdOf, takeInTurn } from '../call-settings.ts'
import type { CallReport } from './http-calls.ts'
import type { HttpGatewaySettings } from './http-gateway-settings.ts'
import {
  type Placement,
  type PlatformAnswer,
  readFailure,
  readPlacement,
  readStatus,
} from './platform-answer.ts'

export type Platform = ReturnType<typeof createPlatform>

const MAX_ANSWER_BYTES = 65_536

export function createPlatform({ settings, clock }: { settings: HttpGatewaySettings; clock: Clock }) {
  const nextCallerId = takeInTurn(settings.callerIds)
  const urlOf = (attemptId: string) => `${settings.url}/${encodeURIComponent(attemptId)}`

  async function send(method: string, url: string, body?: object): Promise<PlatformAnswer> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const response = await fetch(url, {
      method,
      headers: {
        ...signedHeaders(settings.secret, clock.now(), {
          direction: 'request',
          method,
          path: new URL(url).pathname,
          body: text,
        }),
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: text }),
      // A redirect would send contacts to a server that the operator did not choose.
      redirect: 'manual',
      signal: AbortSignal.timeout(settings.requestTimeoutSeconds * 1000),
    })
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: await readJson(response),
    }
  }

  /** For idempotent requests, which may be sent twice: a keep-alive connection may have been closed just now. */
  async function ask(method: string, url: string): Promise<PlatformAnswer> {
    try {
      return await send(method, url)
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') throw error
      return send(method, url)
    }
  }

  return {
    async place(call: CallRequest, phoneNumber: string): Promise<Placement> {
      const { attemptId, taskId, contactId, details, flow, soundUrls = {} } = call
      const callerId = callerIdOf(call, nextCallerId)
      const body = {
        attemptId,
        phoneNumber,
        ...(callerId !== undefined && { callerId }),
        ringTimeoutSeconds: settings.ringTimeoutSeconds,
        callbackUrl: settings.callbackUrl,
        task: { id: taskId, ...(details && { name: details.taskName }) },
        contact: { id: contactId, fields: details?.fields ?? {} },
        ...(flow && { flow: withSoundUrls(flow, soundUrls) }),
      }
      try {
        return readPlacement(await send('POST', settings.url, body), clock.now())
      } catch (error) {
        return readFailure(error)
      }
    },

    /** `not known`: it never received the call. Rejects if it cannot be asked or the answer is invalid. */
    async ask(attemptId: string): Promise<CallReport | 'queued' | 'not known'> {
      const { status, body } = await ask('GET', urlOf(attemptId))
      if (status === 404) return 'not known'
      const said = status === 200 ? readStatus(attemptId, body) : undefined
      if (said === undefined)
        throw new Error(`the voice platform does not say what became of a call (${status})`)
      return said
    },

    async hangUp(attemptId: string): Promise<void> {
      const { status } = await ask('DELETE', urlOf(attemptId))
      const isOver = status === 404 || status === 409 || status === 410
      if (!isOver && (status < 200 || status > 299))
        throw new Error(`the voice platform does not hang up (${status})`)
    },

    /** Why the platform would accept no calls now, or undefined. Places no call. */
    async probe(): Promise<string | undefined> {
      try {
        const { status, ...rest } = await ask('GET', settings.url)
        // Most platforms accept only POST here, and a platform that answers 429 is up.
        const meaning = readPlacement({ status, ...rest }, clock.now())
        const isRefusal = status === 401 || status === 403 || meaning.kind === 'unclear'
        return isRefusal && 'reason' in meaning ? meaning.reason : undefined
      } catch (error) {
        return readFailure(error).reason
      }
    },
  }
}

/** The flow as the platform gets it: with the address of each uploaded audio beside its id. */
function withSoundUrls(flow: Flow, urls: Readonly<Record<string, string>>): object {
  const steps = flow.steps.map((step) =>
    Object.hasOwn(urls, step.id) ? { ...step, audioUrl: urls[step.id] } : step,
  )
  return { ...flow, steps }
}

/** The parsed body if it is JSON of a reasonable size. The body is read to its end, so that the connection can be reused. */
async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > MAX_ANSWER_BYTES) return undefined
      chunks.push(chunk)
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    // Only the status is needed.
    return undefined
  }
}
