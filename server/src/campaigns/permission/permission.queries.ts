import { sql } from '../../platform/storage/sql.ts'
import type { RulesRow } from './rules.queries.ts'

export type SettingsRow = Omit<RulesRow, 'version'>

const columns =
  'attempts_per_day, attempts_per_month, allowed_prefixes, denied_prefixes, min_digits, max_digits, allows_emergency, exempt_numbers, transfer_hosts, transfer_contexts, allowed_premium_prefixes, budgets, quiet_days, default_attempts_per_day'

export const lockSettings = sql<SettingsRow>(
  'lock_permission_settings',
  `select ${columns} from service where is_only for no key update`,
)

/** The next claim of every node reads the rules again. */
export const changeSettings = sql<SettingsRow>(
  'change_permission_settings',
  `with changed as (
     update service set attempts_per_day = $1, attempts_per_month = $2, allowed_prefixes = $3,
       denied_prefixes = $4, min_digits = $5, max_digits = $6, allows_emergency = $7, exempt_numbers = $8,
       transfer_hosts = $9, transfer_contexts = $10, allowed_premium_prefixes = $11, budgets = $12::jsonb, quiet_days = $13, default_attempts_per_day = $14, version = version + 1
     where is_only
     returning ${columns}
   )
   select changed.*, pg_notify('task_changed', '') from changed`,
)

export const changePrefixes = sql<
  never,
  [allowed: string[], denied: string[], exemptNumbers: string[], allowedPremium: string[]]
>(
  'change_prefixes',
  `update service set allowed_prefixes = $1, denied_prefixes = $2, exempt_numbers = $3, allowed_premium_prefixes = $4, version = version + 1
   where is_only`,
)

/** A calendar has changed: the next claim of every node reads the rules again. */
export const noteRuleChange = sql<never>(
  'note_rule_change',
  `with changed as (update service set version = version + 1 where is_only returning version)
   select pg_notify('task_changed', '') from changed`,
)

/** Of a new installation. */
export const setDefaultAttempts = sql<never, [attemptsPerDay: number]>(
  'set_default_attempts',
  'update service set default_attempts_per_day = $1 where is_only',
)

export const readDefaultAttempts = sql<{ attempts: number | null }, []>(
  'read_default_attempts',
  'select default_attempts_per_day as attempts from service where is_only',
)
