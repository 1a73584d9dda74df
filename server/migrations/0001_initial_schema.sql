-- The whole schema. Each table is under the slice (folder of server/src) that owns it: other slices go through the owner's queries.
-- server/test/table-owners.test.ts has the exceptions. After a change, npm run data-model updates docs/data-model.md.
--
-- Conventions: ids are UUIDs that sort by time (version 7). Most relations have no foreign key: tasks and data sources are
-- never deleted, and call records outlive their contacts. Status numbers are named in server/src/tasks/task-state.ts.
-- fillfactor leaves room on a page for new versions of its rows: an update that changes no indexed column then needs no
-- new index entries.
--
-- Views and functions in SQL give a name to what several statements read. PostgreSQL replaces them by their text when it
-- plans a statement, so they cost nothing; a function only if it is used in FROM.

-- == tokens ==

create table access_token (
  id uuid primary key,
  name text not null,
  scope text not null check (scope in ('read', 'write', 'admin')),
  hash bytea not null constraint access_token_hash_unique unique,
  create_time timestamptz not null,
  expire_time timestamptz,
  revoke_time timestamptz
);
comment on table access_token is 'An access token: only its SHA-256 is stored, so a backup gives no access.';

-- == data-sources ==

-- `last_position` is the last position given out. It and `contact_count` change under the row lock that every writer of
-- contacts takes. `field_names` has every custom field ever seen, in order of appearance: the columns of an export.
create table data_source (
  id uuid primary key,
  name text not null constraint data_source_name_unique unique,
  description text not null,
  contact_count integer not null default 0 check (contact_count >= 0),
  last_position bigint not null default 0 check (last_position >= contact_count),
  field_names text[] not null default '{}',
  -- The custom field that is the display name of a contact.
  name_field text,
  create_time timestamptz not null,
  update_time timestamptz not null
);
comment on table data_source is 'A named list of contacts: an append-only log, in which each contact has a position.';
-- The time alone: with the id as a second column, PostgreSQL 18 may look up an id by skipping through this index, if
-- ANALYZE found few rows. Rows of the same instant are sorted when they are read. The same holds for task_newest.
create index data_source_newest on data_source (create_time desc);

-- == contacts ==

-- No foreign key to data_source: its check would take a third of the time of an import, and every writer holds the
-- data source's row lock anyway. No index on status or call_count: dialing changes them.
create table contact (
  id uuid primary key,
  data_source_id uuid not null,
  position bigint not null,
  phone_number text not null,
  -- The number without separators, by which numbers are compared.
  phone_key text not null,
  fields jsonb not null default '{}',
  status smallint not null default 3 check (status between 1 and 4),
  call_count integer not null default 0 check (call_count >= 0),
  create_time timestamptz not null,
  update_time timestamptz not null,
  constraint contact_position_unique unique (data_source_id, position),
  constraint contact_phone_unique unique (data_source_id, phone_key)
) with (fillfactor = 50);
comment on table contact is 'A phone number in a data source, with its custom fields and its latest status across tasks.';

-- `numbers`: the phone keys in order of position, each followed by a comma; a deleted contact has only the comma.
-- `contact_count`: how many of the contacts exist. Adding these up finds the n-th newest contact.
create table contact_block (
  data_source_id uuid not null,
  block bigint not null,
  numbers text not null,
  contact_count smallint not null check (contact_count between 0 and 256),
  primary key (data_source_id, block)
);
comment on table contact_block is 'The numbers of 256 consecutive positions in one text, for searches and for pages by number.';
-- Not compressed: decompression would take longer than the search.
alter table contact_block alter column numbers set storage plain;

-- `names`: the display names in order of position, in lower case, each followed by a line break; a contact without a name, or a
-- deleted one, has only the line break. A block that does not exist is read from the contacts. Texts of up to a page stay in the row.
create table name_block (
  data_source_id uuid not null,
  block bigint not null,
  names text not null,
  primary key (data_source_id, block)
) with (toast_tuple_target = 8160);
comment on table name_block is 'The display names of 256 consecutive positions in one text, for searches.';
alter table name_block alter column names set storage external;

-- With another name field all blocks are wrong, whoever changes it. They are written anew in steps.
create function forget_names() returns trigger language plpgsql as $$
begin
  delete from name_block where data_source_id = new.id;
  return null;
end
$$;
create trigger name_field_changed after update of name_field on data_source
for each row when (old.name_field is distinct from new.name_field) execute function forget_names();

create table deleted_contact (
  id uuid primary key,
  data_source_id uuid not null,
  position bigint not null
);
comment on table deleted_contact is 'The position of a deleted contact: lists are read on behind it, and its call records are found.';
create index deleted_contact_of_data_source on deleted_contact (data_source_id, position);

-- Contacts in the order of their list, with those that were deleted after they were dialed.
create view listed_contact as
  select id, data_source_id, position from contact
  union all
  select id, data_source_id, position from deleted_contact;

-- The display name of a contact; null if it has none, or was deleted.
create function display_name_of(of_contact uuid) returns table (name text)
language sql stable as $$
  select nullif(c.fields ->> s.name_field, '') from contact c join data_source s on s.id = c.data_source_id where c.id = of_contact
$$;

-- == imports ==

-- The target is a data source or a do-not-call list.
-- `read_rows` is the position in the file: each batch is one transaction that writes its rows and its failures and moves it. A node works on a job while it holds the lease. The lease is by the clock of the database and only decides which node
-- tries: a batch counts only if `read_rows` is still where it was when the batch began.
create table import_job (
  id uuid primary key,
  data_source_id uuid,
  do_not_call_list_id uuid,
  status text not null check (status in ('uploaded', 'running', 'completed', 'failed', 'canceled', 'undoing', 'undone')),
  actor text not null,
  file_name text not null,
  file_size bigint not null,
  -- SHA-256, in hexadecimal digits.
  file_digest text not null,
  -- How the file is read, as given: the encoding of a CSV file, the row with the titles, the sheet of a workbook.
  reading jsonb not null,
  -- Of a CSV file: as given, or as detected.
  encoding text,
  -- The titles and first rows of the file. Removed when the job ends, like the file itself.
  preview jsonb,
  -- The meaning of the columns, and what happens to duplicates; null before the start.
  settings jsonb,
  -- Data rows in the file; null until it has been read once from start to end.
  total_rows integer,
  read_rows integer not null default 0,
  added_count integer not null default 0,
  updated_count integer not null default 0,
  fail_count integer not null default 0,
  -- Of the failed rows: those whose number existed.
  duplicate_count integer not null default 0,
  error jsonb,
  -- An undo deletes the contacts that were added, step by step. Those that a task has dialed meanwhile are kept.
  undo_actor text,
  undo_time timestamptz,
  undone_count integer not null default 0,
  kept_count integer not null default 0,
  lease_owner uuid,
  lease_until timestamptz,
  -- How often a node took the job since the last batch, or the last step of an undo.
  attempts smallint not null default 0,
  create_time timestamptz not null,
  start_time timestamptz,
  end_time timestamptz,
  check (num_nonnulls(data_source_id, do_not_call_list_id) = 1),
  check (read_rows = added_count + updated_count + fail_count),
  check ((end_time is not null) = (status in ('completed', 'failed', 'canceled', 'undoing', 'undone'))),
  check ((undo_time is not null) = (status in ('undoing', 'undone')))
);
comment on table import_job is 'An import of a large file, in the background and batch by batch.';
create index import_job_newest on import_job (create_time desc, id desc);
create index import_job_of_data_source on import_job (data_source_id, create_time desc, id desc);
create index import_job_of_do_not_call_list on import_job (do_not_call_list_id, create_time desc, id desc);
create index import_job_open on import_job (start_time) where status in ('uploaded', 'running', 'undoing');

create table import_piece (
  job_id uuid not null references import_job on delete cascade,
  piece integer not null,
  bytes bytea not null,
  primary key (job_id, piece)
);
comment on table import_piece is 'A piece of an uploaded file: in the database, so that every node can read it.';
-- Not compressed: workbooks are compressed already, and compressing text would cost more than it saves.
alter table import_piece alter column bytes set storage external;

create table import_failure (
  job_id uuid not null references import_job on delete cascade,
  row_number integer not null,
  column_title text,
  value text not null,
  code text not null,
  params jsonb not null,
  message text not null,
  primary key (job_id, row_number)
);
comment on table import_failure is 'A row of a file that was not imported, and why.';

-- A batch holds the lock of its data source, so its positions are consecutive; batches with nothing between them share a range. An undo
-- shortens the ranges as it goes, so that it can continue after a crash.
create table import_range (
  job_id uuid not null references import_job on delete cascade,
  first_position bigint not null,
  last_position bigint not null,
  primary key (job_id, last_position),
  check (first_position <= last_position)
);
comment on table import_range is 'Consecutive positions of contacts that an import added: what an undo deletes.';

-- == events ==

-- Events are ended calls and changes of tasks. A transaction that writes events takes a number from this sequence and holds
-- an advisory lock until it ends. The lock says that this number may still appear, so readers wait for transactions that
-- write events, and for no others. Starts after 1, because the lock needs a number that was given out before.
create sequence event_seq;
select setval('event_seq', 1);

-- The number of this transaction's events: one number and one lock per transaction. The lock is taken first, on the last
-- number given out, so this transaction's own number is certainly higher.
create function next_event_seq() returns bigint language plpgsql volatile as $$
declare
  known text := nullif(current_setting('carillon.event_seq', true), '');
  taken bigint;
begin
  if known is not null then
    return known::bigint;
  end if;
  perform pg_advisory_xact_lock_shared(1667331692, (last_value & 2147483647)::integer) from event_seq;
  taken := nextval('event_seq');
  perform set_config('carillon.event_seq', taken::text, true);
  return taken;
end
$$;

-- How far events can be read: each number below `complete_before` is committed or will never appear. `next_seq` is the
-- number after the last one given out, which is read before the locks: if a transaction with a lower number holds no lock, it
-- has ended, and a reader sees its events.
create function event_horizon(out complete_before bigint, out next_seq bigint) language plpgsql volatile as $$
declare
  last_given bigint := (select last_value from event_seq);
begin
  next_seq := last_given + 1;
  -- A lock has the lower 31 bits of its number. A lock that was taken later has a higher number and does not count.
  select least(next_seq, min(case when held.age < 1073741824 then last_given - held.age + 1 end)) into complete_before
  from (
    select (last_given - objid::bigint) & 2147483647 as age
    from pg_locks
    where locktype = 'advisory' and classid = 1667331692 and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())
  ) held;
end
$$;

-- == flows ==

-- Never changed, so that a call that is under way keeps the flow it began with, whatever happens to its task.
create table call_flow (
  id uuid primary key,
  document jsonb not null
);
comment on table call_flow is 'What an answered call does, step by step.';

-- == audio ==

-- The key is the SHA-256 of the bytes, or of what they say: see sounds.service.ts. `bytes` is null while a node makes the sound, at most
-- until `lease_until`, by the clock of the database.
create table sound (
  key text primary key,
  -- A WAV file: 8 kHz, 16 bit, mono.
  bytes bytea,
  duration_ms integer,
  lease_until timestamptz,
  create_time timestamptz not null,
  -- Accurate to a few hours. Sounds that nothing needs are removed some weeks later.
  use_time timestamptz not null,
  constraint sound_made_or_leased check (num_nonnulls(bytes, duration_ms) = case when lease_until is null then 2 else 0 end)
);
comment on table sound is 'What a gateway plays: in the database, so that every node can serve it.';
-- Not compressed: it would save little, and cost time with every call.
alter table sound alter column bytes set storage external;
create index sound_age on sound (use_time);

create table audio (
  id uuid primary key,
  name text not null constraint audio_name_unique unique,
  sound_key text not null references sound,
  duration_ms integer not null,
  -- Of the uploaded file.
  size integer not null,
  actor text not null,
  create_time timestamptz not null
);
comment on table audio is 'An uploaded audio: a name for a sound.';
create index audio_newest on audio (create_time desc);
create index audio_of_sound on audio (sound_key);

-- Its call is the test call with the same id. Nothing is written here before the message has been fetched from the exchange.
create table phone_audio (
  id uuid primary key,
  name text not null,
  actor text not null,
  create_time timestamptz not null,
  audio_id uuid references audio on delete cascade,
  -- Why the message was not kept: a code, and the same in words.
  failure text,
  reason text,
  constraint phone_audio_kept_or_failed check (num_nonnulls(audio_id, failure) <= 1)
);
comment on table phone_audio is 'An audio that is recorded by phone: the name that the message gets.';

create table media_secret (
  is_only boolean primary key default true check (is_only),
  -- Of random version 4 UUIDs: 244 random bits.
  secret text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
comment on table media_secret is 'Signs the addresses from which gateways fetch sounds: one row.';
insert into media_secret default values;

-- == tasks ==

-- The list of a task is the positions up to `list_end`. In DRAFT the list is not fixed: contact_count and list_end are null.
-- A task that continues another one has a part of the list: the contacts that have a dial in it, from the start.
-- In live mode they stay null until the task ends: the list then has the contacts of the data source and, in addition,
-- `kept_count` contacts that were deleted after they were dialed. So adding contacts touches no task.
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
  create_time timestamptz not null,
  update_time timestamptz not null,
  start_time timestamptz,
  end_time timestamptz,
  stop_reason text,
  fail_reason text,
  -- Of a stopped or closed task: no contact waits for an attempt any more. Never reset, as nothing starts there again.
  has_no_waiting boolean not null default false,
  kept_count integer not null default 0 check (kept_count >= 0),
  -- Whose wall clock the daily window, the weekdays and the holidays are read on: the service's or the called person's.
  window_zone text not null default 'service' check (window_zone in ('service', 'recipient')),
  -- 1 is Monday; null is every day.
  weekdays smallint[] check (weekdays <@ '{1,2,3,4,5,6,7}' and weekdays <> '{}'),
  -- Calendars and do-not-call lists in addition to the global ones.
  calendar_ids uuid[] not null default '{}',
  do_not_call_list_ids uuid[] not null default '{}',
  -- Calls start from the first time on and before the second, at which the task is stopped.
  start_at timestamptz,
  end_at timestamptz,
  -- By cause: seconds until the next attempt, and how many more there may be after this cause.
  retry_rules jsonb not null default '{}',
  -- Contacts that wait were judged by the rules of this version, or later ones, of permission_settings.
  rules_version bigint not null default 0,
  flow_id uuid,
  -- `answered`, `person`, or a condition on the result of a call.
  success_when text not null default 'answered',
  -- Max number of voice agents at once, which is the max number of live calls; null is no limit.
  max_agents integer check (max_agents > 0),
  -- How often it was rescheduled since it last ran: before it runs again, contacts that wait follow its new settings.
  reschedules integer not null default 0,
  -- The stopped or closed task whose remaining contacts it dials.
  continues_task_id uuid,
  constraint task_window_not_empty check (daily_start <> daily_end),
  constraint task_schedule_not_empty check (start_at < end_at),
  constraint task_started check (status in (0, 6) or start_time is not null),
  constraint task_draft_not_started check (status <> 0 or start_time is null),
  constraint task_ended check ((status in (3, 4, 6)) = (end_time is not null)),
  constraint task_list_end_counted check ((contact_count is null) = (list_end is null)),
  constraint task_part_fixed check (continues_task_id is null or (list_mode = 'snapshot' and list_end is not null))
);
comment on table task is 'A campaign: dials the contacts of one data source by its own rules.';
create index task_newest on task (create_time desc);
create index task_data_source on task (data_source_id);
create index task_running on task (priority) where status = 1;
create index task_failed on task (id) where status = 5;
create index task_active on task (id) where status in (1, 2, 5);
-- The dialer looks for these tasks every second; there are few at any time.
create index task_to_clear on task (id) where status in (3, 6) and not has_no_waiting;
create index task_to_end on task (end_at) where end_at is not null and status in (1, 2, 5);

-- In a few slots, which are added up when read, so that settlements of several nodes do not wait for each other. Slot -1 has what
-- other changes of the task add.
create table task_counter (
  task_id uuid not null,
  slot smallint not null,
  call_count bigint not null default 0,
  success_count bigint not null default 0,
  fail_count bigint not null default 0,
  no_answer_count bigint not null default 0,
  -- Of all calls: an answered one is no success if its task says so.
  answered_count bigint not null default 0,
  talk_ms bigint not null default 0,
  update_time timestamptz not null,
  -- Calls that were claimed and released without being placed.
  released_count bigint not null default 0,
  -- Contacts that are done.
  success_contacts bigint not null default 0,
  failed_contacts bigint not null default 0,
  -- Done without a call: they may never be rung.
  skipped_contacts bigint not null default 0,
  primary key (task_id, slot),
  constraint task_counter_adds_up check (call_count = success_count + fail_count + no_answer_count)
) with (fillfactor = 50);
comment on table task_counter is 'The sums over a task''s calls and contacts.';

-- The counters of a task, added up over the slots. One row, also for a task that has none.
create function task_totals(of_task uuid) returns table (
  call_count bigint, success_count bigint, fail_count bigint, no_answer_count bigint, talk_ms bigint,
  success_contacts bigint, failed_contacts bigint, skipped_contacts bigint, counted_time timestamptz, answered_count bigint
)
language sql stable as $$
  select coalesce(sum(call_count), 0)::bigint, coalesce(sum(success_count), 0)::bigint,
    coalesce(sum(fail_count), 0)::bigint, coalesce(sum(no_answer_count), 0)::bigint, coalesce(sum(talk_ms), 0)::bigint,
    coalesce(sum(success_contacts), 0)::bigint, coalesce(sum(failed_contacts), 0)::bigint,
    coalesce(sum(skipped_contacts), 0)::bigint, max(update_time), coalesce(sum(answered_count), 0)::bigint
  from task_counter where task_id = of_task
$$;

-- How many calls of a task have ended or were released, ever.
create function task_calls_ended(of_task uuid) returns table (calls bigint)
language sql stable as $$
  select coalesce(sum(call_count + released_count), 0)::bigint from task_counter where task_id = of_task and slot >= 0
$$;

-- Written when the first call ends, when the contact may not be rung, or when a task is continued: then for each contact of the new one. `due_at` is set while it waits for an attempt,
-- `outcome` (1 success, 2 failed, 3 never dialed) once it is done. A recall starts a new round, with no attempts and with a priority of its own.
create table dial (
  task_id uuid not null,
  contact_id uuid not null,
  position bigint not null,
  -- The number last called: outlives a deleted contact.
  phone_number text not null,
  round smallint not null default 1,
  attempts smallint not null default 0 check (attempts between 0 and 10),
  priority smallint not null check (priority between 1 and 5),
  due_at timestamptz,
  outcome smallint check (outcome in (1, 2, 3)),
  calls integer not null default 0,
  talk_ms bigint not null default 0,
  update_time timestamptz not null,
  -- When the calls started: finds their records by the key of `call`, so they need no index by contact.
  call_times timestamptz[] not null default '{}',
  -- Calls refused in a row, and why the last one was.
  refusals smallint not null default 0,
  refusal text,
  -- Of the last call, or why the contact may never be rung.
  cause text,
  -- Why it may not be rung before due_at; null if it waits for nothing but its interval.
  wait_reason text,
  -- What came of the last call that was answered; null if there was none, or nothing is known.
  result jsonb,
  -- It would have had another attempt, but the task was stopped or closed. Its outcome is failed, or never dialed.
  is_cut_short boolean not null default false,
  -- With what contacts are filtered by, so that counting them reads no rows. An index of its own would cost each call more.
  primary key (task_id, position) include (outcome, attempts, cause),
  constraint dial_due_or_done check (due_at is null or outcome is null)
) with (fillfactor = 70);
comment on table dial is 'A contact that a task has dialed, or may not dial: attempts, when the next one is due, the outcome.';
create index dial_due on dial (task_id, priority, due_at, position) where due_at is not null;

-- `change_xact`: a claim asks which tasks were changed by transactions that the previous claim did not see. `event_seq` does
-- not tell that, because it is taken before the change is visible.
create table task_audit (
  id bigint generated always as identity primary key,
  task_id uuid not null,
  at timestamptz not null,
  actor text not null,
  operation text not null,
  status smallint not null,
  reason text,
  -- Of settings that were changed while the task was PAUSED: objects with `field`, `before` and `after`.
  changes jsonb,
  event_seq bigint not null default next_event_seq(),
  change_xact bigint not null default (pg_current_xact_id()::text::bigint)
);
comment on table task_audit is 'A change of a task: who made it, when and why.';
create index task_audit_newest on task_audit (task_id, id desc);
create index task_audit_followed on task_audit (event_seq, id);
create index task_audit_changed on task_audit (change_xact, id);

-- One transaction decides a recall. It is carried out in steps, each a statement that locks a few hundred contacts for
-- milliseconds. If the node that decided it dies, a dialing node sees that `steps` stands still and finishes it.
create table recall (
  id uuid primary key,
  task_id uuid not null constraint recall_task_unique unique,
  priority smallint not null check (priority between 1 and 5),
  steps bigint not null default 0
);
comment on table recall is 'A recall that is being carried out; a task has at most one.';

-- `contact_ids` is the answer to the caller, `positions` what remains to be done. The row stays until the caller has read it.
create table recall_part (
  recall_id uuid not null,
  part integer not null,
  positions bigint[] not null,
  contact_ids uuid[] not null,
  decide_time timestamptz not null,
  primary key (recall_id, part)
) with (fillfactor = 50);
comment on table recall_part is 'Contacts of a recall, in the order of the list.';
create index recall_part_open on recall_part (recall_id, part) where positions <> '{}';

-- == do-not-call ==

-- `last_position` is the last position given out. It and `entry_count` change under the row lock that every writer of entries
-- takes.
create table do_not_call_list (
  id uuid primary key,
  name text not null constraint do_not_call_list_name_unique unique,
  description text not null,
  -- Holds for all tasks, not only for those that name it.
  is_global boolean not null,
  entry_count integer not null default 0 check (entry_count >= 0),
  last_position bigint not null default 0 check (last_position >= entry_count),
  create_time timestamptz not null,
  update_time timestamptz not null
);
comment on table do_not_call_list is 'A named list of numbers that may not be rung, by all tasks or by those that name it.';

-- An entry holds until `expire_time`. The primary key is what a claim looks for; positions are in the order in which numbers
-- came. An entry that replaces another one has its position, so that pages and exports miss no number that is on the list
-- throughout.
create table do_not_call_entry (
  phone_key text not null,
  list_id uuid not null,
  position bigint not null,
  phone_number text not null,
  note text not null,
  actor text not null,
  create_time timestamptz not null,
  expire_time timestamptz,
  primary key (phone_key, list_id),
  constraint do_not_call_entry_position_unique unique (list_id, position)
);
comment on table do_not_call_entry is 'A number that may not be rung.';
-- Finds numbers by how they begin, whatever the collation.
create index do_not_call_entry_prefix on do_not_call_entry (list_id, phone_key text_pattern_ops) include (position);

create table do_not_call_past_entry (
  phone_key text not null,
  list_id uuid not null,
  phone_number text not null,
  note text not null,
  actor text not null,
  create_time timestamptz not null,
  expire_time timestamptz,
  remove_time timestamptz not null,
  remove_actor text not null
);
comment on table do_not_call_past_entry is 'An entry that was removed or replaced: proof of what held before.';
create index do_not_call_past_entry_number on do_not_call_past_entry (phone_key, remove_time);

-- Written under the row lock of the list, like its count. A replaced entry is not counted again.
create table do_not_call_sum (
  list_id uuid not null constraint do_not_call_sum_list_fk references do_not_call_list on delete cascade,
  bucket timestamptz not null,
  added_count integer not null,
  primary key (list_id, bucket)
);
comment on table do_not_call_sum is 'How many numbers were added to a list in a quarter of an hour.';
create index do_not_call_sum_all on do_not_call_sum (bucket);

-- The list that forbids a number for a task; no row if none does.
create function do_not_call_list_with(number text, of_task_lists uuid[], at timestamptz) returns table (list_id uuid)
language sql stable as $$
  select e.list_id from do_not_call_entry e
  where e.phone_key = number and (e.expire_time is null or e.expire_time > at)
    and (e.list_id = any(of_task_lists) or (select l.is_global from do_not_call_list l where l.id = e.list_id))
  limit 1
$$;

-- == permission ==

-- `version` grows with every change of this row or of a calendar, so that a claim knows when to read the rules again.
create table permission_settings (
  is_only boolean primary key default true check (is_only),
  -- Max number of attempts to one number in any 24 hours and in any 30 days, by all tasks together; null is no limit.
  attempts_per_day integer check (attempts_per_day > 0),
  attempts_per_month integer check (attempts_per_month > 0),
  -- If there are any, a number must begin with one of them.
  allowed_prefixes text[] not null default '{}',
  denied_prefixes text[] not null default '{}',
  min_digits smallint not null default 3,
  max_digits smallint not null default 20,
  allows_emergency boolean not null default false,
  version bigint not null default 1,
  check (min_digits <= max_digits)
);
comment on table permission_settings is 'Which numbers may be rung at all, and how often: one row.';
insert into permission_settings default values;

-- `days`: objects with a `date` as YYYY-MM-DD and a `name`, in order.
create table calendar (
  id uuid primary key,
  name text not null constraint calendar_name_unique unique,
  -- Holds for all tasks, not only for those that name it.
  is_global boolean not null,
  days jsonb not null,
  create_time timestamptz not null,
  update_time timestamptz not null
);
comment on table calendar is 'Holidays: days on which nobody is rung, by all tasks or by those that name the calendar.';

-- The holidays of a task that names these calendars.
create function holidays_of(named uuid[]) returns table (days text[])
language sql stable as $$
  select coalesce(array_agg(distinct day ->> 'date'), '{}')
  from calendar cross join lateral jsonb_array_elements(calendar.days) day
  where is_global or id = any(named)
$$;

create table denial (
  phone_key text not null,
  at timestamptz not null,
  task_id uuid not null,
  contact_id uuid not null,
  phone_number text not null,
  -- Null: never.
  until timestamptz,
  reason text not null,
  -- The list, the prefix or the time zones that decided.
  detail jsonb not null
);
comment on table denial is 'A decision that a contact may not be rung, now or ever.';
create index denial_of_number on denial (phone_key, at);

create table denial_count (
  task_id uuid not null,
  reason text not null,
  decisions bigint not null,
  last_time timestamptz not null,
  primary key (task_id, reason)
) with (fillfactor = 50);
comment on table denial_count is 'How often a task was denied calls, by reason.';

-- == dialer ==

-- A claim locks this row, so one claim runs at a time over all nodes. `started`: calls started in each of the last slices of a
-- second, for the rate limit.
create table dialer (
  is_only boolean primary key default true check (is_only),
  lines integer not null check (lines between 0 and 100000),
  calls_per_second integer not null check (calls_per_second between 0 and 100000),
  started jsonb not null default '{}',
  -- Calls claimed, ever.
  started_total bigint not null default 0
) with (fillfactor = 50);
comment on table dialer is 'The limits for all nodes together, and how many calls they have claimed: one row.';
insert into dialer (lines, calls_per_second) values (100, 100);

-- In slots, like task_counter. Calls claimed minus these are the lines in use. Counting live_call instead would also read its
-- dead rows: thousands a second, and all of them while an old snapshot is held.
create table dialer_slot (
  slot smallint primary key,
  ended bigint not null default 0
) with (fillfactor = 50);
comment on table dialer_slot is 'How many calls have ended or were released.';
insert into dialer_slot (slot) select generate_series(0, 3);

-- The calls of the last second, and the lines in use: calls claimed minus calls that have ended or were released. Slot by slot, so that
-- each is looked up in the index, whatever the planner knows about the table. Slots 0 to 3: COUNTER_SLOTS in counter-slots.ts.
create view dialer_progress as
  select started, started_total - ended.calls as live
  from dialer cross join (
    select coalesce(sum(slot.ended), 0)::bigint as calls
    from generate_series(0, 3) as given (slot) cross join lateral (
      select ended from dialer_slot where slot = given.slot limit 1
    ) slot
  ) ended
  where is_only;

-- No row: no claim yet.
create table task_progress (
  task_id uuid primary key,
  -- The position up to which the list has been read.
  cursor bigint not null check (cursor >= 0),
  -- Calls claimed, ever.
  started_count bigint not null check (started_count >= 0)
) with (fillfactor = 50);
comment on table task_progress is 'How far a task has read its list, and how many of its calls were claimed.';

-- The row of a task; zeros before the first claim.
create function task_progress_now(of_task uuid) returns table (cursor bigint, started_count bigint)
language sql stable as $$
  select coalesce(max(cursor), 0), coalesce(max(started_count), 0) from task_progress where task_id = of_task
$$;

-- How many live calls a task has, by the counters. Counting the rows of live_call would read those of all tasks, and the dead
-- ones.
create function task_live_calls(of_task uuid) returns table (calls bigint)
language sql stable as $$
  select progress.started_count - ended.calls
  from task_progress_now(of_task) progress cross join task_calls_ended(of_task) ended
$$;

-- A node is alive while `heartbeat` changes. The other nodes watch that by their own clocks, so clocks may differ. A node whose row is
-- gone can no longer settle or claim.
create table dialer_node (
  id uuid primary key,
  name text not null,
  heartbeat bigint not null default 0,
  start_time timestamptz not null,
  heartbeat_time timestamptz not null,
  gateway_fault text,
  gateway_fault_time timestamptz,
  -- The gateway works but asks this node to wait, in its words.
  gateway_busy text
);
comment on table dialer_node is 'A node that dials.';

-- The keys are the rule that neither a number nor a contact has two live calls. No index by id: the number finds the call.
create table live_call (
  phone_key text primary key,
  id uuid not null,
  node_id uuid not null,
  task_id uuid not null,
  contact_id uuid not null constraint live_call_contact_unique unique,
  data_source_id uuid not null,
  position bigint not null,
  phone_number text not null,
  round smallint not null,
  attempt smallint not null,
  priority smallint not null,
  start_time timestamptz not null,
  -- The task has no dial row for the contact yet.
  is_first boolean not null default false,
  -- As in dial, so that a settlement need not read it there.
  refusals smallint not null default 0,
  flow_id uuid,
  -- How far the flow has come, written before each step is taken; null before the answer.
  flow_state jsonb
);
comment on table live_call is 'A call from before it is placed until it is settled.';

-- Counts for no task. A node takes it when it is told of it; the call of a node that is gone is ended.
create table test_call (
  id uuid primary key,
  task_id uuid,
  flow_id uuid not null,
  phone_number text not null,
  phone_key text not null,
  fields jsonb not null,
  status text not null default 'waiting' check (status in ('waiting', 'calling', 'answered', 'ended')),
  node_id uuid,
  cause text,
  -- Why it could not be placed.
  reason text,
  result jsonb,
  create_time timestamptz not null,
  end_time timestamptz,
  check ((status = 'ended') = (end_time is not null))
);
comment on table test_call is 'A call to one number to try out a flow.';
create index test_call_open on test_call (phone_key) where status <> 'ended';

-- How many contacts were refused in a row and for how long, as one node counts it; and how long the task wanted to dial while no
-- node could. Nodes add the time that has passed for them, so a clock that jumps adds none.
create table task_fault (
  task_id uuid primary key,
  refused_contacts integer not null default 0,
  refused_ms bigint not null default 0,
  refused_node_id uuid,
  down_ms bigint not null default 0,
  cause text not null
);
comment on table task_fault is 'What the circuit breaker knows about a task.';

-- == calls ==

-- `outcome`: 1 success, 2 fail, 3 no answer. One index finds a task's calls by time; it includes what they are filtered by, so
-- counting and skipping read no rows.
create table call (
  id uuid not null,
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
  event_seq bigint not null default next_event_seq(),
  -- The number as it is compared.
  phone_key text not null,
  -- What came of it, if it was answered and anything is known.
  result jsonb,
  primary key (task_id, start_time, id) include (outcome, cause)
);
comment on table call is 'The record of a call that ended; never changed.';
create index call_to_number on call (phone_key, start_time);
-- Only of calls that followed a flow: others cost nothing.
create index call_verdict on call (task_id, (result -> 'verdict' ->> 'is'), start_time, id) where result is not null;
create index call_followed on call using brin (event_seq) with (pages_per_range = 16, autosummarize = on);

-- The calls to a contact in a task, also after it was deleted. Found by the times at which they started, which its dial has.
create function calls_to_contact(of_task uuid, of_contact uuid) returns setof call
language sql stable as $$
  select c.*
  from listed_contact place
  join dial d on d.task_id = of_task and d.position = place.position
  cross join lateral (select distinct unnest(d.call_times) as start_time) began
  join call c on c.task_id = d.task_id and c.start_time = began.start_time and c.contact_id = of_contact
  where place.id = of_contact
$$;

-- == recordings ==

-- A row is written before the recording begins, so that any node can fetch it from the exchange. `next_look`: when a node has to
-- do something about it; null: nothing remains to be done. A row with the status erased is deleted when both copies are gone.
create table recording (
  id uuid primary key,
  call_id uuid not null,
  task_id uuid not null,
  contact_id uuid not null,
  phone_number text not null,
  -- The number as it is compared.
  phone_key text not null,
  what text not null check (what in ('call', 'message')),
  status text not null default 'pending' check (status in ('pending', 'kept', 'missing', 'erased')),
  -- Null until it is kept.
  seconds double precision,
  bytes bigint,
  -- Which folder or bucket has the file; null: none.
  store text,
  -- The name of the file in its store.
  file text not null,
  is_on_exchange boolean not null default true,
  create_time timestamptz not null,
  next_look timestamptz,
  attempts integer not null default 0,
  constraint recording_kept_in_store check (status <> 'kept' or (store is not null and seconds is not null and bytes is not null))
);
comment on table recording is 'A recording of a call or of a message: where it is kept, and what is to be done about it.';
create index recording_of_call on recording (call_id);
create index recording_of_contact on recording (contact_id);
create index recording_of_number on recording (phone_key);
create index recording_age on recording (create_time);
create index recording_due on recording (next_look) where next_look is not null;

-- == history ==

-- In slots, like task_counter. A chart of a day reads some hundred rows instead of a million calls.
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
comment on table call_minute is 'The sums over the calls of a task that ended in one minute.';
create index call_minute_all on call_minute (minute);

create table line_sample (
  minute timestamptz primary key,
  -- The most that any node saw in this minute.
  in_use int not null,
  max_lines int not null
) with (fillfactor = 70);
comment on table line_sample is 'How many lines were in use in a minute, and how many there were at most.';

-- == reports ==

-- In slots, like task_counter. The arrays have a place for each cause, each attempt of a round and each range of talk times; their
-- order is in call-sums.queries.ts. One row instead of one for each cause, because each settlement changes it.
create table call_sum (
  task_id uuid not null,
  bucket timestamptz not null,
  slot smallint not null,
  call_count int not null,
  answered_count int not null,
  success_count int not null,
  talk_ms bigint not null,
  causes int[] not null,
  attempts int[] not null,
  attempt_successes int[] not null,
  talk_times int[] not null,
  primary key (task_id, bucket, slot)
) with (fillfactor = 50);
comment on table call_sum is 'The sums over the calls of a task that ended in a quarter of an hour, by cause, attempt and talk time.';
create index call_sum_all on call_sum (bucket);

-- == agents ==

-- Deleted once the node that has the call has taken it.
create table agent_word (
  id uuid primary key,
  call_id uuid not null,
  word jsonb not null,
  create_time timestamptz not null
);
comment on table agent_word is 'What a voice agent has said about its call, on the way to the node that has the call.';

-- == gateways ==

-- Written before the platform is asked for the call. Any node may receive a report about a call that another one placed.
-- `is_refused`: the call was not placed and will not be. Once `end_time` is set, the row does not change. `result`: what the platform says
-- came of the call. `flow_names`: what a result may name, if the platform was given a flow.
create table http_call (
  attempt_id text primary key,
  create_time timestamptz not null,
  is_refused boolean not null default false,
  ring_time timestamptz,
  answer_time timestamptz,
  end_time timestamptz,
  cause text,
  talk_ms integer,
  result jsonb,
  flow_names jsonb,
  constraint http_call_end_has_cause check ((end_time is null) = (cause is null)),
  constraint http_call_end_has_talk check ((end_time is null) = (talk_ms is null)),
  constraint http_call_refused_is_bare check (not is_refused or (ring_time is null and answer_time is null and end_time is null))
) with (fillfactor = 70);
comment on table http_call is 'A call of the HTTP gateway, and what the voice platform has reported about it.';
-- Rows are deleted after some days, oldest first.
create index http_call_age on http_call using brin (create_time);
