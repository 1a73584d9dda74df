-- What came of calls in the five words that people read: successful, answered but not successful, machine, not answered, failed.
-- Calls in none of the columns failed. 24 bytes for each row; the sums of earlier calls are added once, from the causes that are on record.

alter table task_counter
  add column unsuccessful_count bigint not null default 0,
  add column machine_count bigint not null default 0,
  add column not_answered_count bigint not null default 0;

alter table call_minute
  add column unsuccessful_count bigint not null default 0,
  add column machine_count bigint not null default 0,
  add column not_answered_count bigint not null default 0;

with recorded as (
  select task_id, date_trunc('minute', end_time) as minute,
    count(*) filter (where cause in ('callback', 'silence', 'unverified', 'agent_failed', 'not_confirmed')) as unsuccessful,
    count(*) filter (where cause in ('machine', 'screening', 'voicemail')) as machine,
    count(*) filter (where cause in ('no_answer', 'unreachable', 'switched_off')) as not_answered
  from call group by task_id, minute
), first_slot as (
  select task_id, minute, min(slot) as slot from call_minute group by task_id, minute
)
update call_minute m set unsuccessful_count = recorded.unsuccessful, machine_count = recorded.machine,
  not_answered_count = recorded.not_answered
from recorded join first_slot using (task_id, minute)
where m.task_id = recorded.task_id and m.minute = recorded.minute and m.slot = first_slot.slot;

with recorded as (
  select task_id, sum(unsuccessful_count) as unsuccessful, sum(machine_count) as machine, sum(not_answered_count) as not_answered
  from call_minute group by task_id
), first_slot as (
  select task_id, min(slot) as slot from task_counter group by task_id
)
update task_counter c set unsuccessful_count = recorded.unsuccessful, machine_count = recorded.machine,
  not_answered_count = recorded.not_answered
from recorded join first_slot using (task_id)
where c.task_id = recorded.task_id and c.slot = first_slot.slot;

drop function task_totals(uuid);
-- The counters of a task, added up over the slots. One row, also for a task that has none.
create function task_totals(of_task uuid) returns table (
  call_count bigint, success_count bigint, fail_count bigint, no_answer_count bigint, talk_ms bigint,
  success_contacts bigint, failed_contacts bigint, skipped_contacts bigint, counted_time timestamptz, answered_count bigint,
  unsuccessful_count bigint, machine_count bigint, not_answered_count bigint
)
language sql stable as $$
  select coalesce(sum(call_count), 0)::bigint, coalesce(sum(success_count), 0)::bigint,
    coalesce(sum(fail_count), 0)::bigint, coalesce(sum(no_answer_count), 0)::bigint, coalesce(sum(talk_ms), 0)::bigint,
    coalesce(sum(success_contacts), 0)::bigint, coalesce(sum(failed_contacts), 0)::bigint,
    coalesce(sum(skipped_contacts), 0)::bigint, max(update_time), coalesce(sum(answered_count), 0)::bigint,
    coalesce(sum(unsuccessful_count), 0)::bigint, coalesce(sum(machine_count), 0)::bigint,
    coalesce(sum(not_answered_count), 0)::bigint
  from task_counter where task_id = of_task
$$;
