// An OpenID Connect provider of its own for tests, in this process: oidc-provider with people whose claims a test decides, and with forged answers
// where a test wants them.
import { generateKeyPair, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { exportJWK, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import { readClaimRules } from '../../src/access/people/oidc/claim-rules.ts'
import type { OidcSettings } from '../../src/access/people/oidc/oidc-settings.ts'
import { readHosts } from '../../src/platform/kernel/outgoing-address.ts'

export const CLIENT_ID = 'carillon'
export const CLIENT_SECRET = 'a-secret-of-this-test-and-of-no-other'
const ALLOWED = '127.0.0.1'

export interface ProviderOptions {
  /** Of the service under test. */
  origin(): string
  /** Claims are only where the person is asked about. */
  isThin?: boolean
  /** It does not end sessions for those who ask. */
  endsNone?: boolean
}

export type StandInProvider = Awaited<ReturnType<typeof startProvider>>

export async function startProvider({ origin, isThin = false, endsNone = false }: ProviderOptions) {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' }
  const claims = new Map<string, object>()
  let forged: ((params: URLSearchParams) => Promise<object>) | undefined
  let callback: ReturnType<Provider['callback']> | undefined

  const server = http.createServer((request, response) => {
    if (forged && request.method === 'POST' && request.url === '/token') {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', async () => {
        const answer = await forged?.(new URLSearchParams(Buffer.concat(chunks).toString()))
        response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
      })
      return
    }
    callback ??= createProvider().callback()
    void callback(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  async function close(): Promise<void> {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  const issuer = `http://127.0.0.1:${port}`

  function createProvider(): Provider {
    return new Provider(issuer, {
      clients: [
        {
          ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
          redirect_uris: [new URL('/oidc/callback', origin()).href],
          post_logout_redirect_uris: [new URL('/', origin()).href],
          token_endpoint_auth_method: 'client_secret_post',
          require_auth_time: true,
          backchannel_logout_uri: new URL('/oidc/backchannel', origin()).href,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [jwk] },
      cookies: { keys: ['cookies of this test'] },
      pkce: { required: () => true },
      conformIdTokenClaims: isThin,
      claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'email', 'groups', 'realm_access'] },
      features: {
        devInteractions: { enabled: true },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: { enabled: !endsNone },
      },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ sub, ...claims.get(sub) }),
      }),
      // Nobody is asked whether the service may know the name.
      async loadExistingGrant(context) {
        const grant = new context.oidc.provider.Grant({
          accountId: context.oidc.session?.accountId ?? '',
          clientId: context.oidc.client?.clientId ?? '',
        })
        grant.addOIDCScope('openid profile')
        await grant.save()
        return grant
      },
      // The service is on this machine, where a provider does not look by itself.
      fetch: (url, init) => fetch(url, { ...init, dispatcher: undefined } as RequestInit),
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 600,
        Interaction: 600,
        Session: 3600,
      },
    })
  }

  return {
    ...{ issuer, close },
    /** What the provider says of the person from now on. */
    say: (subject: string, what: object) => void claims.set(subject, what),
    /** The answer to the next requests for a token. */
    forge: (answer: typeof forged) => {
      forged = answer
    },
    /** A token as the provider signs it. */
    sign: (payload: JWTPayload, typ = 'JWT', key: typeof privateKey = privateKey) =>
      new SignJWT({ jti: randomUUID(), ...payload })
        .setProtectedHeader({ alg: 'RS256', kid: 'test', typ })
        .sign(key),
    settings: (rules: object[] = [], more: Partial<OidcSettings> = {}): OidcSettings => ({
      ...{
        issuer,
        clientId: CLIENT_ID,
        clientSecret: CLIENT_SECRET,
        name: 'Example',
        scopes: 'openid profile',
      },
      ...{ claimRules: readClaimRules('OIDC_ROLES', JSON.stringify(rules)), letsOthersIn: true },
      rules: { setting: 'OIDC_ALLOW', hosts: readHosts('OIDC_ALLOW', ALLOWED), allowsUnencrypted: false },
      ...more,
    }),
  }
}

/** A browser at the provider: it keeps cookies, and gives a name where it is asked for one. */
export function createProviderBrowser() {
  const cookies = new Map<string, string>()

  async function visit(url: URL, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, headers: { cookie, ...init.headers }, redirect: 'manual' })
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  return {
    /** From the provider's address to the one to which it leads back. */
    async signIn(address: string, login: string): Promise<string> {
      const { origin } = new URL(address)
      let url = new URL(address)
      for (let step = 0; step < 10; step += 1) {
        const isAsked = url.pathname.startsWith('/interaction/')
        const body = new URLSearchParams({ prompt: 'login', login, password: 'any' })
        const response = await visit(url, isAsked ? { method: 'POST', body } : {})
        const next = response.headers.get('location')
        if (next === null) throw new Error(`${response.status} at ${url.pathname}: ${await response.text()}`)
        url = new URL(next, url)
        if (url.origin !== origin) return url.href
      }
      throw new Error('the provider does not lead back')
    },

    /** Says yes there, and returns where it leads. */
    async signOut(address: string): Promise<string> {
      const url = new URL(address)
      const page = await (await visit(url)).text()
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
      const body = new URLSearchParams({ xsrf, logout: 'yes' })
      const response = await visit(new URL(`${url.pathname}/confirm`, url), { method: 'POST', body })
      return response.headers.get('location') ?? `${response.status}`
    },
  }
}
