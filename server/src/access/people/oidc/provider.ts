// What is asked of the OpenID Connect provider, by openid-client: where it is, who somebody is, and whether its message that a session ended is its own.
// The packages are loaded at the first use. Times in what the provider signs are judged by the clock of this machine.
import type { Configuration } from 'openid-client'
import type { Log } from '../../../platform/kernel/log/log.ts'
import { AddressRefused } from '../../../platform/kernel/outgoing-address.ts'
import { hasClaimsOf } from './claim-rules.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import type { OidcSettings } from './oidc-settings.ts'
import type { FlowSecrets } from './sign-in-flow.ts'

/** Why somebody was not let in: the page about it has a text for each. */
export type Refusal =
  | 'unreachable'
  | 'refused'
  | 'invalid'
  | 'stale'
  | 'slowed'
  | 'noRights'
  | 'disabled'
  | 'notProved'
  | 'otherPerson'

export class SignInRefused extends Error {
  override name = 'SignInRefused'
  readonly refusal: Refusal

  constructor(refusal: Refusal, cause?: unknown) {
    super(`the sign-in was refused: ${refusal}`, { cause })
    this.refusal = refusal
  }
}

export interface Identity {
  issuer: string
  subject: string
  claims: Readonly<Record<string, unknown>>
  /** As the provider calls its own session. */
  session: string | null
  /** When the person last proved to the provider to be the one; undefined: it does not say. */
  proofMs: number | undefined
}

export interface EndedSession {
  issuer: string
  id: string
  subject: string | null
  session: string | null
}

interface Asked extends FlowSecrets {
  isProof: boolean
  startedMs: number
}

export type Provider = ReturnType<typeof createProvider>

const TIMEOUT_SECONDS = 10
/** What the provider says of itself is read again after this long. */
const DISCOVERY_MS = 60 * 60_000
/** After a failure it is left alone for a moment. */
const FAILURE_MS = 2000
const TOLERANCE_SECONDS = 30
/** How old a message that a session ended may be. */
export const LOGOUT_SECONDS = 300
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

export function createProvider(settings: OidcSettings, log: Log) {
  const { issuer, clientId, clientSecret, claimRules, scopes } = settings
  const fetch = createGuardedFetch(settings.rules)
  let known: { at: number; lastsMs: number; configuration: Promise<Configuration> } | undefined
  let keys: { uri: string; find: ReturnType<typeof import('jose')['createRemoteJWKSet']> } | undefined

  async function discover(): Promise<Configuration> {
    const oidc = await import('openid-client')
    const execute = [oidc.enableNonRepudiationChecks]
    // The guard has let it pass: it is on this machine, or allowed.
    if (issuer.startsWith('http:')) execute.push(oidc.allowInsecureRequests)
    return oidc.discovery(
      new URL(issuer),
      clientId,
      { [oidc.clockTolerance]: TOLERANCE_SECONDS },
      oidc.ClientSecretPost(clientSecret),
      {
        ...{ execute, timeout: TIMEOUT_SECONDS, [oidc.customFetch]: fetch as never },
      },
    )
  }

  /** Those who ask at once wait for one answer. */
  function configuration(): Promise<Configuration> {
    const now = performance.now()
    if (known && now - known.at < known.lastsMs) return known.configuration
    const asked = { at: now, lastsMs: DISCOVERY_MS, configuration: discover() }
    asked.configuration.catch(() => {
      asked.lastsMs = FAILURE_MS
    })
    known = asked
    return asked.configuration
  }

  /** Logs what the provider has done: its words are for administrators, not for whoever wants to sign in. */
  async function orRefuse<Result>(refusal: Refusal, ask: () => Promise<Result>): Promise<Result> {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof SignInRefused) throw error
      const why = isOfConnection(error) ? 'unreachable' : refusal
      log.warn({ refusal: why, reason: reasonOf(error) }, 'a sign-in through the provider failed')
      throw new SignInRefused(why, error)
    }
  }

  return {
    /** Where the browser is sent. */
    address: (redirectUri: string, { state, nonce, codeVerifier, isProof }: Asked): Promise<URL> =>
      orRefuse('unreachable', async () => {
        const oidc = await import('openid-client')
        return oidc.buildAuthorizationUrl(await configuration(), {
          ...{ redirect_uri: redirectUri, scope: scopes, state, nonce },
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...(isProof && { prompt: 'login', max_age: '0' }),
        })
      }),

    /** Who has come back, by the address with the code. */
    identify: (url: URL, { state, nonce, codeVerifier, isProof, startedMs }: Asked): Promise<Identity> =>
      orRefuse('invalid', async () => {
        const oidc = await import('openid-client')
        if (url.searchParams.has('error') && url.searchParams.get('state') === state)
          throw new SignInRefused('refused')
        const config = await configuration()
        const tokens = await oidc.authorizationCodeGrant(config, url, {
          ...{
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: codeVerifier,
            idTokenExpected: true,
          },
        })
        const own = tokens.claims()
        if (!own) throw new SignInRefused('invalid')
        const proofMs = own.auth_time === undefined ? undefined : own.auth_time * 1000
        if (isProof && (proofMs === undefined || proofMs < startedMs - TOLERANCE_SECONDS * 1000))
          throw new SignInRefused('notProved')
        // Some have groups only where they are asked about the person.
        const isMore =
          !hasClaimsOf(claimRules, own) && config.serverMetadata().userinfo_endpoint !== undefined
        const more = isMore ? await oidc.fetchUserInfo(config, tokens.access_token, own.sub) : {}
        const session = typeof own['sid'] === 'string' ? own['sid'] : null
        return { issuer: own.iss, subject: own.sub, claims: { ...more, ...own }, session, proofMs }
      }),

    /** Where a browser ends its session at the provider, and is led back from; undefined: the provider does not offer it. */
    endAddress: (returnUri: string): Promise<URL | undefined> =>
      orRefuse('unreachable', async () => {
        const oidc = await import('openid-client')
        const config = await configuration()
        if (config.serverMetadata().end_session_endpoint === undefined) return undefined
        return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: returnUri })
      }),

    /** Throws if the token is not one that says that a session ended. */
    readLogout: (token: string): Promise<EndedSession> =>
      orRefuse('invalid', async () => {
        const jose = await import('jose')
        const { jwks_uri: uri = '', issuer: own } = (await configuration()).serverMetadata()
        if (keys?.uri !== uri)
          keys = { uri, find: jose.createRemoteJWKSet(new URL(uri), { [jose.customFetch]: fetch as never }) }
        const { payload, protectedHeader } = await jose.jwtVerify(token, keys.find, {
          ...{ issuer: own, audience: clientId, algorithms: ALGORITHMS },
          ...{ clockTolerance: TOLERANCE_SECONDS, maxTokenAge: LOGOUT_SECONDS },
          requiredClaims: ['iat', 'jti', 'events'],
        })
        const { sub, sid, events, jti = '', nonce } = payload
        const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events
        const isTyped =
          protectedHeader.typ === undefined || /^(application\/)?(logout\+)?jwt$/i.test(protectedHeader.typ)
        const session = typeof sid === 'string' ? sid : null
        if (!isLogout || !isTyped || nonce !== undefined || (sub === undefined && session === null))
          throw new SignInRefused('invalid')
        return { issuer: own, id: jti, subject: sub ?? null, session }
      }),
  }
}

/** Also the reason behind a reason. */
function* reasons(error: unknown): Generator<Error & { code?: unknown; syscall?: unknown }> {
  for (let each = error; each instanceof Error; each = each.cause) yield each
}

function isOfConnection(error: unknown): boolean {
  return [...reasons(error)].some(
    (each) =>
      each instanceof AddressRefused ||
      each.syscall !== undefined ||
      /^(Timeout|Abort)Error$/.test(each.name),
  )
}

function reasonOf(error: unknown): string {
  return [...reasons(error)].map(({ message }) => message).join(': ')
}
