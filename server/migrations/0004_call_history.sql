-- The course of things: what ended in each minute, task by task, so that a chart of a day reads some hundred rows
-- instead of a million calls. In slots like task_counter and for the same reason. Kept as long as the calls are.
create table call_minute (
  task_id uuid not null,
  minute timestamptz not null,
  slot smallint not null,
  success_count bigint not null,
  fail_count bigint not null,
  no_answer_count bigint not null,
  talk_ms bigint not null,
  primary key (task_id, minute, slot)
) with (fillfactor = 70);
create index call_minute_all on call_minute (minute);

-- Nothing may end between the look at the calls and the moment from which their ends are counted here.
lock table call in share mode;
insert into call_minute (task_id, minute, slot, success_count, fail_count, no_answer_count, talk_ms)
select task_id, date_trunc('minute', end_time), 0, count(*) filter (where outcome = 1),
  count(*) filter (where outcome = 2), count(*) filter (where outcome = 3), sum(talk_ms)
from call
group by 1, 2
order by 1, 2;

-- Tasks that somebody has to look at, newest first; those that run have an index already.
create index task_failed on task (id) where status = 5;
