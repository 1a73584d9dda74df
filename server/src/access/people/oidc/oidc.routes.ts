// The way of a browser to the OpenID Connect provider and back, and the provider's own messages that a session ended. These are no operations of the API:
// a browser is led from one to the next, and to a page of the console at the end.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  clearFlowCookie,
  flowCookie,
  sessionCookie,
  setFlowCookie,
  setSessionCookie,
} from '../../../platform/http/access/session-cookie.ts'
import type { Api } from '../../../platform/http/schemas/route-schema.ts'
import { originOf } from '../sessions.routes.ts'
import type { Sessions } from '../sessions.service.ts'
import type { Oidc } from './oidc.service.ts'
import { SignInRefused } from './provider.ts'

interface OidcParts {
  oidc: Oidc
  sessions: Sessions
}

const CALLBACK = '/oidc/callback'
const LOGOUT_BYTES = 32 * 1024
const schema = { hide: true }

export function addOidcRoutes(app: Api, { oidc, sessions }: OidcParts): void {
  const querystring = Type.Object({
    return: Type.Optional(Type.String()),
    prove: Type.Optional(Type.String()),
  })
  app.get('/oidc/start', { schema: { ...schema, querystring } }, async (request, reply) =>
    orShow(request, reply, async () => {
      const { return: returnTo, prove } = request.query
      const redirectUri = addressOf(request, CALLBACK).href
      const { url, cookie } = await oidc.begin(redirectUri, returnTo, prove === 'yes')
      setFlowCookie(request, reply, cookie)
      return url.href
    }),
  )

  app.get(CALLBACK, { schema }, async (request, reply) =>
    orShow(request, reply, async () => {
      const cookie = flowCookie(request)
      clearFlowCookie(request, reply)
      const own = sessionCookie(request)
      const person = own === undefined ? undefined : await sessions.authenticate(own, false)
      const url = addressOf(request, request.url)
      const { returnTo, secret } = await oidc.finish({ url, cookie, person, origin: originOf(request) })
      if (secret !== undefined) setSessionCookie(request, reply, secret)
      return `/sign-in#done=${encodeURIComponent(returnTo)}`
    }),
  )

  // A scope of its own: nothing else takes forms.
  app.register(async (scope: Api) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LOGOUT_BYTES },
      (_request, body, done) => done(null, { token: new URLSearchParams(String(body)).get('logout_token') }),
    )
    scope.post('/oidc/backchannel', { schema, bodyLimit: LOGOUT_BYTES }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { token } = (request.body ?? {}) as { token?: string | null }
      try {
        await oidc.endSessions(token ?? '')
        return reply.code(200).send()
      } catch (error) {
        if (!(error instanceof SignInRefused)) throw error
        return reply.code(400).send({ error: 'invalid_request' })
      }
    })
  })
}

/** Leads on to the address, or to the page that says why nobody was signed in. */
async function orShow(
  request: FastifyRequest,
  reply: FastifyReply,
  findAddress: () => Promise<string>,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  try {
    return reply.redirect(await findAddress(), 303)
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error
    request.log.info({ refusal: error.refusal }, 'a sign-in through the provider was refused')
    return reply.redirect(`/sign-in#failed=${error.refusal}`, 303)
  }
}

/** As the browser knows this service: the provider leads only to addresses that it was told of. */
function addressOf({ protocol, host }: FastifyRequest, path: string): URL {
  return new URL(`${protocol}://${host}${path}`)
}
