-- == dialer ==

-- A call without a task that somebody asked for waits here for its time, for permission and for a line. A claim makes it a live call, whose
-- contact is this row; the key of live_call by contact keeps it from having two attempts at once. The first attempt has the id of this row.
create table single_call (
  id uuid primary key,
  phone_number text not null,
  -- The number as it is compared.
  phone_key text not null,
  flow_id uuid,
  -- Who asked for it, for what, with which fields: what live_call and call get.
  request jsonb not null,
  -- Attempts, interval and hours, by the names of the settings of a task.
  settings jsonb not null default '{}',
  -- 0: before all others.
  priority smallint not null,
  create_time timestamptz not null,
  -- It is not called before this time, nor from `until` on.
  call_time timestamptz not null,
  until timestamptz not null,
  attempts smallint not null default 0,
  -- How often in a row it could not be placed.
  refusals smallint not null default 0,
  -- When to try next; null during an attempt and after the end.
  due_at timestamptz,
  -- Why it waits, or why it ended without a call.
  reason text,
  cancel_time timestamptz,
  end_time timestamptz,
  check (due_at is null or end_time is null)
);
comment on table single_call is 'A call without a task that somebody asked for: when it is tried, and what has become of it.';
create index single_call_open on single_call (priority, due_at) where end_time is null;
