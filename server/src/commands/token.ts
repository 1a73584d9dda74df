// Manages access tokens from the command line, with or without a running service.
import { COMMAND_ACTOR } from '../access/audit/audit.service.ts'
import { createTokens, type Tokens } from '../access/tokens/tokens.service.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../platform/kernel/clock.ts'
import { createSilentLog } from '../platform/kernel/log/log.ts'
import { printable } from '../platform/kernel/log/printable.ts'
import { createTimestamps } from '../platform/kernel/timestamps.ts'
import { createDatabase } from '../platform/storage/database.ts'
import { CommandFailed } from './failure.ts'
import { prepareSchema, shareStorage } from './open-storage.ts'
import { say, sayAside } from './terminal.ts'

interface TokenFlags {
  scope: string | undefined
  expiresInDays: string | undefined
  callsPerDay: string | undefined
  assistantMayCall: boolean
  mayListen: boolean
}

export function createTokenCommand(
  [name, ...rest]: (string | undefined)[],
  flags: TokenFlags,
): Promise<void> {
  if (rest.length > 0) throw new CommandFailed(`too many arguments: ${rest.join(' ')}`)
  const input = readNewToken(name, flags)
  return withTokens(async (tokens) => {
    const { token, details } = await tokens.create(input, COMMAND_ACTOR)
    sayAside(`Token ${details.id} with scope ${details.scope}, shown this once:`)
    say(token)
  })
}

export function listTokensCommand(): Promise<void> {
  return withTokens(async (tokens, format) => {
    for (const token of await tokens.list()) {
      const state = token.revokeTime
        ? `revoked ${format(token.revokeTime)}`
        : token.expireTime
          ? `expires ${format(token.expireTime)}`
          : 'does not expire'
      const facts = [token.id, token.scope.padEnd(5), `created ${format(token.createTime)}`, state]
      if (token.maxCallsPerDay !== null)
        facts.push(`${token.maxCallsPerDay} ${token.maxCallsPerDay === 1 ? 'call' : 'calls'} a day`)
      say([...facts, printable(token.name)].join('  '))
    }
  })
}

export function revokeTokenCommand([id, ...rest]: string[]): Promise<void> {
  if (!id || rest.length > 0)
    throw new CommandFailed('token revoke needs the id of a token: see carillon token list')
  return withTokens(async (tokens) => {
    const { name } = await tokens.revoke(id, COMMAND_ACTOR)
    say(`Token ${id} (${printable(name)}) is revoked.`)
  })
}

function readNewToken(
  name: string | undefined,
  { scope = 'write', expiresInDays, callsPerDay, assistantMayCall, mayListen }: TokenFlags,
) {
  if (!name?.trim()) throw new CommandFailed('token create needs a name: who will use the token?')
  if (scope !== 'read' && scope !== 'write' && scope !== 'admin') {
    throw new CommandFailed(`--scope must be read, write or admin, not "${scope}"`)
  }
  return {
    name: name.trim().slice(0, 100),
    scope,
    expiresInDays: expiresInDays === undefined ? undefined : Number(expiresInDays),
    assistantMayCall,
    mayListen,
    maxCallsPerDay: callsPerDay === undefined ? undefined : Number(callsPerDay),
  } as const
}

async function withTokens(
  work: (tokens: Tokens, format: (instant: Date) => string) => Promise<void>,
): Promise<void> {
  const config = readConfig()
  const log = createSilentLog()
  const storage = await shareStorage(config, log)
  try {
    await prepareSchema(storage, log)
    const db = createDatabase({ connection: storage.connection, maxConnections: 1, log })
    try {
      const tokens = createTokens({
        db,
        clock: systemClock,
        presetToken: config.accessToken,
        hearsChanges: () => false,
      })
      await work(tokens, createTimestamps(config.timeZone).format)
    } finally {
      await db.close()
    }
  } finally {
    await storage.close()
  }
}
