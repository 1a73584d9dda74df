// The Model Context Protocol over HTTP, for assistants: the same tokens as the API, and the same rights. Every request stands for itself, so any
// node answers it. Only a token that may make phones ring has sessions, which live on the node that opened them: a question to the person
// waits there for its answer.
import { Readable } from 'node:stream'
import type {
  WebStandardStreamableHTTPServerTransport as Transport,
  WebStandardStreamableHTTPServerTransportOptions as TransportOptions,
} from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import { may } from '../../platform/http/access/auth.ts'
import type { Api } from '../../platform/http/schemas/route-schema.ts'
import { Forbidden, NotFound, TooManyRequests } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { ApiRefused, type ToolApi } from './assistant-tools.ts'

interface Session {
  tokenId: string
  transport: Transport
  usedMs: number
  close(): Promise<void>
}

const MAX_SESSIONS_PER_TOKEN = 20
const MAX_IDLE_MS = 60 * 60_000
const RETRY_SECONDS = 60
/** There is nothing to listen to and nothing to close. */
const NO_SESSION = {
  jsonrpc: '2.0',
  error: { code: -32000, message: 'this token has no sessions' },
  id: null,
}

export function addAssistantRoutes(app: Api): void {
  const sessions = new Map<string, Session>()
  const schema = { hide: true }
  const config = { needs: 'see', bound: 'none' } as const

  app.post('/mcp', { schema, config }, (request, reply) => answer(request, reply))
  app.get('/mcp', { schema, config: { ...config, work: 'eventStreams' } }, (request, reply) =>
    answer(request, reply),
  )
  app.delete('/mcp', { schema, config }, (request, reply) => answer(request, reply))
  app.addHook('preClose', async () => {
    await Promise.all([...sessions.values()].map(({ close }) => close()))
  })

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // It asks the API with the token of the request.
    if (request.principal?.kind !== 'token') throw new Forbidden({ fault: 'for_tokens' })
    if (!mayRing(request) && request.method !== 'POST')
      return reply.code(405).header('allow', 'POST').send(NO_SESSION)
    const transport = mayRing(request)
      ? await transportOfSession(request)
      : await connect(request, { enableJsonResponse: true })
    const response = await transport.handleRequest(webRequest(request), { parsedBody: request.body })
    reply.code(response.status)
    for (const [name, value] of response.headers) reply.header(name, value)
    return reply.send(response.body ? Readable.fromWeb(response.body as never) : undefined)
  }

  async function transportOfSession(request: FastifyRequest): Promise<Transport> {
    const given = request.headers['mcp-session-id']
    const session = typeof given === 'string' ? findSession(request, given) : await openSession(request)
    session.usedMs = performance.now()
    return session.transport
  }

  /** A session is only for the token that opened it. */
  function findSession({ principal }: FastifyRequest, sessionId: string): Session {
    const session = sessions.get(sessionId)
    if (!session || session.tokenId !== principal?.id) throw new NotFound('session', sessionId)
    return session
  }

  /** Without a session only `initialize` is accepted, which the transport checks; one that was not initialized is not kept. */
  async function openSession(request: FastifyRequest): Promise<Session> {
    const tokenId = request.principal?.id ?? ''
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
    const transport = await connect(request, {
      sessionIdGenerator: newId,
      onsessioninitialized: (sessionId) => void sessions.set(sessionId, session),
      onsessionclosed: (sessionId) => void sessions.delete(sessionId),
    })
    const session: Session = { tokenId, transport, usedMs: 0, close: () => transport.close() }
    return session
  }

  /** Without a generator of session ids, the transport takes one request and has no session. */
  async function connect(request: FastifyRequest, options: TransportOptions): Promise<Transport> {
    const { createAssistantServer, Transport } = await loadProtocol()
    const server = createAssistantServer(apiFor(app, request), {
      mayWrite: may(request, 'operate'),
      mayRing: mayRing(request),
    })
    const transport = new Transport(options)
    await server.connect(transport)
    return transport
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

const mayRing = ({ principal }: FastifyRequest) => principal?.kind === 'token' && principal.assistantMayCall

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
function apiFor(app: Api, { headers: { authorization = '' }, clientAddress }: FastifyRequest): ToolApi {
  async function send(options: InjectOptions): Promise<unknown> {
    const headers = { ...options.headers, authorization }
    const response = await app.inject({ ...options, headers, remoteAddress: clientAddress })
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
