// The only reader of the environment: every setting, its default and its rule, in one table.
import { isSupportedCountry } from 'libphonenumber-js/min'
import { parseSimulatorSettings, type SimulatorSettings } from './gateways/simulator/simulator-settings.ts'
import { isTimeZone } from './kernel/timestamps.ts'

export interface Config {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  accessToken: string | undefined
  timeZone: string
  defaultCountry: string | undefined
  logLevel: string
  rateLimitPerMinute: number
  /** Calls at once and calls a second, for all nodes together; what is not set stays as it is in the database. */
  lines: number | undefined
  callsPerSecond: number | undefined
  simulator: SimulatorSettings
  stopWaitSeconds: number
}

export class InvalidSetting extends Error {
  override name = 'InvalidSetting'
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  // An empty variable counts as absent: that is what `HOST= npm start` and unset compose variables mean.
  const text = (name: string) => env[name]?.trim() || undefined

  const config: Config = {
    host: text('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', text('PORT'), { fallback: 3000, least: 0, most: 65535 }),
    dataDir: text('DATA_DIR') ?? './data',
    databaseUrl: text('DATABASE_URL'),
    accessToken: text('ACCESS_TOKEN'),
    timeZone: text('TIME_ZONE') ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    defaultCountry: text('DEFAULT_COUNTRY')?.toUpperCase(),
    logLevel: text('LOG_LEVEL') ?? 'info',
    rateLimitPerMinute: wholeNumber('RATE_LIMIT', text('RATE_LIMIT'), {
      fallback: 0,
      least: 0,
      most: 1_000_000,
    }),
    lines: optionalNumber('LINES', text('LINES'), { least: 0, most: 100_000 }),
    callsPerSecond: optionalNumber('CALLS_PER_SECOND', text('CALLS_PER_SECOND'), { least: 0, most: 100_000 }),
    simulator: simulatorSettings(text('SIMULATOR') ?? ''),
    stopWaitSeconds: wholeNumber('STOP_WAIT', text('STOP_WAIT'), { fallback: 30, least: 0, most: 3600 }),
  }

  if (config.databaseUrl !== undefined && !isPostgresUrl(config.databaseUrl)) {
    throw new InvalidSetting('DATABASE_URL must look like postgres://user:password@host:5432/database')
  }
  if (config.accessToken !== undefined && !/^[\x21-\x7e]{8,512}$/.test(config.accessToken)) {
    throw new InvalidSetting('ACCESS_TOKEN must be 8 to 512 printable ASCII characters without spaces')
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
  if (!LOG_LEVELS.includes(config.logLevel)) {
    throw new InvalidSetting(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${config.logLevel}"`)
  }
  return Object.freeze(config)
}

function wholeNumber(
  name: string,
  value: string | undefined,
  { fallback, least, most }: { fallback: number; least: number; most: number },
): number {
  if (value === undefined) return fallback
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  throw new InvalidSetting(`${name} must be a whole number from ${least} to ${most}, not "${value}"`)
}

function optionalNumber(name: string, value: string | undefined, range: { least: number; most: number }) {
  return value === undefined ? undefined : wholeNumber(name, value, { ...range, fallback: 0 })
}

function simulatorSettings(text: string): SimulatorSettings {
  try {
    return parseSimulatorSettings(text)
  } catch (error) {
    throw new InvalidSetting(error instanceof Error ? error.message : String(error))
  }
}

/** A URL as the driver takes it: with a socket's folder in `?host=` there may be nothing between user and path. */
function isPostgresUrl(value: string): boolean {
  return (
    /^postgres(ql)?:\/\//.test(value) && URL.canParse(value.replace(/^(\w+:\/\/[^/?#]*@)\//, '$1localhost/'))
  )
}
