// What the circuit breaker stores: the faults of tasks, which lead to FAILED. They are in rows that claims change too, so all lock
// them in the order of their ids.

import { TaskStatus } from '../../../campaigns/tasks/task-state.ts'
import { sql } from '../../../platform/storage/sql.ts'

const NO_FAULTS =
  'refused_contacts = 0, refused_ms = 0, refused_node_id = null, down_ms = 0, fault_cause = null'

/**
 * Calls to many contacts of these tasks were refused in a row. One node counts the time; another takes over when that node is
 * gone. $1: tasks; $2: contacts; $3: why; $4: node; $5: the time since the node did this last, in milliseconds.
 */
export const noteRefusals = sql<never>(
  'note_refusals',
  `insert into task_progress as known (task_id, refused_contacts, refused_node_id, fault_cause)
   select task_id, contacts, $4::uuid, cause
   from unnest($1::uuid[], $2::int[], $3::text[]) as given (task_id, contacts, cause)
   order by task_id
   on conflict (task_id) do update set
     refused_contacts = greatest(known.refused_contacts, excluded.refused_contacts), fault_cause = excluded.fault_cause,
     refused_node_id = case
       when exists (select from dialer_node where id = known.refused_node_id) then known.refused_node_id else $4
     end,
     refused_ms = known.refused_ms + case when known.refused_node_id = $4 then $5::bigint else 0 end`,
)

/** No node has a gateway that works. $1: tasks that want to dial; $2: for how long, in milliseconds; $3: why. */
export const noteDown = sql<never>(
  'note_down',
  `insert into task_progress as known (task_id, down_ms, fault_cause)
   select task_id, $2, $3 from unnest($1::uuid[]) as given (task_id) order by task_id
   on conflict (task_id) do update set down_ms = known.down_ms + excluded.down_ms, fault_cause = excluded.fault_cause`,
)

/** The gateway has placed a call of these tasks, so earlier refusals are not in a row with later ones. */
export const forgetFaults = sql<never>(
  'forget_faults',
  `update task_progress p set ${NO_FAULTS}
   from (select task_id from task_progress where task_id = any($1::uuid[]) order by task_id for no key update) given
   where p.task_id = any(array[given.task_id])`,
)

/**
 * Fails tasks of which enough contacts were refused in a row, or which no node could dial, for long enough. The refusals of
 * their contacts are reset. The faults of a task that does not run are forgotten, so that a resume starts from zero. A task that
 * another transaction has locked is left for the next time.
 * $1: now; $2: contacts; $3: for how long, in milliseconds; $4: whether this node's gateway works.
 */
export const failTasks = sql<{ id: string; fail_reason: string }>(
  'fail_tasks',
  `with tripped as materialized (
     select f.task_id, f.fault_cause as cause
     from task_progress f cross join lateral (
       select status from task where id = f.task_id for no key update skip locked
     ) t
     where f.fault_cause is not null and (t.status <> ${TaskStatus.RUNNING} or (f.refused_contacts >= $2 and f.refused_ms >= $3)
       or (f.down_ms >= $3 and not $4::boolean))
   ), forgotten as (
     update task_progress f set ${NO_FAULTS} from tripped given where f.task_id = any(array[given.task_id])
   ), up_again as (
     update task_progress f set down_ms = 0
     where $4::boolean and f.fault_cause is not null and f.down_ms > 0 and f.task_id not in (select task_id from tripped)
   ), failed as (
     update task t set status = ${TaskStatus.FAILED}, fail_reason = given.cause, update_time = $1
     from tripped given
     where t.id = any(array[given.task_id]) and t.status = ${TaskStatus.RUNNING}
     returning t.id, t.status, t.fail_reason
   ), reset as (
     update dial d set refusals = 0
     from failed given
     where d.task_id = any(array[given.id]) and d.due_at is not null and d.refusals > 0
   ), audited as (
     insert into audit (task_id, at, actor, actor_kind, operation, status, reason)
     select id, $1, 'dialer', 'service', 'fail', status, fail_reason from failed
   )
   select id, fail_reason, pg_notify('task_changed', id::text) from failed`,
)

/** Fails one task at once, if it runs. $1: now; $2: task; $3: why. */
export const failTask = sql<{ id: string }>(
  'fail_task',
  `with failed as (
     update task set status = ${TaskStatus.FAILED}, fail_reason = $3, update_time = $1
     where id = $2 and status = ${TaskStatus.RUNNING}
     returning id, status, fail_reason
   ), audited as (
     insert into audit (task_id, at, actor, actor_kind, operation, status, reason)
     select id, $1, 'dialer', 'service', 'fail', status, fail_reason from failed
   )
   select id, pg_notify('task_changed', id::text) from failed`,
)
