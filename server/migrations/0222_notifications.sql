-- == notifications ==

create table notification (
  is_only boolean primary key default true check (is_only),
  settings jsonb not null default '{}',
  -- The last day of the wall clock on which the report was sent, or had not to be.
  report_day text,
  -- What came of the last message.
  sent_time timestamptz,
  error text,
  error_time timestamptz,
  lease_owner uuid,
  lease_until timestamptz
);
insert into notification default values;
comment on table notification is 'Where alerts and the morning report are sent, what came of it, and which node does it: one row.';

create table notified_alert (
  key text primary key,
  message text not null,
  seen_time timestamptz not null,
  -- Null: it has not held for long enough, or nobody could be told yet.
  told_time timestamptz
);
comment on table notified_alert is 'What needs attention now, and whether somebody was told of it by e-mail or chat. A row goes when it is over and that was told.';
