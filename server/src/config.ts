// The only reader of the environment: every setting, its default and its rule, in one table.

import { isSupportedCountry } from 'libphonenumber-js/min'
import { type AgentSettings, readAgentSettings } from './agents/agent-settings.ts'
import { type GatewaySettings, readGatewaySettings } from './gateways/gateway-settings.ts'
import { publicUrlOf } from './gateways/http/http-gateway-settings.ts'
import { type HttpSettings, readHttpSettings } from './http/http-settings.ts'
import { createSettings, InvalidSetting } from './kernel/settings.ts'
import { isTimeZone } from './kernel/timestamps.ts'
import { type RecordingSettings, readRecordingSettings } from './recordings/recording-settings.ts'
import { readSpeechSettings, type SpeechSettings } from './speech/speech-settings.ts'

export interface Config {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  accessToken: string | undefined
  timeZone: string
  defaultCountry: string | undefined
  /** How far ahead a callback may be. */
  callbackDays: number | undefined
  logLevel: string
  rateLimitPerMinute: number
  http: HttpSettings
  /** Concurrent calls and calls per second, for all nodes together; a setting that is absent does not change the database. */
  lines: number | undefined
  callsPerSecond: number | undefined
  gateway: GatewaySettings
  agents: AgentSettings
  recordings: RecordingSettings
  stopWaitSeconds: number
  speech: SpeechSettings
  /** The address under which gateways reach this node; undefined is the one on which it listens. */
  mediaUrl: string | undefined
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const settings = createSettings(env)
  const { text, wholeNumber, optionalNumber } = settings
  const dataDir = text('DATA_DIR') ?? './data'
  const gateway = readGatewaySettings(settings)

  const config: Config = {
    host: text('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', { default: 3000, min: 0, max: 65535 }),
    dataDir,
    databaseUrl: settings.secret('DATABASE_URL'),
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
    http: readHttpSettings(settings),
    lines: optionalNumber('LINES', { min: 0, max: 100_000 }),
    callsPerSecond: optionalNumber('CALLS_PER_SECOND', { min: 0, max: 100_000 }),
    gateway,
    agents: readAgentSettings(settings),
    recordings: readRecordingSettings(settings, dataDir),
    stopWaitSeconds: wholeNumber('STOP_WAIT', { default: 30, min: 0, max: 3600 }),
    speech: readSpeechSettings(settings),
    mediaUrl:
      text('MEDIA_URL')?.replace(/\/+$/, '') ??
      (gateway.kind === 'http' ? publicUrlOf(gateway.http) : undefined),
  }

  if (config.databaseUrl !== undefined && !isPostgresUrl(config.databaseUrl)) {
    throw new InvalidSetting('DATABASE_URL must look like postgres://user:password@host:5432/database')
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
  return Object.freeze(config)
}

/** A URL that the driver accepts: with a socket folder in `?host=` the host may be empty. */
function isPostgresUrl(value: string): boolean {
  return (
    /^postgres(ql)?:\/\//.test(value) && URL.canParse(value.replace(/^(\w+:\/\/[^/?#]*@)\//, '$1localhost/'))
  )
}
