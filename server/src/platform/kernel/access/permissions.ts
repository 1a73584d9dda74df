// What somebody may do, in permissions; what an operation needs is one of them. Tokens have those of their scope, people those of their role and
// those that were given to them besides. And whose things an operation is about, which bounds.ts holds against somebody's data sources.

export const SCOPES = ['read', 'write', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** With what each is for. */
export const PERMISSIONS = {
  see: 'lists, tasks, counts and settings',
  seeNumbers: 'phone numbers, contacts, calls and what was said',
  export: 'files of contacts, calls and numbers',
  operate: 'changes to lists and tasks, and what tasks do',
  call: 'single calls, test calls and whatever else rings a phone',
  hear: 'recordings',
  listen: 'listening in on live calls',
  administer: 'settings of the service, trunks, webhooks, people, tokens and the audit trail',
} as const

export type Permission = keyof typeof PERMISSIONS

const READ: Permission[] = ['see', 'seeNumbers', 'export']
const WRITE: Permission[] = [...READ, 'operate', 'call', 'hear', 'listen']
const ADMIN: Permission[] = [...WRITE, 'administer']

/** Each scope includes those before it. */
const byScope: Record<Scope, readonly Permission[]> = { read: READ, write: WRITE, admin: ADMIN }

/** Listening in has to be allowed to a token besides. */
export function permissionsOfScope(scope: Scope, mayListen: boolean): ReadonlySet<Permission> {
  return new Set(byScope[scope].filter((each) => each !== 'listen' || mayListen))
}

/** The least scope that includes it. */
export function scopeFor(needed: Permission): Scope {
  return SCOPES.find((scope) => byScope[scope].includes(needed)) ?? 'admin'
}

export const ROLES = ['monitor', 'viewer', 'operator', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** What each role always has. */
const byRole: Record<Role, readonly Permission[]> = {
  monitor: ['see'],
  viewer: ['see', 'seeNumbers'],
  operator: ['see', 'seeNumbers', 'operate'],
  admin: ADMIN.filter((each) => each !== 'listen'),
}

/** What is given to people one by one, beside their role; never to a monitor, who sees no number. */
export const EXTRAS = ['export', 'call', 'hear', 'listen'] as const satisfies Permission[]
export type Extra = (typeof EXTRAS)[number]

/** What a role has beside if nobody says otherwise. */
export const DEFAULT_EXTRAS: Record<Role, readonly Extra[]> = {
  monitor: [],
  viewer: [],
  operator: ['call', 'hear'],
  admin: [],
}

export function permissionsOfRole(role: Role, extras: readonly Extra[]): ReadonlySet<Permission> {
  return new Set([...byRole[role], ...(role === 'monitor' ? [] : extras)])
}

/** How long what a provider has told of a person's rights is good, in milliseconds. */
export const CLAIMED_RIGHTS_MS = 12 * 60 * 60_000

/** What has an id and belongs to a data source. */
export type Owned = 'dataSource' | 'task' | 'call' | 'liveCall' | 'recording' | 'import'

/**
 * By what an operation is bound: the thing with the id in its path or body; `filtered`, a list that has only what belongs to the data
 * sources of whoever asks; `none`, it has nothing of a data source or looks itself; `all`, for those who are not bound.
 */
export type Bound = Owned | 'filtered' | 'none' | 'all'
