// The services of the wing `access`.

import { createTokens } from '../access/tokens/tokens.service.ts'
import { createTokenWatch } from '../platform/http/access/token-watch.ts'
import type { AppOptions } from './app-options.ts'
import type { Databases } from './databases.ts'

interface AccessParts {
  /** Whether notifications of the database arrive. */
  hearsChanges(): boolean
}

export function createAccess(options: AppOptions, { db }: Databases, { hearsChanges }: AccessParts) {
  const tokens = createTokens({
    db,
    clock: options.clock,
    presetToken: options.accessToken,
    hearsChanges,
    maxCallsPerTokenPerDay: options.maxCallsPerTokenPerDay,
  })
  return { tokens, tokenWatch: createTokenWatch((token) => tokens.authenticate(token)) }
}
