// The Model Context Protocol over HTTP, for assistants: the same tokens as the API, and the same rights. A session lives on the node that
// opened it, because a question to the person waits there for its answer.
import { Readable } from 'node:stream'
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import { TooManyRequests } from '../http/errors.ts'
import type { Api } from '../http/schemas/route-schema.ts'
import { NotFound } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { ApiRefused, type ToolApi } from './assistant-tools.ts'

interface Session {
  tokenId: string
  transport: WebStandardStreamableHTTPServerTransport
  usedMs: number
  close(): Promise<void>
}

const MAX_SESSIONS_PER_TOKEN = 20
const MAX_IDLE_MS = 60 * 60_000
const RETRY_SECONDS = 60

export function addAssistantRoutes(app: Api): void {
  const sessions = new Map<string, Session>()
  const schema = { hide: true }
  const config = { scope: 'read' } as const

  app.post('/mcp', { schema, config }, (request, reply) => answer(request, reply))
  app.get('/mcp', { schema, config: { ...config, work: 'eventStreams' } }, (request, reply) =>
    answer(request, reply),
  )
  app.delete('/mcp', { schema, config }, (request, reply) => answer(request, reply))
  app.addHook('preClose', async () => {
    await Promise.all([...sessions.values()].map(({ close }) => close()))
  })

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const given = request.headers['mcp-session-id']
    const session = typeof given === 'string' ? findSession(request, given) : await openSession(request)
    session.usedMs = performance.now()
    const response = await session.transport.handleRequest(webRequest(request), { parsedBody: request.body })
    reply.code(response.status)
    for (const [name, value] of response.headers) reply.header(name, value)
    return reply.send(response.body ? Readable.fromWeb(response.body as never) : undefined)
  }

  /** A session is only for the token that opened it. */
  function findSession({ principal }: FastifyRequest, sessionId: string): Session {
    const session = sessions.get(sessionId)
    if (!session || session.tokenId !== principal?.id) throw new NotFound('session', sessionId)
    return session
  }

  /** Without a session only `initialize` is accepted, which the transport checks; one that was not initialized is not kept. */
  async function openSession(request: FastifyRequest): Promise<Session> {
    const { principal } = request
    const { createAssistantServer, Transport } = await loadProtocol()
    const tokenId = principal?.id ?? ''
    closeIdle()
    const own = [...sessions.values()].filter((each) => each.tokenId === tokenId)
    if (own.length >= MAX_SESSIONS_PER_TOKEN)
      throw new TooManyRequests(
        `this token has ${own.length} sessions of assistants, and no more are allowed`,
        {
          fault: 'too_many_at_once',
          params: { work: 'assistants', of: 'token', running: own.length, seconds: RETRY_SECONDS },
        },
      )
    const server = createAssistantServer(apiFor(app, request.headers.authorization ?? ''), {
      mayWrite: principal?.scope !== 'read',
      mayRing: principal?.assistantMayCall === true,
    })
    const transport = new Transport({
      sessionIdGenerator: newId,
      onsessioninitialized: (sessionId) => void sessions.set(sessionId, session),
      onsessionclosed: (sessionId) => void sessions.delete(sessionId),
    })
    const session: Session = { tokenId, transport, usedMs: 0, close: () => server.close() }
    await server.connect(transport)
    return session
  }

  function closeIdle(): void {
    const now = performance.now()
    for (const [sessionId, session] of sessions)
      if (now - session.usedMs > MAX_IDLE_MS) {
        sessions.delete(sessionId)
        session.close().catch(() => undefined)
      }
  }
}

/** Loaded at the first use: most services have no assistant, and the protocol takes a while to load. */
async function loadProtocol() {
  const [{ createAssistantServer }, { WebStandardStreamableHTTPServerTransport: Transport }] =
    await Promise.all([
      import('./assistant-server.ts'),
      import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    ])
  return { createAssistantServer, Transport }
}

function webRequest({ method, headers, url }: FastifyRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new Request(new URL(url, 'http://localhost'), { method, headers: given as [string, string][] })
}

/** The API as this token sees it. */
function apiFor(app: Api, authorization: string): ToolApi {
  async function send(options: InjectOptions): Promise<unknown> {
    const response = await app.inject({ ...options, headers: { ...options.headers, authorization } })
    const { data, message } = response.json() as { data: unknown; message: string }
    if (response.statusCode !== 200) throw new ApiRefused(`${response.statusCode}: ${message}`)
    return data
  }
  return {
    get: (url) => send({ method: 'GET', url }),
    async post(url, body) {
      if (!(body instanceof FormData)) return send({ method: 'POST', url, payload: body })
      const form = new Response(body)
      const headers = { 'content-type': form.headers.get('content-type') ?? '' }
      return send({ method: 'POST', url, headers, payload: Buffer.from(await form.arrayBuffer()) })
    },
  }
}
