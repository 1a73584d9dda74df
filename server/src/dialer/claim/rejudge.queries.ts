// After a change of the rules, contacts that wait for a time that the old rules gave are judged again: a budget that was raised, or
// a holiday that was taken back, counts at once. "Steady plans" in docs/architecture.md explains `offset 0` and `= any(array[...])`.
import { sql } from '../../storage/sql.ts'
import { TaskStatus } from '../../tasks/task-state.ts'

/**
 * Makes waiting contacts of a few running tasks due, some at a time. The tasks are locked, as for every change of a due dial; a
 * task that another transaction has locked comes later. $1: now; $2: max number of contacts.
 */
export const rejudgeWaiting = sql<never>(
  'rejudge_waiting',
  `with rules as materialized (
     select version from permission_settings where is_only
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
