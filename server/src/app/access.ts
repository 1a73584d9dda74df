// The services of the wing `access`.

import { createOidc } from '../access/people/oidc/oidc.service.ts'
import { createProvider } from '../access/people/oidc/provider.ts'
import { createPasskeys } from '../access/people/passkeys/passkeys.service.ts'
import { createPasswordHashes } from '../access/people/password-hash.ts'
import { createPeople } from '../access/people/people.service.ts'
import { createSessions } from '../access/people/sessions.service.ts'
import { createSignIn } from '../access/people/sign-in.service.ts'
import { createTokens } from '../access/tokens/tokens.service.ts'
import { findUnknownDataSource } from '../lists/data-sources/data-sources.service.ts'
import type { Authenticate } from '../platform/http/access/auth.ts'
import { createTokenWatch } from '../platform/http/access/token-watch.ts'
import type { Notifications } from '../platform/storage/notifications.ts'
import type { AppOptions } from './app-options.ts'
import type { Databases } from './databases.ts'

export function createAccess(options: AppOptions, { db }: Databases, notifications: Notifications) {
  const hearsChanges = () => notifications.connected
  const { clock, log } = options
  const unknownDataSource = (ids: readonly string[]) => findUnknownDataSource(db, ids)
  const tokens = createTokens({
    ...{ db, clock, log, hearsChanges, unknownDataSource },
    presetToken: options.accessToken,
    maxCallsPerTokenPerDay: options.maxCallsPerTokenPerDay,
  })
  const sessions = createSessions({ db, clock, log, hearsChanges })
  const people = createPeople({ db, clock, sessions, unknownDataSource })
  const signIn = createSignIn({ db, clock, sessions, hashes: createPasswordHashes(options.passwordCost) })
  const passkeys = createPasskeys({ db, clock, log, signIn })
  const oidc =
    options.oidc &&
    createOidc({ db, clock, sessions, settings: options.oidc, provider: createProvider(options.oidc, log) })
  const authenticate: Authenticate = ({ kind, secret }, isUse) =>
    kind === 'token' ? tokens.authenticate(secret) : sessions.authenticate(secret, isUse)
  return {
    tokens,
    sessions,
    people,
    signIn,
    passkeys,
    oidc,
    authenticate,
    tokenWatch: createTokenWatch(authenticate),
  }
}
