import { sql } from '../../platform/storage/sql.ts'
import type { RulesRow } from './rules.queries.ts'

export type SettingsRow = Omit<RulesRow, 'version'>

const columns =
  'attempts_per_day, attempts_per_month, allowed_prefixes, denied_prefixes, min_digits, max_digits, allows_emergency, own_phones, transfer_hosts, transfer_contexts, allowed_premium_prefixes'

export const lockSettings = sql<SettingsRow>(
  'lock_permission_settings',
  `select ${columns} from permission_settings where is_only for no key update`,
)

/** The next claim of every node reads the rules again. */
export const changeSettings = sql<SettingsRow>(
  'change_permission_settings',
  `with changed as (
     update permission_settings set attempts_per_day = $1, attempts_per_month = $2, allowed_prefixes = $3,
       denied_prefixes = $4, min_digits = $5, max_digits = $6, allows_emergency = $7, own_phones = $8,
       transfer_hosts = $9, transfer_contexts = $10, allowed_premium_prefixes = $11, version = version + 1
     where is_only
     returning ${columns}
   )
   select changed.*, pg_notify('task_changed', '') from changed`,
)

export const changePrefixes = sql<
  never,
  [allowed: string[], denied: string[], ownPhones: string[], allowedPremium: string[]]
>(
  'change_prefixes',
  `update permission_settings set allowed_prefixes = $1, denied_prefixes = $2, own_phones = $3, allowed_premium_prefixes = $4, version = version + 1
   where is_only`,
)

/** A calendar has changed: the next claim of every node reads the rules again. */
export const noteRuleChange = sql<never>(
  'note_rule_change',
  `with changed as (update permission_settings set version = version + 1 where is_only returning version)
   select pg_notify('task_changed', '') from changed`,
)
