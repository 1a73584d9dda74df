// carillon doctor: looks at the settings, the data folder and the database of this installation and says what is open. It changes nothing,
// and runs with or without the service.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as tokens from '../../access/tokens/tokens.queries.ts'
import { countStoredSecrets } from '../../app/stored-secrets.ts'
import { type Config, readConfig } from '../../config.ts'
import * as doNotCall from '../../lists/do-not-call/do-not-call.queries.ts'
import { systemClock } from '../../platform/kernel/clock.ts'
import { printable } from '../../platform/kernel/log/printable.ts'
import { isLoopback, UNENCRYPTED_SETTING } from '../../platform/kernel/secrets/encryption.ts'
import { NUMBER_KEY_FILE } from '../../platform/kernel/secrets/number-key.ts'
import { OPEN_BOX, SECRET_KEY_FILE } from '../../platform/kernel/secrets/secret-box.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Finding } from '../../telephony/switches/finding.ts'
import * as trunks from '../../telephony/trunks/trunks.queries.ts'
import { CommandFailed } from '../failure.ts'
import { withDatabase } from '../open-storage.ts'
import { say } from '../terminal.ts'
import { readConnection } from './doctor.queries.ts'
import { type SecurityFacts, securityFindings } from './security-findings.ts'

const marks: Record<Finding['level'], string> = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' }

export async function doctorCommand({ asJson }: { asJson: boolean }): Promise<void> {
  const findings = securityFindings(await readFacts(readConfig()))
  if (asJson) say(JSON.stringify({ findings }, null, 2))
  else if (findings.length === 0) say('Nothing is open.')
  else for (const { level, text } of findings) say(`${marks[level]} ${printable(text)}`)
  if (findings.some(({ level }) => level === 'problem'))
    throw new CommandFailed('what is marked as a problem should be closed')
}

function readFacts(config: Config): Promise<SecurityFacts> {
  return withDatabase(config, async (db) => ({
    ...(await factsOfSettings(config)),
    ...(await factsOfDatabase(db, config)),
  }))
}

async function factsOfSettings(config: Config) {
  const { http, backups, recordings } = config
  return {
    nodeMajor: Number(process.versions.node.split('.')[0]),
    isRoot: process.getuid?.() === 0,
    isReachable: !isLoopback(config.host),
    hasProxy: http.trustProxy !== false,
    pages: { METRICS: http.metrics, API_DOCS: http.docs },
    authFailuresPerMinute: http.authFailuresPerMinute,
    maxCallsPerTokenPerDay: config.maxCallsPerTokenPerDay,
    allowsUnencrypted: config.given.some(
      ({ name, value }) => name === UNENCRYPTED_SETTING && value === 'yes',
    ),
    recordingDays: recordings.days,
    backups,
    readableByOthers: await readableByOthers(
      ['access-token', NUMBER_KEY_FILE, SECRET_KEY_FILE].map((name) => join(config.dataDir, name)),
    ),
  }
}

async function factsOfDatabase(db: Database, config: Config) {
  const now = systemClock.now()
  const valid = (await tokens.listTokens(db, [])).filter(
    (token) => !token.revoke_time && (!token.expire_time || token.expire_time > now),
  )
  const connection = await readConnection.first(db, [])
  const { rows: lists } = await doNotCall.listLists(db, { pageNum: 1, pageSize: 1000 })
  return {
    database: {
      isOwnServer: config.databaseUrl !== undefined,
      isEncrypted: connection?.is_encrypted === true,
      isLocal: connection?.is_local === true,
      isSuperuser: connection?.is_superuser === true,
    },
    tokens: {
      endlessAdmins: valid
        .filter(({ scope, expire_time }) => scope === 'admin' && !expire_time)
        .map(({ name }) => name),
      unlimited: valid
        .filter(({ scope, max_calls_per_day }) => scope === 'write' && max_calls_per_day === null)
        .map(({ name }) => name),
    },
    trunks: (await trunks.listTrunks(db, [])).map(({ name, settings }) => ({
      name,
      isEncrypted: settings.transport === 'tls',
    })),
    plainSecrets: (await countStoredSecrets(db, OPEN_BOX)).plain,
    hasGlobalList: lists.some(({ is_global }) => is_global),
  }
}

/** Those that exist and give others any right. */
async function readableByOthers(files: string[]): Promise<string[]> {
  const open: string[] = []
  for (const file of files) {
    const found = await stat(file).catch(() => undefined)
    if (found && (found.mode & 0o077) !== 0) open.push(file)
  }
  return open
}
