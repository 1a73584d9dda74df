import { ContactStatus } from '../contacts/contact-status.ts'
import { sql } from '../storage/sql.ts'
import { OTHER_CHANGES_SLOT } from './counter-slots.ts'
import { TaskStatus } from './task-state.ts'

/** Contacts per step. A step of this size locks their rows for milliseconds. */
const CONTACTS_PER_PART = 500

export interface RecalledTask {
  status: TaskStatus
  data_source_id: string
  list_end: number | null
  is_part: boolean
  end_at: Date | null
}

export const findRecalledTask = sql<RecalledTask>(
  'find_recalled_task',
  `select status, data_source_id, list_end, continues_task_id is not null as is_part, end_at
   from task where id = $1`,
)

/** No row if a recall of the task is being carried out. Also deletes the parts of recalls that were answered long ago. */
export const beginRecall = sql<{ id: string }>(
  'begin_recall',
  `with deleted as (
     delete from recall_part p
     where decide_time < $4::timestamptz - interval '1 hour' and not exists (select from recall r where r.id = p.recall_id)
   )
   insert into recall (id, task_id, priority) values ($1, $2, $3) on conflict (task_id) do nothing returning id`,
)

/**
 * Which of the given ids are no contacts of the task. $1: ids; $2: data source; $3: end of the list, or null; $4: the task, if only
 * contacts that have a dial are in it.
 */
export const findUnknownContacts = sql<{ id: string }>(
  'find_unknown_contacts',
  `select given.id from unnest($1::uuid[]) as given (id)
   where not exists (
     select from contact c where c.id = given.id and c.data_source_id = $2 and ($3::bigint is null or c.position <= $3)
       and ($4::uuid is null or exists (select from dial where task_id = $4 and position = c.position))
   )`,
)

/**
 * Stores which contacts are recalled: those that are done, and either named or chosen by outcome and cause. A contact that is being dialed or
 * waits has no outcome and is left out. Locks nothing. "not in" builds one hash table of the deleted contacts, whatever
 * PostgreSQL's estimate of their number is. $1: recall; $2: task; $3: now; $4: the named contacts, or null; $5, $6: outcomes and,
 * unless null, causes, if none are named.
 */
export const decideRecall = sql<{ parts: number; contacts: number }>(
  'decide_recall',
  `with deleted as materialized (
     select id from deleted_contact where data_source_id = (select data_source_id from task where id = $2)
   ), done as (
     select position, contact_id from dial
     where $4::uuid[] is null and task_id = $2 and outcome = any($5::smallint[]) and ($6::text[] is null or cause = any($6))
     union all
     select d.position, d.contact_id
     from task t
     join contact c on c.data_source_id = t.data_source_id
     join dial d on d.task_id = t.id and d.position = c.position
     where t.id = $2 and c.id = any($4) and d.outcome is not null
   ), numbered as (
     select position, contact_id, (row_number() over (order by position) - 1) / ${CONTACTS_PER_PART} as part
     from done
     where contact_id not in (select id from deleted)
   ), stored as (
     insert into recall_part (recall_id, part, positions, contact_ids, decide_time)
     select $1, part, array_agg(position order by position), array_agg(contact_id order by position), $3
     from numbered
     group by part
     returning cardinality(positions) as contacts
   )
   select count(*)::int as parts, coalesce(sum(contacts), 0)::int as contacts from stored`,
)

/** No row: the task's state does not allow it any more. $1: task; $2: now; $3: actor; $4: contacts; $5: allowed states. */
export const recordRecall = sql<{ id: string }>(
  'record_recall',
  `with reopened as (
     update task set
       status = case when $4 > 0 and status = ${TaskStatus.COMPLETED} then ${TaskStatus.RUNNING} else status end,
       end_time = case when $4 > 0 and status = ${TaskStatus.COMPLETED} then null else end_time end, update_time = $2
     where id = $1 and status = any($5)
     returning id, status
   ), audited as (
     insert into task_audit (task_id, at, actor, operation, status, reason)
     select id, $2, $3, 'recall', status, format(case $4::int when 1 then '%s contact' else '%s contacts' end, $4::int)
     from reopened
   )
   select id, pg_notify('task_changed', id::text) from reopened`,
)

/**
 * One step: the contacts of a part start a new round. It never waits for a contact. Contacts that another transaction has
 * locked (a settlement, an import) stay in the part for the next try; deleted contacts are skipped. A deletion waits for the
 * rows locked here, and no other statement changes a dial that has an outcome. If the task was stopped in the meantime,
 * the part is dropped. callInterval also applies to a redial: the dial's update_time is the end of the last call.
 * $1: recall; $2: part; $3: now.
 */
export const recallPart = sql<{ contact_ids: string[]; is_done: boolean }>(
  'recall_part',
  `with part as materialized (
     select recall_id, part, positions from recall_part
     where recall_id = $1 and part = $2 and positions <> '{}'
     for no key update skip locked
   ), rule as materialized (
     select t.id as task_id, t.status, t.call_interval_seconds, r.priority
     from recall r join task t on t.id = r.task_id
     where r.id = $1
   ), wanted as materialized (
     select d.task_id, d.position, d.contact_id, d.outcome, rule.priority,
       case when d.calls = 0 then $3 else
         greatest($3, d.update_time + make_interval(secs => rule.call_interval_seconds))
       end as due_at
     from part cross join rule cross join lateral unnest(part.positions) as given (position)
     cross join lateral (
       select * from dial where task_id = rule.task_id and position = given.position limit 1
     ) d
     where d.outcome is not null and rule.status not in (${TaskStatus.STOPPED}, ${TaskStatus.CLOSED})
   ), free as materialized (
     select c.id from wanted cross join lateral (
       select id from contact where id = wanted.contact_id for no key update skip locked
     ) c
   ), locked as materialized (
     select position from wanted
     where contact_id not in (select id from free) and exists (select from contact c where c.id = wanted.contact_id)
   ), ready as materialized (
     select * from wanted where contact_id in (select id from free)
   ), recalled as (
     update dial d set outcome = null, attempts = 0, refusals = 0, refusal = null, round = d.round + 1,
       due_at = given.due_at, priority = given.priority, wait_reason = null, update_time = $3
     from (select task_id, position, due_at, priority from ready offset 0) given
     where d.task_id = any(array[given.task_id]) and d.position = any(array[given.position])
   ), marked as (
     update contact c set status = ${ContactStatus.IN_PROGRESS}
     from (select id from free offset 0) given
     where c.id = any(array[given.id])
   ), counted as (
     insert into task_counter as counter (task_id, slot, success_contacts, failed_contacts, skipped_contacts, update_time)
     select task_id, ${OTHER_CHANGES_SLOT}, -count(*) filter (where outcome = ${ContactStatus.SUCCESS}),
       -count(*) filter (where outcome = ${ContactStatus.FAILED}),
       -count(*) filter (where outcome = ${ContactStatus.NOT_DIALED}), $3
     from ready
     group by task_id
     on conflict (task_id, slot) do update set
       success_contacts = counter.success_contacts + excluded.success_contacts,
       failed_contacts = counter.failed_contacts + excluded.failed_contacts,
       skipped_contacts = counter.skipped_contacts + excluded.skipped_contacts
   ), left_over as (
     update recall_part p set positions = array(select position from locked order by position)
     from part
     where p.recall_id = part.recall_id and p.part = part.part
     returning p.positions
   ), noted as (
     update recall set steps = steps + 1 where id = $1
   )
   select contact_ids, coalesce((select positions from left_over), positions) = '{}' as is_done
   from recall_part
   where recall_id = $1 and part = $2`,
)

/** The recall is over if no part is left. The notification makes the dialing nodes look for due contacts. */
export const endRecall = sql<{ id: string }>(
  'end_recall',
  `with ended as (
     delete from recall r
     where id = $1 and not exists (select from recall_part p where p.recall_id = r.id and p.positions <> '{}')
     returning id, task_id
   )
   select id, pg_notify('task_changed', task_id::text) from ended`,
)

export const findRecallOf = sql<{ id: string }>('find_recall_of', 'select id from recall where task_id = $1')

/** Recalls that are being carried out. */
export const readRecalls = sql<{ id: string; steps: number }>('read_recalls', 'select id, steps from recall')

/** Parts with contacts still to be recalled, after the given one. */
export const readOpenParts = sql<{ part: number }>(
  'read_open_parts',
  `select part from recall_part where recall_id = $1 and part > $2 and positions <> '{}' order by part limit $3`,
)

/** The caller has its answer. */
export const forgetParts = sql<never>('forget_parts', 'delete from recall_part where recall_id = $1')
