// The OpenID Connect provider through which people sign in, and what its claims give them. All of it comes from the environment: the client
// has a secret, and rules that administrators could change in the console would be a way to make oneself one.
import { type OutgoingRules, readHosts } from '../../../platform/kernel/outgoing-address.ts'
import { isUnencryptedAllowed } from '../../../platform/kernel/secrets/encryption.ts'
import { InvalidSetting, type Settings } from '../../../platform/kernel/settings.ts'
import { type ClaimRule, readClaimRules } from './claim-rules.ts'

export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** As the button on the sign-in page calls the provider. */
  name: string
  scopes: string
  claimRules: ClaimRule[]
  /** Whether those for whom no rule fits may sign in, as monitors. */
  letsOthersIn: boolean
  /** Where the provider may be inside your own network. */
  rules: OutgoingRules
}

const ALLOW_SETTING = 'OIDC_ALLOW'
const OF_PROVIDER = ['OIDC_CLIENT_ID', 'OIDC_NAME', 'OIDC_SCOPES', 'OIDC_ROLES', 'OIDC_OTHERS', ALLOW_SETTING]
const MAX_NAME = 60

/** Undefined: there is no provider. */
export function readOidcSettings(settings: Settings): OidcSettings | undefined {
  const issuer = settings.text('OIDC_ISSUER')
  const clientSecret = settings.secret('OIDC_CLIENT_SECRET')
  if (issuer === undefined) {
    const alone =
      clientSecret !== undefined ? 'OIDC_CLIENT_SECRET' : OF_PROVIDER.find((name) => settings.text(name))
    if (alone) throw new InvalidSetting(`${alone} is set, but OIDC_ISSUER is not: it names the provider`)
    return undefined
  }
  const clientId = settings.required('OIDC_CLIENT_ID', 'under which the provider knows this service')
  if (clientSecret === undefined)
    throw new InvalidSetting('OIDC_CLIENT_SECRET is needed: with which this service proves who it is')
  const url = readIssuer(issuer)
  return {
    ...{ issuer, clientId, clientSecret },
    name: (settings.text('OIDC_NAME') ?? url.hostname).slice(0, MAX_NAME),
    scopes: readScopes(settings.text('OIDC_SCOPES') ?? 'openid profile'),
    claimRules: readClaimRules('OIDC_ROLES', settings.text('OIDC_ROLES') ?? '[]'),
    letsOthersIn: settings.oneOf('OIDC_OTHERS', ['monitor', 'none'], 'monitor') === 'monitor',
    rules: {
      setting: ALLOW_SETTING,
      hosts: readHosts(ALLOW_SETTING, settings.text(ALLOW_SETTING) ?? 'none'),
      allowsUnencrypted: isUnencryptedAllowed(settings),
    },
  }
}

function readIssuer(issuer: string): URL {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isPlain || url.search !== '' || url.hash !== '')
    throw new InvalidSetting(
      `OIDC_ISSUER must be the address of the provider, such as https://login.example.com/realms/company, not "${issuer}"`,
    )
  return url
}

function readScopes(text: string): string {
  const scopes = text.split(/\s+/)
  if (!scopes.includes('openid') || scopes.some((each) => !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(each)))
    throw new InvalidSetting(
      `OIDC_SCOPES must be scopes with openid among them, such as "openid profile groups", not "${text}"`,
    )
  return scopes.join(' ')
}
