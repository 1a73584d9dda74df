// Who asks: a token, or a person who has signed in. What it may do is decided once, when it is read; nothing asks for its kind to decide that.
import type { Permission, Role, Scope } from './permissions.ts'

interface Somebody {
  /** Of the token or the person. */
  id: string
  /** Under which its deeds are recorded. */
  name: string
  permissions: ReadonlySet<Permission>
  /** The data sources that it is bound to; null: it sees all. */
  dataSourceIds: readonly string[] | null
}

export interface TokenPrincipal extends Somebody {
  kind: 'token'
  scope: Scope
  /** An assistant may make phones ring, each time after asking its person. */
  assistantMayCall: boolean
  /** Calls may be asked for to numbers of these countries alone; null: all. */
  countries: readonly string[] | null
  /** Networks from which alone it may be used; null: all. */
  addresses: readonly string[] | null
}

export interface PersonPrincipal extends Somebody {
  kind: 'person'
  role: Role
  sessionId: string
  signsInBy: 'password' | 'provider'
  /** When the person last proved to be the one, by the password or another way of signing in. */
  proofTime: Date
}

export type Principal = TokenPrincipal | PersonPrincipal
