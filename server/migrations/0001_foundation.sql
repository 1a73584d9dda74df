-- Tokens, data sources with their contacts, tasks.

-- Only the SHA-256 of a token is kept: the table is of no use to whoever reads a backup.
create table access_token (
  id uuid primary key,
  name text not null,
  scope text not null check (scope in ('read', 'write', 'admin')),
  hash bytea not null constraint access_token_hash_unique unique,
  create_time timestamptz not null,
  expire_time timestamptz,
  revoke_time timestamptz
);

-- A data source is an append-only log of contacts: `last_position` is the last number given out, under the
-- row lock that also keeps `contact_count` true. `field_names` is every custom field ever seen, in order of
-- appearance, so that an export knows its columns without reading the contacts.
create table data_source (
  id uuid primary key,
  name text not null constraint data_source_name_unique unique,
  description text not null,
  contact_count integer not null default 0 check (contact_count >= 0),
  last_position bigint not null default 0 check (last_position >= contact_count),
  field_names text[] not null default '{}',
  create_time timestamptz not null,
  update_time timestamptz not null
);
create index data_source_newest on data_source (create_time desc, id desc);

-- No foreign key to data_source: every writer holds the data source's row lock and data sources are never
-- deleted, while the check would cost an import a third of its time. Room on the page (fillfactor) and no
-- index on status or call_count keep the updates of a running campaign heap-only.
create table contact (
  id uuid primary key,
  data_source_id uuid not null,
  position bigint not null,
  phone_number text not null,
  phone_key text not null,
  fields jsonb not null default '{}',
  status smallint not null default 3 check (status between 1 and 4),
  call_count integer not null default 0 check (call_count >= 0),
  create_time timestamptz not null,
  update_time timestamptz not null,
  constraint contact_position_unique unique (data_source_id, position),
  constraint contact_phone_unique unique (data_source_id, phone_key)
) with (fillfactor = 50);

-- How many positions of a block of 1024 belong to deleted contacts. Rows exist only where something was
-- deleted; with them the n-th newest contact is found by arithmetic instead of by counting.
create table contact_gap (
  data_source_id uuid not null,
  block bigint not null,
  removed integer not null check (removed between 1 and 1024),
  primary key (data_source_id, block)
);

-- The numbers without separators, 256 positions a row, each followed by a comma; a deleted contact's is empty.
-- A search looks into these instead of into the contacts. `has_repeats` if one of the numbers may have the same
-- five symbols in two places. Never compressed: unpacking would cost more than looking.
create table contact_phone_block (
  data_source_id uuid not null,
  block bigint not null,
  numbers text not null,
  has_repeats boolean not null,
  primary key (data_source_id, block)
);
alter table contact_phone_block alter column numbers set storage plain;

-- For every run of one to four symbols: in how many numbers of a segment (64 blocks) it occurs, and in which of
-- the blocks. So a search knows its total, or the few blocks to look into. A row holds the runs that begin alike;
-- server/src/contacts/phone-runs.ts knows how.
create table contact_phone_run (
  data_source_id uuid not null,
  head smallint not null,
  segment bigint not null,
  runs bytea not null,
  primary key (data_source_id, head, segment)
) with (fillfactor = 80);
alter table contact_phone_run alter column runs set storage plain;

-- A task reads its data source's log from `cursor` to `list_end`. In DRAFT the list is not fixed yet
-- (contact_count and list_end are null); a live list has no end while the task runs.
create table task (
  id uuid primary key,
  name text not null constraint task_name_unique unique,
  description text not null,
  status smallint not null default 0 check (status between 0 and 6),
  data_source_id uuid not null constraint task_data_source_fk references data_source,
  list_mode text not null check (list_mode in ('snapshot', 'live')),
  priority smallint not null check (priority between 1 and 5),
  max_dial_count smallint not null check (max_dial_count between 1 and 10),
  call_interval_seconds integer not null check (call_interval_seconds between 0 and 86400),
  daily_start time,
  daily_end time,
  contact_count integer check (contact_count >= 0),
  list_end bigint,
  cursor bigint not null default 0 check (cursor >= 0),
  create_time timestamptz not null,
  update_time timestamptz not null,
  start_time timestamptz,
  end_time timestamptz,
  stop_reason text,
  fail_reason text,
  constraint task_window_not_empty check (daily_start <> daily_end),
  constraint task_started check (status in (0, 6) or start_time is not null),
  constraint task_draft_not_started check (status <> 0 or start_time is null),
  constraint task_ended check ((status in (3, 4, 6)) = (end_time is not null))
);
create index task_newest on task (create_time desc, id desc);
create index task_data_source on task (data_source_id);

-- A task's counters in a few slots, summed when read: one row would make every settled call wait for the last.
create table task_counter (
  task_id uuid not null,
  slot smallint not null,
  call_count bigint not null default 0,
  success_count bigint not null default 0,
  fail_count bigint not null default 0,
  no_answer_count bigint not null default 0,
  talk_ms bigint not null default 0,
  update_time timestamptz not null,
  primary key (task_id, slot),
  constraint task_counter_adds_up check (call_count = success_count + fail_count + no_answer_count)
) with (fillfactor = 50);

-- What a task knows of a contact it has dialed: written first when its first call ends. `due_at` is set while
-- the contact waits for another attempt, `outcome` (1 success, 2 failed) once it is done; a recall starts a
-- new round with attempts at 0 and a priority of its own. The number last rung outlives a deleted contact.
create table dial (
  task_id uuid not null,
  contact_id uuid not null,
  position bigint not null,
  phone_number text not null,
  round smallint not null default 1,
  attempts smallint not null default 0 check (attempts between 0 and 10),
  priority smallint not null check (priority between 1 and 5),
  due_at timestamptz,
  outcome smallint check (outcome in (1, 2)),
  calls integer not null default 0,
  talk_ms bigint not null default 0,
  last_call_time timestamptz,
  update_time timestamptz not null,
  primary key (task_id, contact_id),
  constraint dial_due_or_done check (due_at is null or outcome is null)
) with (fillfactor = 70);
create index dial_due on dial (task_id, priority, due_at, position) where due_at is not null;
create index dial_position on dial (task_id, position);

-- Who did what to a task, and why.
create table task_audit (
  id bigint generated always as identity primary key,
  task_id uuid not null,
  at timestamptz not null,
  actor text not null,
  operation text not null,
  status smallint not null,
  reason text
);
create index task_audit_newest on task_audit (task_id, id desc);

-- Text that a spreadsheet would run as a formula gets an apostrophe in front, unless it is a plain phone number.
-- The import takes it away again; server/src/tabular/formula-guard.ts is the same rule in the other language.
create function defuse_cell(cell text) returns text
  language sql immutable parallel safe
  return case
    when ascii(cell) not in (9, 13, 39, 43, 45, 61, 64) or cell !~ E'^''*[=+@\t\r-]' then cell
    when cell ~ '^\+?[0-9(][0-9 ().-]*$' and length(regexp_replace(cell, '[^0-9]', '', 'g')) between 3 and 20 then cell
    else '''' || cell
  end;
