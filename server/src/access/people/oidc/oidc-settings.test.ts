import { expect, it } from 'vitest'
import { createSettings, InvalidSetting } from '../../../platform/kernel/settings.ts'
import { readOidcSettings } from './oidc-settings.ts'

const GIVEN = {
  OIDC_ISSUER: 'https://login.example.com/realms/company',
  OIDC_CLIENT_ID: 'carillon',
  OIDC_CLIENT_SECRET: 'secret',
}
const read = (env: Record<string, string>) => readOidcSettings(createSettings(env))

it('need an issuer and an account there', () => {
  expect(read({})).toBeUndefined()
  expect(read(GIVEN)).toEqual({
    ...{ issuer: GIVEN.OIDC_ISSUER, clientId: 'carillon', clientSecret: 'secret', name: 'login.example.com' },
    ...{ scopes: 'openid profile', claimRules: [], letsOthersIn: true },
    rules: { setting: 'OIDC_ALLOW', hosts: [], allowsUnencrypted: false },
  })
  expect(read({ ...GIVEN, OIDC_NAME: 'Example', OIDC_OTHERS: 'none' })).toMatchObject({
    name: 'Example',
    letsOthersIn: false,
  })
})

it.each([
  [{ OIDC_ISSUER: '' }, 'OIDC_CLIENT_SECRET is set, but OIDC_ISSUER is not: it names the provider'],
  [{ OIDC_ISSUER: '', OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_ID is set, but OIDC_ISSUER is not'],
  [{ OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID is needed: under which the provider knows this service'],
  [{ OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET is needed: with which this service proves who it is'],
  [
    { OIDC_ISSUER: 'login.example.com' },
    /^OIDC_ISSUER must be the address of the provider, .*, not "login\.example\.com"$/,
  ],
  [{ OIDC_ISSUER: 'https://a:b@login.example.com' }, /^OIDC_ISSUER must be/],
  [{ OIDC_ISSUER: 'https://login.example.com?a=b' }, /^OIDC_ISSUER must be/],
  [{ OIDC_SCOPES: 'profile' }, /^OIDC_SCOPES must be scopes with openid among them/],
  [{ OIDC_OTHERS: 'viewer' }, 'OIDC_OTHERS must be one of monitor, none, not "viewer"'],
  [{ OIDC_ROLES: 'admin' }, /^OIDC_ROLES is not JSON/],
  [{ OIDC_ALLOW: 'http://login' }, /^OIDC_ALLOW must be none, or host names/],
])('%j is refused', (change, reason) => {
  expect(() => read({ ...GIVEN, ...change })).toThrow(InvalidSetting)
  expect(() => read({ ...GIVEN, ...change })).toThrow(reason)
})
