-- One table of sums instead of two: by the minute, and by the quarter of an hour after a day. What was summed before this is kept by the
-- quarter of an hour.
drop table call_minute;
alter table call_sum rename column bucket to minute;
comment on table call_sum is 'The sums over the calls of a task that ended in a minute or, after a day, in a quarter of an hour, by cause, attempt and talk time.';
-- The minutes that are to become quarters.
create index call_sum_minutes on call_sum (minute)
  where minute <> date_bin('15 minutes', minute, timestamptz '2000-01-01 00:00:00Z');

-- Entries say when they were added. They are stored in that order.
drop table do_not_call_sum;
create index do_not_call_entry_age on do_not_call_entry using brin (create_time);

-- In the order of DENIAL_REASONS in decide.ts; null: none.
alter table task_counter add column denials bigint[], add column denial_times timestamptz[];
insert into task_counter as known (task_id, slot, update_time, denials, denial_times)
select c.task_id, -1, max(c.last_time),
  array_agg(coalesce(c.decisions, 0) order by place), array_agg(c.last_time order by place)
from (select distinct task_id from denial_count) denied
cross join unnest(array['do_not_call', 'emergency_number', 'denied_prefix', 'no_allowed_prefix', 'too_short', 'too_long',
  'no_calling_hours', 'recipient_hours', 'daily_budget', 'monthly_budget']) with ordinality as reasons (reason, place)
left join denial_count given on given.task_id = denied.task_id and given.reason = reasons.reason
cross join lateral (select denied.task_id, given.decisions, given.last_time) c
group by c.task_id
on conflict (task_id, slot) do update set denials = excluded.denials, denial_times = excluded.denial_times;
drop table denial_count;
