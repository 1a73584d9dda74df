-- == webhooks ==

-- `cursor`: events with a lower number of the sequence have been read. The node that has the lease, by the clock of the database, reads
-- and delivers them.
create table webhook (
  id uuid primary key,
  url text not null,
  description text not null,
  events text[] not null,
  -- Only events of these tasks; empty: of all.
  task_ids uuid[] not null,
  has_contact_fields boolean not null,
  is_enabled boolean not null,
  -- Why the service has switched it off.
  off_reason text check (off_reason in ('failing', 'gone')),
  off_time timestamptz,
  -- Columns of their own, so that a backup without secrets leaves them out.
  secret text,
  previous_secret text,
  previous_until timestamptz,
  cursor bigint not null,
  -- The tasks that needed attention when it was last asked, each with the reason.
  attention text[] not null default '{}',
  -- Since when no delivery has succeeded.
  failing_since timestamptz,
  lease_owner uuid,
  lease_until timestamptz,
  create_time timestamptz not null,
  update_time timestamptz not null,
  check ((off_reason is null) = (off_time is null)),
  check (off_reason is null or not is_enabled)
);
comment on table webhook is 'An address to which events are sent.';

-- In the order of the events. `body` is what is sent; null once it was delivered.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id uuid not null,
  event text not null,
  -- Deliveries of a task go out one after the other. 00000000-… if the event has none.
  task_id uuid not null,
  body text,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts smallint not null default 0,
  next_time timestamptz not null,
  -- Of the last attempt.
  last_time timestamptz,
  http_status smallint,
  duration_ms integer,
  answer text,
  error text,
  create_time timestamptz not null
);
comment on table webhook_delivery is 'An event for a webhook: to be sent, or sent in the last 30 days.';
create index webhook_delivery_log on webhook_delivery (webhook_id, id);
create index webhook_delivery_open on webhook_delivery (webhook_id, status, id) where status <> 'delivered';

-- == imports ==

-- Of its end, which is an event.
alter table import_job add column event_seq bigint;
create index import_job_followed on import_job (event_seq) where event_seq is not null;

-- == do-not-call ==

-- Of an entry that was not imported with others from a file: each of those is an event.
alter table do_not_call_entry add column event_seq bigint;
create index do_not_call_entry_followed on do_not_call_entry (event_seq) where event_seq is not null;

-- == recordings ==

-- Of the moment from which it can be listened to, which is an event.
alter table recording add column event_seq bigint;
create index recording_followed on recording (event_seq) where event_seq is not null;
