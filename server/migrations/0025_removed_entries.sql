-- == do-not-call ==

-- An entry that was removed or replaced stays: proof of what held before. Its row has `remove_time`. The indexes by which entries that hold are
-- found leave it out, so it costs a claim nothing.
alter table do_not_call_entry
  drop constraint do_not_call_entry_pkey,
  drop constraint do_not_call_entry_position_unique,
  alter column position drop not null,
  add column remove_time timestamptz,
  add column remove_actor text,
  add constraint do_not_call_entry_removed_by check ((remove_time is null) = (remove_actor is null)),
  add constraint do_not_call_entry_has_position check (position is not null or remove_time is not null);
drop index do_not_call_entry_prefix;
insert into do_not_call_entry (phone_key, list_id, phone_number, note, actor, create_time, expire_time, remove_time, remove_actor)
select phone_key, list_id, phone_number, note, actor, create_time, expire_time, remove_time, remove_actor from do_not_call_past_entry;
drop table do_not_call_past_entry;
create unique index do_not_call_entry_key on do_not_call_entry (phone_key, list_id) where remove_time is null;
create unique index do_not_call_entry_position_unique on do_not_call_entry (list_id, position) where remove_time is null;
-- Finds numbers by how they begin, whatever the collation.
create index do_not_call_entry_prefix on do_not_call_entry (list_id, phone_key text_pattern_ops) include (position)
  where remove_time is null;
create index do_not_call_entry_removed on do_not_call_entry (phone_key, remove_time) where remove_time is not null;
comment on table do_not_call_entry is 'A number that may not be rung, or that was removed from its list: proof of what held before.';

-- The list that forbids a number for a task; no row if none does.
create or replace function do_not_call_list_with(number text, of_task_lists uuid[], at timestamptz) returns table (list_id uuid)
language sql stable as $$
  select e.list_id from do_not_call_entry e
  where e.phone_key = number and e.remove_time is null and (e.expire_time is null or e.expire_time > at)
    and (e.list_id = any(of_task_lists) or (select l.is_global from do_not_call_list l where l.id = e.list_id))
  limit 1
$$;
