// What the service needs to be created.

import type { FastifyBaseLogger } from 'fastify'
import type { OidcSettings } from '../access/people/oidc/oidc-settings.ts'
import type { ICalendarLimits } from '../campaigns/permission/calendars/icalendar-thread.ts'
import type { BackupSettings } from '../commands/backup/backup-settings.ts'
import type { AgentSettings } from '../conversations/agents/agent-settings.ts'
import type { RecordingSettings } from '../conversations/recordings/recording-settings.ts'
import type { SpeechSettings } from '../conversations/speech/speech-settings.ts'
import type { MailSettings } from '../insight/notifications/mail-settings.ts'
import type { RunnerTiming } from '../insight/webhooks/webhook-runner.ts'
import type { WebhookSettings } from '../insight/webhooks/webhook-settings.ts'
import type { ImportTiming } from '../lists/imports/import-runner.ts'
import type { HttpSettings } from '../platform/http/http-settings.ts'
import type { ServerTiming } from '../platform/http/server.ts'
import type { Clock } from '../platform/kernel/clock.ts'
import type { Country } from '../platform/kernel/phone/phone-key.ts'
import type { SecretBox } from '../platform/kernel/secrets/secret-box.ts'
import type { GivenSetting } from '../platform/kernel/settings.ts'
import type { DatabaseAddress } from '../platform/storage/connection.ts'
import type { Database } from '../platform/storage/database.ts'
import type { TableFilesOptions } from '../platform/tabular/table-files.ts'
import type { TraceSettings } from '../platform/tracing/trace-settings.ts'
import type { Gateway } from '../telephony/gateway.ts'
import type { Lines } from '../telephony/lines/create-lines.ts'
import type { TrunkWatch } from '../telephony/lines/trunk-watch.ts'
import type { OwnPhone } from '../telephony/own-phones/own-phone.ts'
import type { CallbackSigning } from '../telephony/switches/http/callbacks.service.ts'
import type { EnvironmentTrunk } from '../telephony/trunks/default-trunk.ts'
import type { Registrar } from '../telephony/trunks/registrar.ts'

/** The role of a node: answer requests, dial, or both. */
export type Role = 'api' | 'dialer' | 'all'

export interface AppOptions {
  connection: DatabaseAddress
  /** A replica for reports, charts, lists of calls and exports. */
  readConnection?: DatabaseAddress | undefined
  log: FastifyBaseLogger
  clock: Clock
  /** Whether times are judged by the clock of the database, which tests that own the time do without. */
  followsDatabaseClock?: boolean
  timeZone: string
  defaultCountry: string | undefined
  /** How far ahead a callback may be. */
  callbackDays?: number | undefined
  accessToken: string | undefined
  rateLimitPerMinute: number
  /** The limit of calls of tokens that have none of their own. */
  maxCallsPerTokenPerDay?: number | undefined
  /** Log2 of what a password costs to check; tests have less. */
  passwordCost?: number | undefined
  /** Missing settings have their defaults. */
  http?: Partial<HttpSettings>
  serverTiming?: Partial<ServerTiming> | undefined
  role: Role
  /** What places calls; required to dial. Some switches store calls in the database and receive notifications from it. */
  gateway?: Gateway | ((storage: GatewayStorage) => Lines) | undefined
  /** The secret with which a voice platform signs its reports. */
  callbackSigning?: CallbackSigning | undefined
  /** Without a secret voice agents are not called by a signed request, and cannot send any. */
  agents?: AgentSettings | undefined
  /** The name of the gateway in answers of the API; without it, it depends on the trunks: `trunks` or `simulator`. */
  gatewayKind?: string | undefined
  /** The gateway of the environment as a trunk. */
  environmentTrunk?: EnvironmentTrunk | undefined
  maxConnections?: number
  /** Limits on reading files that differ from the defaults. */
  tableFiles?: TableFilesOptions
  /** Limits on reading iCalendar files that differ from the defaults. */
  calendarFiles?: ICalendarLimits
  /** Timing of import jobs, where the defaults do not suit. */
  imports?: Partial<ImportTiming>
  /** The node's own folder: for what calls have said and could not be written before a stop. */
  dataDir?: string | undefined
  /** With which numbers of erased people are kept on do-not-call lists. */
  numberKey?: Buffer | undefined
  /** Seals the passwords and secrets that the database has. Without it they are stored as they are. */
  secrets?: SecretBox | undefined
  /** Where recordings are kept and for how long. */
  recordings?: RecordingSettings
  /** Without them this node makes no nightly backups. */
  backups?: BackupSettings | undefined
  /** The settings of the environment, for backups. */
  given?: GivenSetting[]
  /** The name of the machine, where it is not that of the operating system. */
  nodeHost?: string | undefined
  /** The folder of the built console; without it no console is served. */
  consoleFolder?: string | undefined
  /** The file with the first access token, which the console names to people who sign in. */
  tokenFile?: string | undefined
  /** What makes speech of text; without it, only recorded phrases can be said. */
  speech?: SpeechSettings
  /** The address under which gateways reach this node; without it, the one on which it listens. */
  mediaUrl?: string | undefined
  /** Where webhooks may be, and how much is sent to them. */
  webhooks?: WebhookSettings | undefined
  /** By which e-mails are sent; without it there are none. */
  mail?: MailSettings | undefined
  /** Timing of webhooks, where the defaults do not suit. */
  webhookTiming?: Partial<RunnerTiming> | undefined
  /** The OpenID Connect provider through which people sign in; without it, with passwords only. */
  oidc?: OidcSettings | undefined
  /** Where traces are sent; without it there are none. */
  tracing?: TraceSettings | undefined
}

export interface GatewayStorage {
  db: Database
  trunks: TrunkWatch
  /** Which of the trunks this node registers. */
  registrar: Registrar
  ownPhones: TrunkWatch<OwnPhone>
  /** Of the service, for numbers without a country code. */
  country(): Country | undefined
  onNotify(channel: string, hear: () => void): void
}
