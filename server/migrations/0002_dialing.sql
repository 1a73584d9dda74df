-- The dialer: who dials, within which limits, what is live, what was.

-- The limits for all nodes together, and what the rate limit remembers: how many calls were started in each of
-- the last slices of a second. Whoever claims calls locks this one row, so the limits hold exactly.
create table dialer (
  is_only boolean primary key default true check (is_only),
  lines integer not null check (lines between 0 and 100000),
  calls_per_second integer not null check (calls_per_second between 0 and 100000),
  started jsonb not null default '{}',
  started_total bigint not null default 0
);
insert into dialer (lines, calls_per_second) values (100, 100);

-- How many calls have ended or were taken back, in a few slots so that settling nodes do not queue for one row. Calls
-- started less these are the lines in use. Counting live_call instead would read its dead rows too: thousands a
-- second, and all of them for as long as anybody holds an old snapshot.
create table dialer_slot (
  slot smallint primary key,
  ended bigint not null default 0
) with (fillfactor = 50);

-- A node that dials. It is alive while its beat changes; the others watch that by their own clocks, so clocks
-- that disagree do no harm. Taking the row away fences the node off.
create table dialer_node (
  id uuid primary key,
  name text not null,
  beat bigint not null default 0,
  start_time timestamptz not null,
  beat_time timestamptz not null,
  gateway_fault text,
  gateway_fault_time timestamptz
);

-- Written before a call is placed, removed when its end is written down: the write-ahead record of every call
-- that rings or may ring. The key is the number, so no number is ever rung twice at once; nor is a contact, whose
-- number may have changed meanwhile.
create table live_call (
  phone_key text primary key,
  id uuid not null constraint live_call_id_unique unique,
  node_id uuid not null,
  task_id uuid not null,
  contact_id uuid not null constraint live_call_contact_unique unique,
  data_source_id uuid not null,
  position bigint not null,
  phone_number text not null,
  round smallint not null,
  attempt smallint not null,
  priority smallint not null,
  start_time timestamptz not null
);

-- The record of a call that ended; never changed. `outcome`: 1 success, 2 fail, 3 no answer. `xact` orders the
-- records by commit for those who follow them.
create table call (
  id uuid primary key,
  task_id uuid not null,
  contact_id uuid not null,
  data_source_id uuid not null,
  phone_number text not null,
  round smallint not null,
  attempt smallint not null,
  outcome smallint not null check (outcome between 1 and 3),
  cause text not null,
  start_time timestamptz not null,
  answer_time timestamptz,
  end_time timestamptz not null,
  talk_ms integer not null check (talk_ms >= 0),
  xact bigint not null default (pg_current_xact_id()::text::bigint)
);
create index call_task on call (task_id, id);
create index call_contact on call (contact_id, id);
create index call_followed on call using brin (xact) with (pages_per_range = 16, autosummarize = on);

alter table task_audit add column xact bigint not null default (pg_current_xact_id()::text::bigint);

-- Contacts that are done, beside the calls they took.
alter table task_counter
  add column released_count bigint not null default 0,
  add column success_contacts bigint not null default 0,
  add column failed_contacts bigint not null default 0;

-- Calls of a task in a row that the gateway refused for a cause of its own: the memory of the circuit breaker.
create table task_fault (
  task_id uuid primary key,
  faults integer not null,
  first_time timestamptz not null,
  last_time timestamptz not null,
  cause text not null
);

-- Calls claimed: less those that have ended or were taken back, the task's calls that are up.
alter table task add column started_count bigint not null default 0;

create index task_running on task (priority) where status = 1;
