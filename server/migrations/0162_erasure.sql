-- == erasure ==

-- A person who is erased by number, and afterwards the certificate.
create table erasure (
  id uuid primary key,
  -- Until all is gone; then null.
  phone_key text,
  -- With the key of the service, so that whoever has the number finds its certificates. Null: the service has no key.
  number_hash text,
  create_time timestamptz not null,
  end_time timestamptz,
  -- Where the work goes on: the phase, and the place in it.
  phase smallint not null default 0,
  place jsonb not null default '{}',
  -- What it waits for: calls, imports, recordings.
  waits_for text,
  -- How many rows of each kind are gone.
  counts jsonb not null default '{}',
  -- Until when nightly backups contain the number; null: the service makes none.
  backups_until timestamptz,
  check ((phone_key is null) = (end_time is not null))
);
comment on table erasure is 'A person who is erased by number, step by step; afterwards the certificate, without the number.';
create index erasure_open on erasure (create_time) where end_time is null;
create index erasure_of_number on erasure (number_hash) where number_hash is not null;

-- == permission ==

-- Says which key the hashes of erased numbers are made with; the key itself is a file of the nodes.
alter table service add column number_key_id text;

-- == do-not-call ==

-- An erased number as its entry has it: HMAC-SHA-256 of its digits, so that both spellings are one. The session has the blocks of the key; null without
-- them. They are no part of the database.
create function erased_key(number text) returns text
language sql stable as $$
  select case when length(current_setting('carillon.number_key', true)) = 256 then '#' || encode(sha256(
      decode(substr(current_setting('carillon.number_key', true), 129), 'hex')
      || sha256(decode(left(current_setting('carillon.number_key', true), 128), 'hex') || convert_to(ltrim(number, '+'), 'UTF8'))
    ), 'hex') end
$$;

create or replace function do_not_call_list_with(number text, of_task_lists uuid[], at timestamptz) returns table (list_id uuid)
language sql stable as $$
  select e.list_id from do_not_call_entry e
  where e.phone_key = any(same_number(number) || erased_key(number)) and e.remove_time is null and (e.expire_time is null or e.expire_time > at)
    and (e.list_id = any(of_task_lists) or (select l.is_global from do_not_call_list l where l.id = e.list_id))
  limit 1
$$;
