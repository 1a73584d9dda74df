// After a change of the rules or of their own times, contacts that wait for a time that was given before are judged again: a budget that
// was raised, or a holiday that was taken back, counts at once. Those that are withdrawn are done at once, and so are those whose next
// attempt would be too late by their new times. "Steady plans" in docs/architecture.md explains `offset 0` and `= any(array[...])`.

import { type NeverReason, TOO_LATE } from '../../../campaigns/permission/decide.ts'
import type { WaitingContact } from '../../../campaigns/permission/next-attempt.ts'
import { OTHER_CHANGES_SLOT } from '../../../campaigns/tasks/counter-slots.ts'
import { TaskStatus } from '../../../campaigns/tasks/task-state.ts'
import { ContactStatus } from '../../../lists/contacts/contact-status.ts'
import { sql } from '../../../platform/storage/sql.ts'
import { ADDED_DENIALS, COUNTED_DENIALS } from './denial-counts.queries.ts'

export const WITHDRAWN: NeverReason = 'withdrawn'

/**
 * Makes waiting contacts of a few running tasks due, some at a time. The tasks are locked, as for every change of a due dial; a
 * task that another transaction has locked comes later. $1: now; $2: max number of contacts.
 */
export const rejudgeWaiting = sql<never>(
  'rejudge_waiting',
  `with rules as materialized (
     select version from service where is_only
   ), outdated as materialized (
     select t.id from task t
     where t.status = ${TaskStatus.RUNNING} and t.rules_version < (select version from rules)
     order by t.id
     limit 10
     for no key update skip locked
   ), waiting as materialized (
     select d.task_id, d.position from outdated t cross join lateral (
       select d.* from generate_series(1, 5) p cross join lateral (
         select * from dial
         where task_id = t.id and priority = p and due_at is not null and due_at > $1 and wait_reason is not null
         order by due_at limit $2
       ) d
       limit $2
     ) d
   ), changed as (
     update dial d set due_at = $1
     from (select task_id, position from waiting offset 0) given
     where d.task_id = any(array[given.task_id]) and d.position = any(array[given.position])
   )
   update task t set rules_version = (select version from rules)
   where t.id in (
     select outdated.id from outdated left join waiting on waiting.task_id = outdated.id
     group by outdated.id having count(waiting.position) < $2::bigint
   )`,
)

/** Contacts that wait for permission are judged again, because they have got other times. $1: data source; $2: positions; $3: now. */
export const rejudgeContacts = sql<never, [dataSourceId: string, positions: number[], now: Date]>(
  'rejudge_contacts',
  `with changed as (
     update dial d set due_at = $3 from task t
     where t.data_source_id = $1 and d.task_id = t.id and d.position = any($2::bigint[]) and d.due_at > $3 and d.wait_reason is not null
     returning d.task_id
   )
   select pg_notify('task_changed', task_id::text) from (select distinct task_id from changed) tasks`,
)

export interface CalledContact extends WaitingContact {
  task_id: string
  position: number
  call_until: Date
}

/** Of running tasks: contacts with a `callUntil` that wait for another attempt, and for nothing else. $1: data source; $2: positions. */
export const readCalled = sql<CalledContact, [dataSourceId: string, positions: number[]]>(
  'read_called_contacts',
  `select d.task_id, d.position, d.due_at, c.phone_key, c.fields ->> 'timeZone' as time_zone, c.call_time, c.call_until
   from task t
   cross join unnest($2::bigint[]) as given (position)
   join dial d on d.task_id = t.id and d.position = given.position
   join contact c on c.data_source_id = t.data_source_id and c.position = d.position
   where t.data_source_id = $1 and t.status = ${TaskStatus.RUNNING} and d.due_at is not null and d.wait_reason is null
     and d.calls > 0 and c.call_until is not null`,
)

/** Contacts that were called already are done, as after a call that was their last. The tasks are locked. $1, $2: tasks, positions; $3: now. */
export const endCalled = sql<never, [taskIds: string[], positions: number[], now: Date]>(
  'end_called',
  `with ended as (
     update dial d set due_at = null, cause = '${TOO_LATE.reason}', outcome = ${ContactStatus.FAILED}, update_time = $3
     from (select * from unnest($1::uuid[], $2::bigint[]) as given (task_id, position) offset 0) given
     where d.task_id = any(array[given.task_id]) and d.position = any(array[given.position])
     returning d.task_id
   ), counted as (
     insert into task_counter as known (task_id, slot, failed_contacts, update_time)
     select task_id, ${OTHER_CHANGES_SLOT}, count(*), $3 from ended group by task_id order by task_id
     on conflict (task_id, slot) do update set failed_contacts = known.failed_contacts + excluded.failed_contacts
   )
   select pg_notify('task_changed', task_id::text) from (select distinct task_id from ended) tasks`,
)

export interface EndedContact {
  task_id: string
  contact_id: string
  phone_key: string
  phone_number: string
}

/**
 * Withdrawn contacts wait no longer: they are done, as if a claim had come to them. The tasks are locked. $1: data source; $2: positions;
 * $3: now.
 */
export const endWithdrawn = sql<EndedContact, [dataSourceId: string, positions: number[], now: Date]>(
  'end_withdrawn',
  `with ended as (
     update dial d set due_at = null, wait_reason = null, cause = '${WITHDRAWN}', update_time = $3,
       outcome = case when d.calls = 0 then ${ContactStatus.NOT_DIALED} else ${ContactStatus.FAILED} end
     from task t, contact c
     where t.data_source_id = $1 and d.task_id = t.id and d.position = any($2::bigint[]) and d.due_at is not null
       and c.data_source_id = $1 and c.position = d.position
     returning d.task_id, d.contact_id, c.phone_key, c.phone_number, d.outcome, d.cause as reason
   ), counted as (
     insert into task_counter as known (task_id, slot, failed_contacts, skipped_contacts, update_time, denials, denial_times)
     select task_id, ${OTHER_CHANGES_SLOT}, count(*) filter (where outcome = ${ContactStatus.FAILED}),
       count(*) filter (where outcome = ${ContactStatus.NOT_DIALED}), $3, ${COUNTED_DENIALS('$3')}
     from ended group by task_id order by task_id
     on conflict (task_id, slot) do update set
       failed_contacts = known.failed_contacts + excluded.failed_contacts,
       skipped_contacts = known.skipped_contacts + excluded.skipped_contacts, ${ADDED_DENIALS}
   )
   select task_id, contact_id, phone_key, phone_number, pg_notify('task_changed', task_id::text) from ended`,
)
