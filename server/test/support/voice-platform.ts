// A voice platform on loopback: takes signed calls over HTTP, and reports what becomes of them to whoever asked. The last
// digit of a number decides how its call goes, in a time that only passes when a test says so.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Flow } from '../../src/conversations/flows/flow.ts'
import { findForgery, signedHeaders } from '../../src/platform/kernel/secrets/signature.ts'
import type { CallCause } from '../../src/platform/words/calls.ts'
import { causeByLastDigit } from '../../src/telephony/switches/simulator/simulator-settings.ts'

export const PLATFORM_SECRET = 'secret-of-the-voice-platform'

interface PostedCall {
  attemptId: string
  phoneNumber: string
  callerId?: string
  ringTimeoutSeconds: number
  callbackUrl: string
  task: { id: string; name?: string }
  contact: { id: string; fields: Record<string, string> }
  flow?: Flow
}

export interface Report {
  attemptId: string
  status: 'ringing' | 'answered' | 'ended'
  cause?: string
  talkSeconds?: number
  result?: object
}

export interface RefusedPost {
  status: number
  headers?: Record<string, string>
  body?: object
}

interface PlacedCall extends PostedCall {
  cause: CallCause
  placedMs: number
  stage: 'queued' | 'ringing' | 'answered' | 'ended'
  end?: { cause: CallCause; talkSeconds: number; result?: object }
}

interface VoicePlatformOptions {
  ringMs?: number
  talkMs?: number
  giveUpMs?: number
}

export interface VoicePlatform {
  url: string
  /** Everything that was posted and taken, in that order. */
  posts: PostedCall[]
  /** Reports that were delivered. */
  reports: Report[]
  /** Requests of any kind, as `METHOD path`. */
  requests: string[]
  /** Lets time pass, and delivers what happens in it. */
  pass(ms: number): Promise<void>
  /** Answers posts in another way than to take them; undefined for those that are taken. */
  refuse(answer: (call: PostedCall) => RefusedPost | 'silence' | undefined): void
  /** What happens to the connection after a post was taken: nothing, or it breaks before the answer. */
  breakAnswers(isBroken: boolean): void
  /** Takes calls, and answers 500 all the same. */
  failAfterTaking(isFailing: boolean): void
  /** What it says came of a call that was answered. */
  resultOf(result: (call: PostedCall) => object | undefined): void
  /** Takes calls and says nothing about them. */
  beSilent(isSilent: boolean): void
  stop(): Promise<void>
  start(): Promise<void>
  report(report: Report, callbackUrl: string): Promise<number>
}

export async function startVoicePlatform(options: VoicePlatformOptions = {}): Promise<VoicePlatform> {
  const { ringMs = 1000, talkMs = 4000, giveUpMs = 6000 } = options
  const calls = new Map<string, PlacedCall>()
  const posts: PostedCall[] = []
  const reports: Report[] = []
  const requests: string[] = []
  let nowMs = 0
  let refusal: Parameters<VoicePlatform['refuse']>[0] = () => undefined
  let isBreaking = false
  let isFailing = false
  let isSilent = false
  let resultFor: Parameters<VoicePlatform['resultOf']>[0] = () => undefined
  let port = 0

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request
    const body = await text(request)
    requests.push(`${method} ${url}`)
    const proof = {
      timestamp: String(request.headers['x-carillon-timestamp']),
      signature: String(request.headers['x-carillon-signature']),
    }
    const message = { direction: 'request', method, path: url, body } as const
    const forgery = findForgery(PLATFORM_SECRET, new Date(), proof, message)
    const attemptId = decodeURIComponent(url.split('/')[2] ?? '')
    const call = calls.get(attemptId)
    if (forgery !== undefined) send(response, { status: 401, body: { message: forgery } })
    else if (method === 'POST' && url === '/calls') take(JSON.parse(body), response)
    else if (method === 'GET' && attemptId !== '') sendStatus(response, call)
    else if (method === 'DELETE' && attemptId !== '') {
      if (call) await end(call, call.stage === 'answered' ? 'answered' : 'no_answer')
      send(response, { status: call ? 204 : 404 })
    } else send(response, { status: 405 })
  }

  function take(posted: PostedCall, response: ServerResponse): void {
    const refused = refusal(posted) ?? (calls.has(posted.attemptId) ? { status: 409 } : undefined)
    if (refused) {
      if (refused !== 'silence') send(response, refused)
      return
    }
    posts.push(posted)
    const cause = causeByLastDigit[Number(posted.phoneNumber.at(-1))] ?? 'answered'
    calls.set(posted.attemptId, { ...posted, cause, placedMs: nowMs, stage: 'queued' })
    if (isBreaking) response.destroy()
    else if (isFailing) send(response, { status: 500 })
    else send(response, { status: 201, body: { id: `CA${posts.length}` } })
  }

  async function report(given: Report, callbackUrl: string): Promise<number> {
    const body = JSON.stringify(given)
    const path = new URL(callbackUrl).pathname
    const message = { direction: 'callback', method: 'POST', path, body } as const
    const response = await fetch(callbackUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signedHeaders(PLATFORM_SECRET, new Date(), message) },
      body,
    })
    await response.arrayBuffer()
    if (response.ok) reports.push(given)
    return response.status
  }

  async function tell(call: PlacedCall, given: Omit<Report, 'attemptId'>): Promise<void> {
    if (!isSilent) await report({ attemptId: call.attemptId, ...given }, call.callbackUrl)
  }

  async function end(call: PlacedCall, cause: CallCause): Promise<void> {
    if (call.stage === 'ended') return
    const talkSeconds = cause === 'answered' ? (nowMs - call.placedMs - ringMs) / 1000 : 0
    call.stage = 'ended'
    const result = cause === 'answered' ? resultFor(call) : undefined
    call.end = { cause, talkSeconds, ...(result && { result }) }
    await tell(call, { status: 'ended', ...call.end })
  }

  /** When the next thing happens to a call, and what. */
  function nextOf(call: PlacedCall): { atMs: number; run: () => Promise<void> } | undefined {
    const { cause, placedMs, stage } = call
    const enter = (next: 'ringing' | 'answered') => () => {
      call.stage = next
      return tell(call, { status: next })
    }
    if (stage === 'queued') return { atMs: placedMs, run: enter('ringing') }
    if (stage === 'ringing' && cause === 'answered')
      return { atMs: placedMs + ringMs, run: enter('answered') }
    if (stage === 'ringing')
      return { atMs: placedMs + (cause === 'no_answer' ? giveUpMs : ringMs), run: () => end(call, cause) }
    if (stage === 'answered') return { atMs: placedMs + ringMs + talkMs, run: () => end(call, 'answered') }
    return undefined
  }

  async function pass(ms: number): Promise<void> {
    const untilMs = nowMs + ms
    for (;;) {
      const due = [...calls.values()]
        .map(nextOf)
        .filter((next) => next !== undefined && next.atMs <= untilMs)
        .sort((a, b) => (a?.atMs ?? 0) - (b?.atMs ?? 0))
      const [first] = due
      if (!first) break
      nowMs = Math.max(nowMs, first.atMs)
      await Promise.all(due.filter((next) => next?.atMs === first.atMs).map((next) => next?.run()))
    }
    nowMs = untilMs
  }

  async function stop(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }

  async function start(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
    port = (server.address() as AddressInfo).port
  }

  await start()
  onTestFinished(async () => {
    if (server.listening) await stop()
  })
  return {
    url: `http://127.0.0.1:${port}/calls`,
    posts,
    reports,
    requests,
    pass,
    refuse(decide) {
      refusal = decide
    },
    breakAnswers(isBroken) {
      isBreaking = isBroken
    },
    failAfterTaking(failing) {
      isFailing = failing
    },
    resultOf(decide) {
      resultFor = decide
    },
    beSilent(silent) {
      isSilent = silent
    },
    stop,
    start,
    report,
  }
}

function sendStatus(response: ServerResponse, call: PlacedCall | undefined): void {
  if (call) send(response, { status: 200, body: { status: call.stage, ...call.end } })
  else send(response, { status: 404 })
}

function send(response: ServerResponse, { status, headers, body }: RefusedPost): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(status === 204 ? undefined : JSON.stringify(body ?? {}))
}
