// Reads stored numbers with the keys that they have, and gives them others.
import { IS_WITHOUT_TASK } from '../../platform/kernel/task-of-call.ts'
import { sql } from '../../platform/storage/sql.ts'

export interface KeyedNumber {
  id: string
  phone_number: string
  phone_key: string
}

export const readNumberRules = sql<{ number_rules: string }, []>(
  'read_number_rules',
  'select number_rules from service where is_only',
)

export const writeNumberRules = sql<never, [rules: string]>(
  'write_number_rules',
  'update service set number_rules = $1 where is_only',
)

export const listSources = sql<{ id: string }, []>(
  'list_data_sources_to_renew',
  'select id from data_source order by id',
)

/** Their numbers are compared by the country of the service. */
export const listSourcesWithoutCountry = sql<{ id: string; country: null; last_position: number }, []>(
  'list_data_sources_without_country',
  'select id, country, last_position from data_source where country is null order by id',
)

export const countLiveCalls = sql<{ calls: number }, [dataSourceId: string]>(
  'count_live_calls_of_data_source',
  'select count(*)::integer as calls from live_call where data_source_id = $1',
)

type Range = [dataSourceId: string, after: number, upTo: number]

/** In the positions after $2, up to $3. */
export const readContactKeys = sql<KeyedNumber, Range>(
  'read_contact_keys',
  'select id, phone_number, phone_key from contact where data_source_id = $1 and position > $2 and position <= $3',
)

/** The numbers that were called at these positions: contacts may have had other ones, or be deleted. `id`: of the contact. */
export const readCalledKeys = sql<KeyedNumber, Range>(
  'read_called_keys',
  `select distinct c.contact_id as id, c.phone_number, c.phone_key
   from task t
   join dial d on d.task_id = t.id and d.position > $2 and d.position <= $3
   cross join lateral (select distinct unnest(d.call_times) as start_time) began
   join call c on c.task_id = d.task_id and c.start_time = began.start_time and c.contact_id = d.contact_id
   where t.data_source_id = $1`,
)

type Keys = [contactIds: string[], oldKeys: string[], newKeys: string[]]

const GIVEN = `unnest($1::uuid[], $2::text[], $3::text[]) as given (id, old_key, new_key)`

export const renewContacts = sql<never, Keys>(
  'renew_contact_keys',
  `update contact c set phone_key = given.new_key from ${GIVEN} where c.id = given.id and c.phone_key = given.old_key`,
)

export const renewCalls = sql<never, Keys>(
  'renew_call_keys',
  `update call c set phone_key = given.new_key from ${GIVEN}
   where c.phone_key = given.old_key and c.contact_id = given.id`,
)

export const renewDenials = sql<never, Keys>(
  'renew_denial_keys',
  `update denial d set phone_key = given.new_key from ${GIVEN}
   where d.phone_key = given.old_key and d.contact_id = given.id`,
)

export const renewRecordings = sql<never, Keys>(
  'renew_recording_keys',
  `update recording r set phone_key = given.new_key from ${GIVEN}
   where r.contact_id = given.id and r.phone_key = given.old_key`,
)

/** Of calls without a task, behind the call with the id $1. `id`: in place of a contact's. */
export const readSingleCallKeys = sql<KeyedNumber & { call_id: string }, [after: string, limit: number]>(
  'read_single_call_keys',
  `select id as call_id, contact_id as id, phone_number, phone_key from call where ${IS_WITHOUT_TASK('call')} and id > $1 order by id limit $2`,
)

/** Of calls that were asked for and have not ended, behind the id $1. */
export const readAskedKeys = sql<KeyedNumber, [after: string, limit: number]>(
  'read_asked_call_keys',
  'select id, phone_number, phone_key from single_call where end_time is null and id > $1 order by id limit $2',
)

export const renewAsked = sql<never, Keys>(
  'renew_asked_call_keys',
  `update single_call s set phone_key = given.new_key from ${GIVEN} where s.id = given.id and s.phone_key = given.old_key`,
)

/** Behind the id $1. */
export const readConsentKeys = sql<KeyedNumber, [after: string, limit: number]>(
  'read_consent_keys',
  'select id, phone_number, phone_key from consent where id > $1 order by id limit $2',
)

export const renewConsents = sql<never, Keys>(
  'renew_consent_keys',
  `update consent c set phone_key = given.new_key from ${GIVEN} where c.id = given.id and c.phone_key = given.old_key`,
)

/** Behind the id $1. */
export const readNoteKeys = sql<KeyedNumber, [after: string, limit: number]>(
  'read_number_note_keys',
  'select id, phone_number, phone_key from number_note where id > $1 order by id limit $2',
)

export const renewNotes = sql<never, Keys>(
  'renew_number_note_keys',
  `update number_note w set phone_key = given.new_key from ${GIVEN} where w.id = given.id and w.phone_key = given.old_key`,
)

/** Contacts that have the number of an older one. */
export const countDuplicates = sql<{ duplicates: number }, [dataSourceId: string]>(
  'count_duplicate_contacts',
  `select (count(*) - count(distinct phone_key))::integer as duplicates from contact where data_source_id = $1`,
)

export const listLists = sql<{ id: string; last_position: number }, []>(
  'list_do_not_call_lists_to_renew',
  'select id, last_position from do_not_call_list order by id',
)

export interface KeyedEntry {
  phone_number: string
  phone_key: string
  expire_time: Date | null
}

export const readEntryKeys = sql<KeyedEntry, [listId: string, after: number, upTo: number]>(
  'read_do_not_call_keys',
  `select phone_number, phone_key, expire_time from do_not_call_entry
   where list_id = $1 and position > $2 and position <= $3 and remove_time is null
   order by position`,
)

export const renewEntries = sql<never, [listId: string, oldKeys: string[], newKeys: string[]]>(
  'renew_do_not_call_keys',
  `update do_not_call_entry e set phone_key = given.new_key
   from unnest($2::text[], $3::text[]) as given (old_key, new_key)
   where e.list_id = $1 and e.phone_key = given.old_key and e.remove_time is null`,
)

/** An entry with another spelling of its number holds as long as the one of the two that holds longer. */
export const extendEntries = sql<never, [listId: string, keys: string[], expireTimes: (Date | null)[]]>(
  'extend_do_not_call_entries',
  `update do_not_call_entry e
   set expire_time = case when e.expire_time is null or given.has_no_end then null else greatest(e.expire_time, given.last_end) end
   from (
     select phone_key, bool_or(expire_time is null) as has_no_end, max(expire_time) as last_end
     from unnest($2::text[], $3::timestamptz[]) as entry (phone_key, expire_time) group by phone_key
   ) given
   where e.list_id = $1 and e.phone_key = given.phone_key and e.remove_time is null`,
)

/** Of removed entries, behind the key $1 and the spelling $2. */
export const readPastKeys = sql<
  Omit<KeyedNumber, 'id'>,
  [afterKey: string, afterNumber: string, limit: number]
>(
  'read_past_do_not_call_keys',
  `select distinct phone_key, phone_number from do_not_call_entry
   where (phone_key, phone_number) > ($1, $2) and remove_time is not null
   order by phone_key, phone_number limit $3`,
)

export const renewPast = sql<never, [numbers: string[], oldKeys: string[], newKeys: string[]]>(
  'renew_past_do_not_call_keys',
  `update do_not_call_entry e set phone_key = given.new_key
   from unnest($1::text[], $2::text[], $3::text[]) as given (phone_number, old_key, new_key)
   where e.phone_key = given.old_key and e.phone_number = given.phone_number and e.remove_time is not null`,
)
