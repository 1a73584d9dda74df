-- What every claim changes has rows of its own, and the newest is found first. A row that is changed in place many
-- times a second leaves a version behind each time for as long as anybody holds an old snapshot, and whoever looks for
-- it by its key passes them all. Here a claim writes the next row and takes the last one away; only claims do, one at
-- a time.

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
