-- == audit ==

-- Changes of what holds for the whole service. Those of tasks are in task_audit, because they are events too.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  -- What was changed and how, such as `calendar.update`.
  operation text not null,
  -- The thing that was changed; null for settings, of which there is one.
  subject_id uuid,
  subject_name text,
  -- Objects with `field`, `before` and `after`.
  changes jsonb not null default '[]'
);
comment on table audit is 'A change of a setting, list, calendar, audio, data source or token: who made it and when.';

-- == tokens ==

-- A name tells who has done something, so it belongs to one token at a time, and to none of the names that the service uses itself.
update access_token t set name = left(name, 80) || ' ' || right(id::text, 12)
where revoke_time is null and (
  lower(name) in ('dialer', 'call', 'service', 'command line', 'access_token', 'unknown')
  or exists (select from access_token o where o.name = t.name and o.revoke_time is null and o.id < t.id)
);
create unique index access_token_name_unique on access_token (name) where revoke_time is null;
