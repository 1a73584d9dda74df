import { ContactStatus } from '../../../lists/contacts/contact-status.ts'
import { sql } from '../../../platform/storage/sql.ts'
import { ACTOR_COLUMNS, actorValues } from '../../../platform/trail/actor.ts'
import { OTHER_CHANGES_SLOT } from '../counter-slots.ts'
import { TaskStatus } from '../task-state.ts'
import { hasInList } from '../tasks.queries.ts'

/** A step of this size takes milliseconds. */
export const CONTACTS_PER_STEP = 500
/** The positions of a step that begins behind the first ones. Each has eight bytes. */
const partAfter = (first: string) => `substr(positions, ${first} * 8 + 1, ${CONTACTS_PER_STEP * 8})`

export interface RecalledTask {
  status: TaskStatus
  end_at: Date | null
}

export const findRecalledTask = sql<RecalledTask>(
  'find_recalled_task',
  'select status, end_at from task where id = $1',
)

/** No row if a recall of the task is being carried out. Also deletes recalls that were over long ago. */
export const beginRecall = sql<{ id: string }>(
  'begin_recall',
  `with deleted as (
     delete from recall where task_id is null and decide_time < $4::timestamptz - interval '1 hour'
   )
   insert into recall (id, task_id, priority, decide_time) values ($1, $2, $3, $4) on conflict (task_id) do nothing
   returning id`,
)

/** Which of the given ids are no contacts of the task. $1: ids; $2: task. */
export const findUnknownContacts = sql<{ id: string }>(
  'find_unknown_contacts',
  `select given.id from unnest($1::uuid[]) as given (id)
   where not exists (
     select from task t join contact c on c.data_source_id = t.data_source_id
     where t.id = $2 and c.id = given.id and (t.list_end is null or c.position <= t.list_end) and ${hasInList('t', 'c.position')}
   )`,
)

/**
 * Stores which contacts are recalled: those that are done, and either named or chosen by outcome and cause. A contact that is being dialed or
 * waits has no outcome and is left out. Locks nothing. "not in" builds one hash table of the deleted contacts, whatever
 * PostgreSQL's estimate of their number is. $1: recall; $2: task; $3: the named contacts, or null; $4, $5: outcomes and,
 * unless null, causes, if none are named.
 */
export const decideRecall = sql<{ contacts: number }>(
  'decide_recall',
  `with deleted as materialized (
     select id from deleted_contact where data_source_id = (select data_source_id from task where id = $2)
   ), chosen as (
     select position, contact_id from dial
     where $3::uuid[] is null and task_id = $2 and outcome = any($4::smallint[]) and ($5::text[] is null or cause = any($5))
     union all
     select d.position, d.contact_id
     from task t
     join contact c on c.data_source_id = t.data_source_id
     join dial d on d.task_id = t.id and d.position = c.position
     where t.id = $2 and c.id = any($3) and d.outcome is not null
   )
   update recall set positions = coalesce((
     select string_agg(int8send(position), ''::bytea order by position) from chosen
     where contact_id not in (select id from deleted)
   ), '')
   where id = $1
   returning length(positions) / 8 as contacts`,
)

/** No row: the task's state does not allow it any more. $1: task; $2: now; $3: actor; $4: contacts; $5: allowed states. */
export const recordRecall = sql<{ id: string }>(
  'record_recall',
  `with reopened as (
     update task set
       status = case when $4 > 0 and status = ${TaskStatus.COMPLETED} then ${TaskStatus.RUNNING} else status end,
       end_time = case when $4 > 0 and status = ${TaskStatus.COMPLETED} then null else end_time end, update_time = $2,
       is_drained = is_drained and not ($4 > 0 and status = ${TaskStatus.COMPLETED})
     where id = $1 and status = any($5)
     returning id, status
   ), audited as (
     insert into audit (task_id, at, ${ACTOR_COLUMNS}, operation, status, reason)
     select id, $2, ${actorValues('$3')}, 'recall', status, format(case $4::int when 1 then '%s contact' else '%s contacts' end, $4::int)
     from reopened
   )
   select id, pg_notify('task_changed', id::text) from reopened`,
)

/**
 * One step: the next contacts start a new round. Deleted contacts are skipped; one that is deleted at this moment is found missing by the
 * claim, or its dial is gone already if it was never called: only what was changed is counted. If the task was stopped in the meantime, the
 * contacts are passed over. callInterval also applies to a redial: the dial's update_time is the end of the last call. No row if another
 * node takes a step now, or the recall is over. $1: recall; $2: now.
 */
export const recallStep = sql<{ done: number; remaining: number }>(
  'recall_step',
  `with part as materialized (
     select id, ${partAfter('done')} as fresh
     from recall where id = $1 and task_id is not null
     for no key update skip locked
   ), given as materialized (
     select position from part cross join lateral positions_in(part.fresh) as fresh (position)
   ), rule as materialized (
     select t.id as task_id, t.status, t.call_interval_seconds, r.priority
     from recall r join task t on t.id = r.task_id
     where r.id = $1
   ), ready as materialized (
     select d.task_id, d.position, d.outcome, d.is_cut_short, rule.priority,
       case when d.calls = 0 then $2 else
         greatest($2, d.update_time + make_interval(secs => rule.call_interval_seconds))
       end as due_at
     from given cross join rule
     cross join lateral (
       select * from dial where task_id = rule.task_id and position = given.position limit 1
     ) d
     where d.outcome is not null and rule.status not in (${TaskStatus.STOPPED}, ${TaskStatus.CLOSED})
       and exists (select from contact c where c.id = d.contact_id)
   ), recalled as (
     update dial d set outcome = null, attempts = 0, refusals = 0, refusal = null, round = d.round + 1,
       due_at = given.due_at, priority = given.priority, wait_reason = null, is_cut_short = false, update_time = $2
     from (select task_id, position, outcome, is_cut_short, due_at, priority from ready offset 0) given
     where d.task_id = any(array[given.task_id]) and d.position = any(array[given.position])
     returning given.task_id, given.outcome, given.is_cut_short
   ), counted as (
     insert into task_counter as counter (task_id, slot, success_contacts, failed_contacts, skipped_contacts, update_time)
     select task_id, ${OTHER_CHANGES_SLOT}, -count(*) filter (where outcome = ${ContactStatus.SUCCESS}),
       -count(*) filter (where outcome = ${ContactStatus.FAILED}),
       -count(*) filter (where outcome = ${ContactStatus.NOT_DIALED} and not is_cut_short), $2
     from recalled
     group by task_id
     on conflict (task_id, slot) do update set
       success_contacts = counter.success_contacts + excluded.success_contacts,
       failed_contacts = counter.failed_contacts + excluded.failed_contacts,
       skipped_contacts = counter.skipped_contacts + excluded.skipped_contacts
   )
   update recall r set steps = steps + 1, done = r.done + length(part.fresh) / 8
   from part
   where r.id = part.id
   returning r.done, length(r.positions) / 8 - r.done as remaining`,
)

/** The recall is over if no contact is left. The notification makes the dialing nodes look for due contacts. */
export const endRecall = sql<{ id: string }>(
  'end_recall',
  `with ended as (
     select id, task_id from recall
     where id = $1 and task_id is not null and done * 8 = length(positions)
     for update
   ), marked as (
     update recall r set task_id = null from ended where r.id = ended.id
   )
   select id, pg_notify('task_changed', task_id::text) from ended`,
)

export const findRecallOf = sql<{ id: string }>('find_recall_of', 'select id from recall where task_id = $1')

/** Recalls that are being carried out. */
export const readRecalls = sql<{ id: string; steps: number }>(
  'read_recalls',
  'select id, steps from recall where task_id is not null',
)

/** The contacts of a step, in the order of the list. $1: recall; $2: task; $3: how many come before them. */
export const readRecalledIds = sql<{ contact_id: string }>(
  'read_recalled_ids',
  `select d.contact_id
   from (select ${partAfter('$3::integer')} as part from recall where id = $1 offset 0) r
   cross join lateral positions_in(r.part) as given (position)
   cross join lateral (select contact_id from dial where task_id = $2 and position = given.position limit 1) d
   order by given.position`,
)

/** The caller has its answer, or there was nobody to recall. */
export const forgetRecall = sql<never>('forget_recall', 'delete from recall where id = $1')
