// What the claims of a provider give to a person: a pure decision. Of the rules that fit, those with the strongest role count; their permissions and
// data sources add up. So a rule that lets everybody watch everything does not widen a rule that lets somebody change one data source.
import {
  DEFAULT_EXTRAS,
  EXTRAS,
  type Extra,
  ROLES,
  type Role,
} from '../../../platform/kernel/access/permissions.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { InvalidSetting } from '../../../platform/kernel/settings.ts'

export interface ClaimRule {
  claim: string
  contains: string
  role: Role
  permissions: readonly Extra[]
  /** Null: all. */
  dataSources: readonly string[] | null
}

export interface ClaimedRights {
  role: Role
  extras: Extra[]
  dataSourceIds: string[] | null
}

type Claims = Readonly<Record<string, unknown>>

const FIELDS = ['claim', 'contains', 'role', 'permissions', 'dataSources']
const MAX_RULES = 500

/** Throws a sentence that names the rule and its field. */
export function readClaimRules(setting: string, text: string): ClaimRule[] {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    throw new InvalidSetting(`${setting} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
  if (!Array.isArray(given) || given.length > MAX_RULES)
    throw new InvalidSetting(
      `${setting} must be a list of up to ${MAX_RULES} rules, such as [{"claim":"groups","contains":"calls-admins","role":"admin"}]`,
    )
  return given.map((each, index) => readRule(`rule ${index + 1} in ${setting}`, each))
}

function readRule(where: string, given: unknown): ClaimRule {
  const wrong = (what: string) => new InvalidSetting(`${where} ${what}`)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw wrong('must be an object')
  const unknown = Object.keys(given).find((field) => !FIELDS.includes(field))
  if (unknown) throw wrong(`has the field "${unknown}"; there are ${FIELDS.join(', ')}`)
  const { claim, contains, role, permissions, dataSources } = given as Record<string, unknown>
  if (typeof claim !== 'string' || claim === '') throw wrong('needs a claim, such as "groups"')
  if (typeof contains !== 'string' || contains === '')
    throw wrong('needs contains: the text that the claim must have')
  const known = ROLES.find((each) => each === role)
  if (!known) throw wrong(`needs a role: ${ROLES.join(', ')}`)
  const extras = permissions ?? DEFAULT_EXTRAS[known]
  if (!Array.isArray(extras) || extras.some((each) => !EXTRAS.includes(each)))
    throw wrong(`has permissions that are not a list of ${EXTRAS.join(', ')}`)
  if (known === 'monitor' && extras.length > 0) throw wrong('gives permissions to a monitor, who has none')
  if (dataSources !== undefined && !areIds(dataSources))
    throw wrong('has dataSources that are not a list of ids')
  if (known === 'admin' && dataSources) throw wrong('binds an admin to data sources: an admin sees all')
  return { claim, contains, role: known, permissions: extras as Extra[], dataSources: dataSources ?? null }
}

function areIds(given: unknown): given is string[] {
  return (
    Array.isArray(given) && given.length > 0 && given.every((each) => typeof each === 'string' && isId(each))
  )
}

/** Undefined: no rule fits. */
export function rightsOfClaims(rules: readonly ClaimRule[], claims: Claims): ClaimedRights | undefined {
  const fitting = rules.filter((rule) => textsOf(claims, rule.claim).includes(rule.contains))
  const strongest = Math.max(...fitting.map(({ role }) => ROLES.indexOf(role)))
  const role = ROLES[strongest]
  if (!role) return undefined
  const counting = fitting.filter((rule) => rule.role === role)
  const extras = new Set(counting.flatMap(({ permissions }) => permissions))
  const sources = counting.map(({ dataSources }) => dataSources)
  return {
    role,
    extras: [...extras].sort(),
    dataSourceIds: sources.includes(null) ? null : [...new Set(sources.flatMap((each) => each ?? []))].sort(),
  }
}

/** Whether all claims that rules name are there. */
export function hasClaimsOf(rules: readonly ClaimRule[], claims: Claims): boolean {
  return rules.every(({ claim }) => claimOf(claims, claim) !== undefined)
}

/** A claim is a text or a list of texts. */
function textsOf(claims: Claims, name: string): string[] {
  return [claimOf(claims, name)].flat().filter((each) => typeof each === 'string')
}

/** `realm_access.roles` is the claim with this name or, if there is none, `roles` in `realm_access`. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Claims)[part]
  }
  return value
}
