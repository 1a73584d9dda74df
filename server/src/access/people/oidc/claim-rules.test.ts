import { describe, expect, it } from 'vitest'
import { InvalidSetting } from '../../../platform/kernel/settings.ts'
import { readClaimRules, rightsOfClaims } from './claim-rules.ts'

const BERLIN = '01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e'
const PARIS = '01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4f'
const read = (rules: unknown) => readClaimRules('OIDC_ROLES', JSON.stringify(rules))

describe('what claims give', () => {
  const rules = read([
    { claim: 'groups', contains: 'admins', role: 'admin' },
    { claim: 'groups', contains: 'berlin', role: 'operator', dataSources: [BERLIN], permissions: ['export'] },
    { claim: 'groups', contains: 'paris', role: 'operator', dataSources: [PARIS] },
    { claim: 'groups', contains: 'callers', role: 'operator', permissions: [] },
    { claim: 'groups', contains: 'staff', role: 'monitor' },
    { claim: 'hd', contains: 'example.com', role: 'viewer' },
    { claim: 'realm_access.roles', contains: 'watch', role: 'viewer' },
    { claim: 'https://example.com/roles', contains: 'watch', role: 'viewer' },
  ])
  const viewer = { role: 'viewer', extras: [], dataSourceIds: null }

  it.each([
    [{ groups: ['admins', 'berlin'] }, { role: 'admin', extras: [], dataSourceIds: null }],
    [{ groups: ['berlin'] }, { role: 'operator', extras: ['export'], dataSourceIds: [BERLIN] }],
    [
      { groups: ['paris', 'berlin'] },
      { role: 'operator', extras: ['call', 'export', 'hear'], dataSourceIds: [BERLIN, PARIS] },
    ],
    [{ groups: ['berlin', 'callers'] }, { role: 'operator', extras: ['export'], dataSourceIds: null }],
    // Who may watch everything may still change Berlin only.
    [
      { groups: ['berlin', 'staff'], hd: 'example.com' },
      { role: 'operator', extras: ['export'], dataSourceIds: [BERLIN] },
    ],
    [{ groups: 'staff' }, { role: 'monitor', extras: [], dataSourceIds: null }],
    [{ hd: 'example.com' }, viewer],
    [{ realm_access: { roles: ['watch'] } }, viewer],
    [{ 'https://example.com/roles': ['watch'] }, viewer],
  ])('%j gives %j', (claims, rights) => {
    expect(rightsOfClaims(rules, claims)).toEqual(rights)
  })

  it.each([
    ...[
      {},
      { groups: [] },
      { groups: null },
      { groups: ['Admins', 'administrators', ['admins'], { admins: true }] },
    ],
    ...[
      { groups: { admins: 'admins' } },
      { hd: 'example.com.evil' },
      { realm_access: 'watch' },
      { realm_access: null },
    ],
    ...[{ roles: ['watch'] }, { groups: 'admins berlin' }],
  ])('%j gives nothing', (claims) => {
    expect(rightsOfClaims(rules, claims)).toBeUndefined()
  })

  it('are not read from what every object has', () => {
    const inherited = read([{ claim: 'constructor.name', contains: 'Object', role: 'admin' }])
    expect(rightsOfClaims(inherited, {})).toBeUndefined()
  })
})

it.each([
  ['{', /^OIDC_ROLES is not JSON: /],
  ['{}', /^OIDC_ROLES must be a list of up to 500 rules/],
  ['[1]', 'rule 1 in OIDC_ROLES must be an object'],
  [
    '[{"group":"a"}]',
    'rule 1 in OIDC_ROLES has the field "group"; there are claim, contains, role, permissions, dataSources',
  ],
  ['[{"contains":"a","role":"admin"}]', 'rule 1 in OIDC_ROLES needs a claim, such as "groups"'],
  [
    '[{"claim":"groups","role":"admin"}]',
    'rule 1 in OIDC_ROLES needs contains: the text that the claim must have',
  ],
  [
    '[{"claim":"g","contains":"a","role":"owner"}]',
    'rule 1 in OIDC_ROLES needs a role: monitor, viewer, operator, admin',
  ],
  [
    '[{"claim":"g","contains":"a","role":"viewer"},{"claim":"g","contains":"a","role":"viewer","permissions":["see"]}]',
    'rule 2 in OIDC_ROLES has permissions that are not a list of export, call, hear, listen',
  ],
  [
    '[{"claim":"g","contains":"a","role":"monitor","permissions":["hear"]}]',
    /gives permissions to a monitor, who has none$/,
  ],
  [
    '[{"claim":"g","contains":"a","role":"viewer","dataSources":["berlin"]}]',
    /has dataSources that are not a list of ids$/,
  ],
  [
    '[{"claim":"g","contains":"a","role":"viewer","dataSources":[]}]',
    /has dataSources that are not a list of ids$/,
  ],
  [`[{"claim":"g","contains":"a","role":"admin","dataSources":["${BERLIN}"]}]`, /an admin sees all$/],
])('%s is refused', (text, reason) => {
  expect(() => readClaimRules('OIDC_ROLES', text)).toThrow(InvalidSetting)
  expect(() => readClaimRules('OIDC_ROLES', text)).toThrow(reason)
})
