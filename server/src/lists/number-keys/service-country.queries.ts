import { HAS_TASK } from '../../platform/kernel/task-of-call.ts'
import { sql } from '../../platform/storage/sql.ts'

export interface CountryRow {
  /** Null: DEFAULT_COUNTRY of the nodes. */
  country: string | null
  /** Grows with every change. */
  version: number
}

export const readCountry = sql<CountryRow, []>(
  'read_service_country',
  'select country, version from service where is_only',
)

/** It cannot change until the transaction ends. */
export const shareCountry = sql<CountryRow, []>(
  'share_service_country',
  'select country, version from service where is_only for share',
)

export const lockCountry = sql<CountryRow, []>(
  'lock_service_country',
  'select country, version from service where is_only for no key update',
)

/**
 * Waits for those that write numbers, and makes others wait: they all lock the row of a data source or of a list first. Reading goes
 * on, and so do calls. Before lockCountry, as in all transactions that lock both; and lists first, as a new task does, which names lists and then its data
 * source.
 */
export const lockNumbers = sql<never, []>(
  'lock_numbers',
  'lock table do_not_call_list, data_source in exclusive mode',
)

/** Every node reads its country again, and judges waiting contacts again. */
export const changeCountry = sql<never, [country: string | null]>(
  'change_service_country',
  `with changed as (
     update service set country = $1, version = version + 1 where is_only returning version
   )
   select pg_notify('country_changed', ''), pg_notify('task_changed', '') from changed`,
)

/** Of numbers that are compared by the country of the service: of data sources without one of their own, and without a task. */
export const countLiveCallsOfService = sql<{ calls: number }, []>(
  'count_live_calls_of_service_country',
  `select count(*)::integer as calls from live_call l
   where not ${HAS_TASK('l')}
     or exists (select from data_source s where s.id = l.data_source_id and s.country is null)`,
)
