// Manages access tokens from the command line, with or without a running service.
import { createTokens, type Tokens } from '../access/tokens/tokens.service.ts'
import { readConfig } from '../config.ts'
import { findUnknownDataSource } from '../lists/data-sources/data-sources.service.ts'
import { systemClock } from '../platform/kernel/clock.ts'
import { counted } from '../platform/kernel/counted.ts'
import { printable } from '../platform/kernel/log/printable.ts'
import { createTimestamps } from '../platform/kernel/timestamps.ts'
import { CommandFailed } from './failure.ts'
import { withDatabase } from './open-storage.ts'
import { say, sayAside } from './terminal.ts'

interface TokenFlags {
  scope: string | undefined
  expiresInDays: string | undefined
  callsPerDay: string | undefined
  dataSources: string | undefined
  countries: string | undefined
  addresses: string | undefined
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
    const { token, details } = await tokens.create(input)
    sayAside(`Token ${details.id} with scope ${details.scope}, shown only once:`)
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
      if (token.dataSourceIds) facts.push(`bound to ${counted(token.dataSourceIds.length, 'data source')}`)
      if (token.countries) facts.push(`calls ${token.countries.join(', ')}`)
      if (token.addresses) facts.push(`from ${token.addresses.join(', ')}`)
      say([...facts, printable(token.name)].join('  '))
    }
  })
}

export function revokeTokenCommand([id, ...rest]: string[]): Promise<void> {
  if (!id || rest.length > 0)
    throw new CommandFailed('token revoke needs the id of a token: see carillon token list')
  return withTokens(async (tokens) => {
    const { name } = await tokens.revoke(id)
    say(`Token ${id} (${printable(name)}) is revoked.`)
  })
}

function readNewToken(
  name: string | undefined,
  { scope = 'write', expiresInDays, callsPerDay, assistantMayCall, mayListen, ...lists }: TokenFlags,
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
    dataSourceIds: listIn(lists.dataSources),
    countries: listIn(lists.countries?.toUpperCase()),
    addresses: listIn(lists.addresses),
  } as const
}

const listIn = (text: string | undefined) => text?.split(',').map((each) => each.trim())

async function withTokens(
  work: (tokens: Tokens, format: (instant: Date) => string) => Promise<void>,
): Promise<void> {
  const config = readConfig()
  await withDatabase(config, (db, log) =>
    work(
      createTokens({
        ...{ db, log, clock: systemClock, presetToken: config.accessToken },
        hearsChanges: () => false,
        unknownDataSource: (ids) => findUnknownDataSource(db, ids),
      }),
      createTimestamps(config.timeZone).format,
    ),
  )
}
