// The settings that can be changed while a task is PAUSED, and the contacts that wait and follow them.

import { ContactStatus } from '../../../lists/contacts/contact-status.ts'
import { sql } from '../../../platform/storage/sql.ts'
import { ACTOR_COLUMNS, type Actor, actorValues } from '../../../platform/trail/actor.ts'
import { OTHER_CHANGES_SLOT } from '../counter-slots.ts'
import type { StoredSettings } from '../task-settings.ts'
import { TaskStatus } from '../task-state.ts'
import type { ChangedTask } from '../tasks.queries.ts'

/** Waiting contacts per step. A step of this size locks its rows for milliseconds. */
const CONTACTS_PER_STEP = 500

/**
 * The task is locked. $1: task; $2: the settings that were given; $3: whether the hours change, so that contacts that wait for them
 * are judged again once the task runs; $4: changes, for the audit trail; $5: now; $6: actor.
 */
export const rescheduleTask = sql<
  ChangedTask,
  [id: string, settings: StoredSettings, hasOtherHours: boolean, changes: string, now: Date, actor: Actor]
>(
  'reschedule_task',
  `with changed as (
     update task set settings = settings || $2::jsonb, rules_version = case when $3::boolean then 0 else rules_version end,
       reschedules = reschedules + 1, update_time = $5
     where id = $1
     returning id, name, status, start_time, update_time
   ), audited as (
     insert into audit (task_id, at, ${ACTOR_COLUMNS}, operation, status, changes)
     select id, $5, ${actorValues('$6')}, 'reschedule', status, $4 from changed
   )
   select changed.*, pg_notify('task_changed', id::text) from changed`,
)

export interface FollowedStep {
  /** Where the step ended, in the order of the index; null if no contact waits behind the given place. */
  priority: number | null
  /** A text with microseconds, which a Date lacks. */
  due_at: string | null
  position: number | null
}

/**
 * One step: the next waiting contacts follow the settings of their task. Doing it twice changes nothing. A contact that has used
 * its attempts is done. The others wait for the interval from the end of their last call on, or longer if a retry rule, refused
 * calls or the callee asked for that; one that waits for permission is judged when the interval is over. A priority given by a
 * recall stays. The task is locked, like in every statement that changes a due dial.
 * $1: task; $2: now; $3-$5: the place behind which the step begins.
 */
export const followReschedule = sql<FollowedStep>(
  'follow_reschedule',
  `with rule as materialized (
     select id, priority, max_dial_count, call_interval_seconds, retry_rules from task
     where id = $1 and status = ${TaskStatus.PAUSED}
     for no key update
   ), waiting as materialized (
     select d.task_id, d.position, d.priority, d.due_at, d.calls, d.wait_reason, d.attempts >= rule.max_dial_count as is_used_up,
       case when d.round = 1 then rule.priority else d.priority end as new_priority,
       d.wait_reason is null and (d.refusals > 0 or d.cause = 'callback') as is_put_off,
       coalesce(last.end_time, d.update_time) + greatest(
         make_interval(secs => rule.call_interval_seconds),
         case when d.attempts > 0 then make_interval(secs => (rule.retry_rules -> d.cause ->> 'delay')::int) end
       ) as free_at
     from rule cross join lateral (
       select * from dial
       where task_id = rule.id and due_at is not null and (priority, due_at, position) > ($3::smallint, $4::timestamptz, $5::bigint)
       order by priority, due_at, position
       limit ${CONTACTS_PER_STEP}
     ) d
     left join lateral (
       select end_time from call
       where task_id = d.task_id and start_time = d.call_times[cardinality(d.call_times)] and contact_id = d.contact_id
       limit 1
     ) last on true
   ), judged as materialized (
     select *,
       case
         when calls = 0 or wait_reason is not null and free_at <= $2 then due_at
         when is_put_off then greatest(due_at, free_at)
         else free_at
       end as new_due,
       case when calls = 0 or free_at <= $2 then wait_reason end as new_reason
     from waiting
   ), finished as (
     update dial d set due_at = null, outcome = ${ContactStatus.FAILED}, wait_reason = null
     from (select task_id, position from judged where is_used_up offset 0) given
     where d.task_id = any(array[given.task_id]) and d.position = any(array[given.position])
   ), counted as (
     insert into task_counter as counter (task_id, slot, failed_contacts, update_time)
     select task_id, ${OTHER_CHANGES_SLOT}, count(*), $2 from judged where is_used_up group by task_id
     on conflict (task_id, slot) do update set failed_contacts = counter.failed_contacts + excluded.failed_contacts
   ), moved as (
     update dial d set priority = given.new_priority, due_at = given.new_due, wait_reason = given.new_reason
     from (
       select * from judged
       where not is_used_up
         and (priority, due_at, wait_reason) is distinct from (new_priority, new_due, new_reason)
       offset 0
     ) given
     where d.task_id = any(array[given.task_id]) and d.position = any(array[given.position])
   )
   select place.priority, place.due_at::text as due_at, place.position
   from (select) one left join (
     select priority, due_at, position from judged order by priority desc, due_at desc, position desc limit 1
   ) place on true`,
)
