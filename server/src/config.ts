// The only reader of the environment: every setting, its default and its rule, in one table.

import { homedir } from 'node:os'
import { isSupportedCountry } from 'libphonenumber-js/min'
import { type OidcSettings, readOidcSettings } from './access/people/oidc/oidc-settings.ts'
import { type BackupSettings, readBackupSettings } from './commands/backup/backup-settings.ts'
import { type AgentSettings, readAgentSettings } from './conversations/agents/agent-settings.ts'
import {
  type RecordingSettings,
  readRecordingSettings,
} from './conversations/recordings/recording-settings.ts'
import { readSpeechSettings, type SpeechSettings } from './conversations/speech/speech-settings.ts'
import { type MailSettings, readMailSettings } from './insight/notifications/mail-settings.ts'
import { readWebhookSettings, type WebhookSettings } from './insight/webhooks/webhook-settings.ts'
import { type HttpSettings, readHttpSettings } from './platform/http/http-settings.ts'
import { readEnvFile, SERVICE_SETTINGS } from './platform/kernel/env-file.ts'
import { dataHome } from './platform/kernel/files/data-home.ts'
import { isCheckout } from './platform/kernel/files/package-folder.ts'
import { createSettings, type GivenSetting, InvalidSetting } from './platform/kernel/settings.ts'
import { isTimeZone } from './platform/kernel/timestamps.ts'
import { parseHostList, type SessionAttribute } from './platform/storage/hosts/host-list.ts'
import { readTraceSettings, type TraceSettings } from './platform/tracing/trace-settings.ts'
import {
  type OwnAsteriskSettings,
  readOwnAsteriskSettings,
} from './telephony/switches/asterisk/own/own-asterisk-settings.ts'
import { type GatewaySettings, readGatewaySettings } from './telephony/switches/gateway-settings.ts'
import { publicUrlOf } from './telephony/switches/http/http-gateway-settings.ts'

export interface Config {
  host: string
  port: number
  dataDir: string
  /** Of a systemd service with RuntimeDirectory=: others see it, unlike the service's /tmp. */
  runtimeFolder: string | undefined
  databaseUrl: string | undefined
  /** Of a replica of that database, for reports and exports. */
  databaseReadUrl: string | undefined
  accessToken: string | undefined
  timeZone: string
  defaultCountry: string | undefined
  /** How far ahead a callback may be. */
  callbackDays: number | undefined
  logLevel: string
  rateLimitPerMinute: number
  /** Of tokens without a limit of their own; undefined: none. */
  maxCallsPerTokenPerDay: number | undefined
  http: HttpSettings
  /** Concurrent calls and calls per second, for all nodes together; a setting that is absent does not change the database. */
  lines: number | undefined
  callsPerSecond: number | undefined
  gateway: GatewaySettings
  /** The Asterisk that Carillon runs for its trunks. */
  ownAsterisk: OwnAsteriskSettings
  agents: AgentSettings
  recordings: RecordingSettings
  /** Undefined: no nightly backups. */
  backups: BackupSettings | undefined
  stopWaitSeconds: number
  speech: SpeechSettings
  /** The address under which gateways reach this node; undefined is the one on which it listens. */
  mediaUrl: string | undefined
  /** Undefined: there are no traces. */
  tracing: TraceSettings | undefined
  webhooks: WebhookSettings
  /** Undefined: no e-mail is sent. */
  mail: MailSettings | undefined
  /** Undefined: people sign in with passwords only. */
  oidc: OidcSettings | undefined
  /** All settings of the environment. */
  given: GivenSetting[]
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

type Environment = Readonly<Record<string, string | undefined>>

/** An installed package is one service for the machine if root runs it, so the commands of root have the settings of that service. */
function environment(): Environment {
  if (isCheckout || process.getuid?.() !== 0) return process.env
  return { ...readEnvFile(SERVICE_SETTINGS), ...process.env }
}

export function readConfig(env: Environment = environment()): Config {
  const settings = createSettings(env)
  const { text, wholeNumber, optionalNumber } = settings
  const dataDir =
    text('DATA_DIR') ?? dataHome({ env, isCheckout, isRoot: process.getuid?.() === 0, home: homedir() })
  const gateway = readGatewaySettings(settings)

  const config: Omit<Config, 'given'> = {
    host: text('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', { default: 3000, min: 0, max: 65535 }),
    dataDir,
    runtimeFolder: env.RUNTIME_DIRECTORY || undefined,
    databaseUrl: settings.secret('DATABASE_URL'),
    databaseReadUrl: settings.secret('DATABASE_READ_URL'),
    accessToken: settings.secret('ACCESS_TOKEN'),
    timeZone: text('TIME_ZONE') ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    defaultCountry: text('DEFAULT_COUNTRY')?.toUpperCase(),
    callbackDays: optionalNumber('CALLBACK_MAX_DAYS', { min: 1, max: 3650 }),
    logLevel: settings.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    rateLimitPerMinute: wholeNumber('RATE_LIMIT', {
      default: 0,
      min: 0,
      max: 1_000_000,
    }),
    maxCallsPerTokenPerDay: optionalNumber('MAX_CALLS_PER_TOKEN_PER_DAY', { min: 1, max: 1_000_000_000 }),
    http: readHttpSettings(settings),
    lines: optionalNumber('LINES', { min: 0, max: 100_000 }),
    callsPerSecond: optionalNumber('CALLS_PER_SECOND', { min: 0, max: 100_000 }),
    gateway,
    ownAsterisk: readOwnAsteriskSettings(settings),
    agents: readAgentSettings(settings),
    recordings: readRecordingSettings(settings, dataDir),
    backups: readBackupSettings(settings),
    stopWaitSeconds: wholeNumber('STOP_WAIT', { default: 30, min: 0, max: 3600 }),
    speech: readSpeechSettings(settings),
    mediaUrl:
      text('MEDIA_URL')?.replace(/\/+$/, '') ??
      (gateway.kind === 'http' ? publicUrlOf(gateway.http) : undefined),
    tracing: readTraceSettings(settings),
    webhooks: readWebhookSettings(settings),
    mail: readMailSettings(settings),
    oidc: readOidcSettings(settings),
  }

  checkDatabaseUrl('DATABASE_URL', config.databaseUrl, ['read-write', 'primary'])
  checkDatabaseUrl('DATABASE_READ_URL', config.databaseReadUrl, ['standby', 'any'])
  if (config.databaseReadUrl !== undefined && config.databaseUrl === undefined) {
    throw new InvalidSetting(
      'DATABASE_READ_URL names a replica of the database in DATABASE_URL, which is not set: the embedded PostgreSQL has none',
    )
  }
  if (config.accessToken !== undefined && !/^[\x21-\x7e]{32,512}$/.test(config.accessToken)) {
    throw new InvalidSetting(
      'ACCESS_TOKEN must be 32 to 512 printable ASCII characters without spaces; make one with: openssl rand -base64 32',
    )
  }
  if (!isTimeZone(config.timeZone)) {
    throw new InvalidSetting(
      `TIME_ZONE must be a zone name such as Asia/Shanghai or Europe/Berlin, not "${config.timeZone}"`,
    )
  }
  if (config.defaultCountry !== undefined && !isSupportedCountry(config.defaultCountry)) {
    throw new InvalidSetting(
      `DEFAULT_COUNTRY must be a two-letter country code such as CN or GB, not "${config.defaultCountry}"`,
    )
  }
  if (config.mediaUrl !== undefined && !/^https?:\/\/[^/?#]+(\/[^?#]*)?$/.test(config.mediaUrl)) {
    throw new InvalidSetting(
      `MEDIA_URL must be an address such as http://10.0.0.5:3000, not "${config.mediaUrl}"`,
    )
  }
  return Object.freeze({ ...config, given: settings.given() })
}

/** `allowed`: what may be asked of the server. */
function checkDatabaseUrl(name: string, url: string | undefined, allowed: readonly SessionAttribute[]): void {
  if (url === undefined) return
  const list = parseHostList(url)
  if (!list) {
    throw new InvalidSetting(
      `${name} must look like postgres://user:password@host:5432/database, or with several hosts like ` +
        'postgres://user:password@host1:5432,host2:5432/database?target_session_attrs=' +
        `${allowed[0]}`,
    )
  }
  if (list.asked !== undefined && !allowed.some((attribute) => attribute === list.asked)) {
    throw new InvalidSetting(
      `target_session_attrs in ${name} must be ${allowed.join(' or ')}, not "${list.asked}"`,
    )
  }
}
