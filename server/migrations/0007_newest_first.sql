-- What every claim and every settlement changes has a number that grows with each change, last in its key, so that the
-- current row is found first. Without it, a row that is changed many times a second leaves a version behind each time
-- for as long as anybody holds an old snapshot, and whoever looks for it by its key passes them all.

-- Claims come one at a time: each writes the next row and takes the last one away.

-- How far a task has read its list, and how many of its calls were claimed. No row: not begun.
create table task_progress (
  task_id uuid not null,
  seq bigint not null,
  cursor bigint not null check (cursor >= 0),
  started_count bigint not null check (started_count >= 0),
  primary key (task_id, seq)
);
insert into task_progress select id, 1, cursor, started_count from task;
alter table task drop column cursor, drop column started_count;

-- What the rate limit remembers, and how many calls were claimed since ever.
create table dialer_progress (
  seq bigint primary key,
  started jsonb not null,
  started_total bigint not null
);
insert into dialer_progress select 1, started, started_total from dialer;
alter table dialer drop column started, drop column started_total;

-- Settlements come at the same time too: they change the row that they find, or what became of it meanwhile. A claim makes
-- the row. Fewer slots than before, because each is looked up by itself; slot -1 is for what else changes the counters,
-- seldom and with the task held.
create temporary table task_counter_sums on commit drop as
  select task_id, sum(call_count) as call_count, sum(success_count) as success_count, sum(fail_count) as fail_count,
    sum(no_answer_count) as no_answer_count, sum(talk_ms) as talk_ms, max(update_time) as update_time,
    sum(released_count) as released_count, sum(success_contacts) as success_contacts, sum(failed_contacts) as failed_contacts
  from task_counter group by task_id;
truncate task_counter;
alter table task_counter reset (fillfactor);
alter table task_counter drop constraint task_counter_pkey;
alter table task_counter add column seq bigint not null default 0;
alter table task_counter add primary key (task_id, slot, seq);
insert into task_counter (task_id, slot, call_count, success_count, fail_count, no_answer_count, talk_ms, update_time,
    released_count, success_contacts, failed_contacts)
  select task_id, 0, call_count, success_count, fail_count, no_answer_count, talk_ms, update_time, released_count,
    success_contacts, failed_contacts
  from task_counter_sums;

create temporary table dialer_slot_sum on commit drop as select coalesce(sum(ended), 0) as ended from dialer_slot;
truncate dialer_slot;
alter table dialer_slot reset (fillfactor);
alter table dialer_slot drop constraint dialer_slot_pkey;
alter table dialer_slot add column seq bigint not null default 0;
alter table dialer_slot add primary key (slot, seq);
insert into dialer_slot (slot, ended) select slot, case slot when 0 then ended else 0 end
  from generate_series(0, 3) as slots (slot), dialer_slot_sum;
