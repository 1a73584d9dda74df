-- == audit ==

-- Seals follow each other without gaps. Each covers the rows of the audit trail behind those of the seal before it, up to `last_id`.
create table audit_seal (
  id bigint primary key check (id > 0),
  last_id bigint not null,
  rows integer not null check (rows > 0),
  -- Of its rows, the latest time.
  last_time timestamptz not null,
  time timestamptz not null,
  -- The hash of the seal before; two seals with the same would be two chains.
  previous bytea not null constraint audit_seal_previous_unique unique,
  hash bytea not null,
  -- A checkpoint: its rows and all seals before it were deleted past their age, which is older than this. Null: its rows are there.
  forgotten_before timestamptz
);
comment on table audit_seal is 'A seal of rows of the audit trail: a hash over the seal before and over the hash of each row.';

create table sealed_audit (
  -- Of the row of `audit`.
  id bigint primary key,
  -- The key of `contents`; null: the contents of the row were erased.
  key bytea,
  -- A keyed digest of what a person could be known by: the names of who acted and of the thing, the reason and the changes.
  contents bytea not null,
  -- Of the digest and of everything else in the row.
  hash bytea not null,
  -- By which erasure of a person the contents have changed.
  erasure_id uuid,
  check ((key is null) = (erasure_id is not null))
);
comment on table sealed_audit is 'What a seal says about a row of the audit trail. Contents may be erased; their digest stays.';

-- A sealed row does not change. What an erasure has noted may lose its contents, and what is behind a checkpoint may go.
create function keep_sealed_audit() returns trigger language plpgsql as $$
declare
  sealed record;
begin
  select key into sealed from sealed_audit where id = old.id;
  if not found then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' then
    if exists (select from audit_seal where forgotten_before is not null and last_id >= old.id) then
      return old;
    end if;
  elsif sealed.key is null
    and (old.id, old.at, old.actor_kind, old.actor_id, old.address, old.operation, old.task_id, old.status, old.subject_id)
      is not distinct from (new.id, new.at, new.actor_kind, new.actor_id, new.address, new.operation, new.task_id, new.status, new.subject_id)
  then
    return new;
  end if;
  raise exception 'row % of the audit trail is sealed', old.id using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_is_kept before update or delete on audit for each row execute function keep_sealed_audit();
