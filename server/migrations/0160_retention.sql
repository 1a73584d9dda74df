-- == retention ==

-- What is deleted past its age, one row each. The work is a maintenance job: see insight/retention.
create table retention (
  what text primary key,
  -- After how many days; 0: never; null: the default.
  days integer check (days >= 0),
  -- Where the job goes on, in what it reads by, and how far it reads at once.
  cursor bigint not null default 0,
  span bigint not null default 1000 check (span > 0),
  -- What ended before this may be gone: sums are compared with records from then on.
  horizon timestamptz,
  -- The run that goes on, or the last one.
  start_time timestamptz,
  -- When the last run came to its end.
  end_time timestamptz,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  -- Of all runs.
  total_rows bigint not null default 0,
  total_bytes bigint not null default 0,
  next_time timestamptz not null
);
comment on table retention is 'What is deleted past its age: how old, when the job ran, what it has freed, and when it runs next.';

-- A service that has calls already gets a week to choose other ages before anything is deleted. What was deleted before goes on at once.
insert into retention (what, next_time)
select what, case
    when what in ('recordings', 'deliveries') or not exists (select from task where start_time is not null) then '-infinity'
    else now() + interval '7 days'
  end
from unnest(array['calls', 'heard', 'recordings', 'denials', 'deliveries', 'lines', 'audit']) as given (what);

-- The sums of the call records of a task that were deleted: with the records that remain they are the counters of the task.
create table forgotten_call (
  task_id uuid primary key,
  call_count bigint not null,
  success_count bigint not null,
  fail_count bigint not null,
  no_answer_count bigint not null,
  answered_count bigint not null,
  talk_ms bigint not null,
  unsuccessful_count bigint not null,
  machine_count bigint not null,
  not_answered_count bigint not null
);
comment on table forgotten_call is 'The sums of the call records of a task that were deleted past their age.';

-- == permission ==

-- Denials are appended, so a small index by time finds the old ones. Building it reads the table once.
create index denial_age on denial using brin (at) with (autosummarize = on);
